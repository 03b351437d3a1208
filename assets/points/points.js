// Points in motion on a 2-D canvas: an embedding while it is learnt, and afterwards from epoch to epoch.
const MOVE = 550; // milliseconds from one picture to the next
const PAUSE = 80; // between two frames: on a small machine drawing competes with the training
const KINDS = {f4: Float32Array, u4: Uint32Array, u1: Uint8Array};

// What n2n.plots.map.pack has packed.
function unpack(bytes) {
  const {buffer} = bytes.slice(), size = new DataView(buffer).getUint32(0, true);
  const found = JSON.parse(new TextDecoder().decode(new Uint8Array(buffer, 4, size)));
  let at = 4 + size;
  for (const [name, kind, length] of found.arrays) {
    found[name] = new KINDS[kind](buffer, at, length);
    at += Math.ceil(found[name].byteLength / 4) * 4;
  }
  return found;
}

class Points {
  constructor(root) {
    this.root = root;
    this.canvas = root.querySelector("canvas");
    this.page = this.canvas.getContext("2d");
    [this.slider, this.button, this.shown, this.tip] =
      ["input", "button", "output", ".tip"].map(name => root.querySelector(name));
    this.slider.oninput = () => { this.stop(); this.show(+this.slider.value); };
    this.button.onclick = () => this.timer ? this.stop() : this.play();
    this.canvas.onpointermove = event => this.hover(event);
    this.canvas.onpointerleave = () => { this.tip.hidden = true; };
    new ResizeObserver(() => this.resize()).observe(this.canvas);
    // The theme has changed: the rings have another colour.
    root.addEventListener("transitionend", () => this.schedule());
  }
  update(data) {
    const again = this.data && this.data.colours.length === data.colours.length;
    this.data = data;
    this.count = data.colours.length;
    if (!again) this.from = this.to = null;
    this.canvas.style.height = `${data.height}px`;
    this.canvas.setAttribute("aria-label", data.alt);
    const last = data.epochs.length - 1;
    this.root.querySelector(".replay").hidden = last < 1;
    this.slider.max = last;
    if (!this.timer) this.show(last);
  }
  show(place) {
    const now = this.positions();
    this.place = place;
    this.to = this.data.frames.subarray(2 * place * this.count, 2 * (place + 1) * this.count);
    this.from = now ?? this.to;
    this.began = performance.now();
    this.slider.value = place;
    this.shown.textContent = `Epoch ${this.data.epochs[place]}`;
    this.slider.setAttribute("aria-valuetext", this.shown.textContent);
    this.schedule();
  }
  play() {
    let place = this.place >= this.data.epochs.length - 1 ? 0 : this.place + 1;
    const step = () => {
      this.show(place++);
      if (place >= this.data.epochs.length) this.stop();
    };
    this.timer = setInterval(step, MOVE + 150);
    this.button.textContent = "❚❚ Pause";
    this.shown.ariaLive = "off"; // a screen reader could not keep up
    step();
  }
  stop() {
    clearInterval(this.timer);
    this.timer = null;
    this.button.textContent = "▶ Play";
    this.shown.ariaLive = "polite";
  }
  // Between two pictures; null before the first.
  positions() {
    if (!this.to) return null;
    const t = Math.min((performance.now() - this.began) / MOVE, 1), s = t * t * (3 - 2 * t);
    return t === 1 ? this.to : this.to.map((value, i) => this.from[i] + s * (value - this.from[i]));
  }
  resize() {
    const ratio = Math.min(devicePixelRatio || 1, 2);
    this.canvas.width = Math.round(this.canvas.clientWidth * ratio);
    this.canvas.height = Math.round(this.canvas.clientHeight * ratio);
    this.schedule();
  }
  schedule() {
    this.waiting ??= setTimeout(() => requestAnimationFrame(() => { this.waiting = null; this.draw(); }), PAUSE);
  }
  // Nearly all of the picture fits; a few nodes far out need not make all others small.
  scale(width, height) {
    const far = Array.from(this.to, Math.abs).sort((a, b) => a - b)[Math.floor(0.995 * (this.to.length - 1))];
    const wanted = 0.46 * Math.min(width, height) / Math.max(far, 0.5);
    this.zoom = this.zoom ? this.zoom + 0.3 * (wanted - this.zoom) : wanted;
    return this.zoom;
  }
  draw() {
    const {page, canvas, data} = this, positions = this.positions();
    if (!positions || !canvas.isConnected || !canvas.width) return;
    const {width, height} = canvas, scale = this.scale(width, height);
    const size = Math.min(Math.max(0.25 * Math.sqrt(width * height / this.count), 2), 10);
    const wrong = data.wrong && data.epochs[this.place] === data.wrong_at ? data.wrong : null;
    const moving = performance.now() - this.began < MOVE;
    const groups = data.palette.map(() => [new Path2D(), new Path2D()]);
    this.drawn = positions.map((value, i) => i % 2 ? height / 2 - scale * value : width / 2 + scale * value);
    for (let i = 0; i < this.count; i++) {
      const x = this.drawn[2 * i], y = this.drawn[2 * i + 1], path = groups[data.colours[i]][wrong?.[i] ? 1 : 0];
      if (data.shapes[data.colours[i]] === "diamond") {
        path.moveTo(x - 1.3 * size, y); path.lineTo(x, y - 1.3 * size); path.lineTo(x + 1.3 * size, y);
        path.lineTo(x, y + 1.3 * size);
      } else if (moving) { // without graphics hardware squares are far cheaper than discs
        path.rect(x - 0.9 * size, y - 0.9 * size, 1.8 * size, 1.8 * size);
      } else {
        path.moveTo(x + size, y); path.arc(x, y, size, 0, 6.3);
      }
    }
    page.clearRect(0, 0, width, height);
    page.lineWidth = Math.max(size / 2, 1.5);
    page.strokeStyle = getComputedStyle(this.root).color;
    groups.forEach(([right, mistaken], place) => {
      page.fillStyle = data.palette[place];
      page.fill(right);
      page.fill(mistaken);
      page.stroke(mistaken);
    });
    if (moving) this.schedule();
  }
  hover({offsetX, offsetY}) {
    const ratio = this.canvas.width / this.canvas.clientWidth;
    let [best, found] = [12 * ratio, -1];
    for (let i = 0; i < this.count; i++) {
      const d = Math.hypot(this.drawn[2 * i] - ratio * offsetX, this.drawn[2 * i + 1] - ratio * offsetY);
      if (d < best) [best, found] = [d, i];
    }
    this.tip.hidden = found < 0;
    if (found < 0) return;
    this.tip.textContent = `Node ${this.data.nodes[found]} · ${this.data.words[this.data.colours[found]]}`;
    this.tip.style.left = `${Math.min(offsetX + 14, this.canvas.clientWidth - 150)}px`;
    this.tip.style.top = `${offsetY + 12}px`;
  }
}

export default function({data, parentElement}) {
  const root = parentElement.querySelector(".points");
  root.points ??= new Points(root);
  root.points.update(unpack(data));
}
