// What a map shows, and how nodes move from one picture to the next. See pages/ui/graph_map.py for what is sent.
// What seldom changes, the edges and the names, comes apart from the rest, in deliver.js.

const MOVE = 900; // milliseconds of an animation
const FEW = 6000; // lines drawn while the view moves; all of them follow when it rests
const REST = 180; // milliseconds without a move

const CLOSE = 8; // how far the map zooms in on a node that was looked up

const rgb = text => [1, 3, 5].map(i => parseInt(text.slice(i, i + 2), 16));

class Picture {
  constructor(root, {graph}) {
    this.root = root;
    this.canvas = root.querySelector("canvas");
    this.tip = root.querySelector(".tip");
    this.fence = root.querySelector("polygon");
    this.painter = new Painter(this.canvas, Boolean(graph));
    this.view = {x: 0, y: 0, zoom: 1};
    this.pointers = new Map();
    this.lassoing = false;
    this.began = -Infinity;
    this.listen();
    this.sizes = new ResizeObserver(() => this.resize());
    this.sizes.observe(this.canvas);
    root.addEventListener("transitionend", () => this.schedule()); // the theme has changed
  }
  update({data: bytes, setTriggerValue}) {
    this.answer = setTriggerValue;
    if (bytes === this.bytes) return;
    const data = unpack(bytes);
    this.setHeight(data.height);
    const graph = data.graph ? delivered(data.graph) : {};
    if (!graph) {
      window.addEventListener("n2n-graph", () => this.update({data: bytes, setTriggerValue}), {once: true});
      return;
    }
    const to = data.positions, count = to.length / 2;
    const known = this.to && this.to.length === to.length && this.data.graph === data.graph;
    [this.bytes, this.data, this.graph, this.count] = [bytes, data, graph, count];
    this.root.querySelector(".alt").textContent = data.alt;
    this.canvas.setAttribute("aria-label", data.alt);
    const palette = data.palette.map(rgb), {colours, marked, hidden, sizes, shapes} = data;
    const tones = new Uint8Array(4 * count), forms = new Uint8Array(count);
    for (let i = 0; i < count; i++) {
      tones.set(palette[colours[i]], 4 * i);
      tones[4 * i + 3] = hidden?.[i] ? 0 : !marked ? 235 : marked[i] ? 255 : 50;
      forms[i] = shapes[colours[i]] ?? 0;
    }
    this.painter.fill(5, forms);
    this.painter.fill(2, tones);
    this.painter.fill(3, sizes ?? new Float32Array(count).fill(1));
    this.painter.connect(this.pairs());
    const looked = known && data.node !== this.shown && data.node !== this.clicked;
    [this.shown, this.clicked] = [data.node, undefined];
    this.arrange(to, known);
    if (looked && data.node >= 0) this.zoomTo(data.node);
  }
  // Nodes go to these positions, from where they are if they are the same as before.
  arrange(to, known) {
    const from = known ? this.current() : to;
    const elsewhere = !known || this.to.some((value, i) => value !== to[i]);
    const moved = known && from.some((value, i) => value !== to[i]);
    [this.from, this.to] = [from, to];
    this.painter.fill(0, from);
    this.painter.fill(1, to);
    this.painter.fill(4, this.rings());
    if (elsewhere) this.fit(known);
    const still = matchMedia("(prefers-reduced-motion: reduce)").matches;
    this.began = moved && !still ? performance.now() : -Infinity;
    this.schedule();
  }
  // A node that was looked up elsewhere, to the middle of the map.
  zoomTo(node) {
    const at = {x: this.to[2 * node], y: this.to[2 * node + 1], zoom: CLOSE * this.base()};
    this.goal = {from: {...this.view}, to: at};
    this.touched = true;
    this.began = performance.now();
    this.schedule();
  }
  rings() {
    const ring = new Float32Array(this.count);
    if (this.data.node >= 0 && this.data.node < this.count) ring[this.data.node] = 1;
    return ring;
  }
  pairs() {
    const {edges, rank} = this.graph, {k, own} = this.data;
    if (own) return own;
    if (k === 0 || !edges) return new Uint32Array();
    if (!rank || k < 0) return edges;
    let length = 0;
    const kept = new Uint32Array(edges.length);
    for (let e = 0; e < rank.length; e++)
      if (rank[e] <= k) {
        kept[length++] = edges[2 * e];
        kept[length++] = edges[2 * e + 1];
      }
    return kept.slice(0, length);
  }
  progress() {
    const t = Math.min((performance.now() - this.began) / MOVE, 1);
    return t < 1 ? t * t * (3 - 2 * t) : 1;
  }
  current() {
    const t = this.progress();
    return t === 1 ? this.to : this.to.map((value, i) => this.from[i] + t * (value - this.from[i]));
  }
  // No higher than the window is wide, so that a narrow one has no empty bands.
  setHeight(height = this.height) {
    this.height = height;
    // A text is a height in CSS.
    this.root.style.height = isNaN(height) ? height : `${Math.min(height, 1.1 * (this.root.clientWidth || height))}px`;
  }
  resize() {
    if (!this.canvas.isConnected) {
      this.sizes.disconnect();
      this.painter.release();
      return;
    }
    const ratio = Math.min(devicePixelRatio || 1, 2), {clientWidth, clientHeight} = this.canvas;
    if (!clientWidth) return;
    this.setHeight();
    const [before, width] = [this.canvas.width, Math.round(clientWidth * ratio)];
    this.canvas.width = width;
    this.canvas.height = Math.round(clientHeight * ratio);
    this.ratio = ratio;
    if (this.to) {
      if (before > 1 && this.touched) this.view.zoom *= width / before;
      else this.fit();
      this.schedule();
    }
  }
  fit(smoothly) {
    const p = this.to;
    let [left, right, low, high] = [Infinity, -Infinity, Infinity, -Infinity];
    for (let i = 0; i < p.length; i += 2) {
      left = Math.min(left, p[i]); right = Math.max(right, p[i]);
      low = Math.min(low, p[i + 1]); high = Math.max(high, p[i + 1]);
    }
    const pad = 24 * (this.ratio || 1), side = 34 * (this.ratio || 1), {width, height} = this.canvas;
    const wide = (width - pad - side) / Math.max(right - left, 1e-6);
    const zoom = Math.min(wide, (height - pad) / Math.max(high - low, 1e-6));
    // To the left of the buttons, where it would lie below them.
    const aside = Math.max(side - (width - zoom * (right - left)) / 2, 0) / zoom;
    const goal = {x: (left + right) / 2 + aside, y: (low + high) / 2, zoom};
    this.touched = false;
    this.goal = smoothly ? {from: {...this.view}, to: goal} : null;
    if (!smoothly) this.view = goal;
  }
  // The view moves: a frame with few lines now, one with all of them when it rests.
  moves() {
    this.touched = true;
    this.moving = true;
    clearTimeout(this.rests);
    this.rests = setTimeout(() => { this.moving = false; this.schedule(); }, REST);
    this.schedule();
  }
  schedule() {
    if (!this.waiting) this.waiting = requestAnimationFrame(() => this.frame());
  }
  frame() {
    this.waiting = 0;
    if (!this.to || !this.canvas.isConnected) return;
    const t = this.progress();
    if (this.goal) {
      const {from, to} = this.goal;
      for (const name of ["x", "y"]) this.view[name] = from[name] + t * (to[name] - from[name]);
      this.view.zoom = from.zoom * (to.zoom / from.zoom) ** t;
      if (t === 1) this.goal = null;
    }
    const lines = t < 1 || this.moving ? FEW : Infinity;
    this.painter.paint(this.view, t, this.count, this.pointSize(), this.look(), lines);
    if (t < 1) this.schedule();
  }
  pointSize() {
    const apart = Math.sqrt(this.canvas.width * this.canvas.height / Math.max(this.count, 1));
    const wide = Math.min(Math.max(0.4 * apart, 2.6 * this.ratio), 13 * this.ratio);
    const full = Math.sqrt(this.view.zoom / this.base());
    return Math.min(wide * Math.max(full, 0.6), 26 * this.ratio);
  }
  base() {
    const p = this.to;
    if (this.spread?.p !== p) {
      let sum = 0;
      for (let i = 0; i < p.length; i++) sum += p[i] * p[i];
      this.spread = {p, value: Math.sqrt(sum / p.length)};
    }
    return 0.22 * Math.min(this.canvas.width, this.canvas.height) / Math.max(this.spread.value, 1e-6);
  }
  // The colours of the theme, as it is now.
  look() {
    const lines = this.painter.count / 2, alpha = Math.min(Math.max(18 / Math.sqrt(lines + 1), 0.04), 0.5);
    const [ink, ring] = [this.root, this.fence].map(part => shares(getComputedStyle(part).color));
    return {ink: [...ink, 0.65], ring: [...ring, 1], alpha: 0.7 * alpha, chosen: 17 * this.ratio};
  }
}

const shares = text => text.match(/[\d.]+/g).slice(0, 3).map(part => part / 255);
