// What a visitor does with a map: move it, click a node, draw around nodes, save it.

const REACH = 14; // pixels within which a click finds a node

class GraphMap extends Picture {
  place(event) {
    const box = this.canvas.getBoundingClientRect();
    const x = (event.clientX - box.left) * this.ratio, y = (event.clientY - box.top) * this.ratio;
    return {left: event.clientX - box.left, top: event.clientY - box.top,
      x: (x - this.canvas.width / 2) / this.view.zoom + this.view.x,
      y: (this.canvas.height / 2 - y) / this.view.zoom + this.view.y};
  }
  nearest({x, y}, pixels = REACH) {
    const reach = pixels * this.ratio / this.view.zoom, p = this.to;
    let [best, found] = [reach * reach, -1];
    for (let i = 0; i < this.count; i++) {
      if (this.data.hidden?.[i]) continue;
      const dx = p[2 * i] - x, dy = p[2 * i + 1] - y, d = dx * dx + dy * dy;
      if (d < best) [best, found] = [d, i];
    }
    return found;
  }
  zoomAt(factor, at) {
    this.view.zoom *= factor;
    if (at) {
      this.view.x = at.x + (this.view.x - at.x) / factor;
      this.view.y = at.y + (this.view.y - at.y) / factor;
    }
    this.moves();
  }
  listen() {
    const canvas = this.canvas;
    canvas.addEventListener("pointerdown", event => {
      canvas.setPointerCapture(event.pointerId);
      this.pointers.set(event.pointerId, {x: event.clientX, y: event.clientY});
      this.start = {x: event.clientX, y: event.clientY};
      this.path = this.lassoing ? [this.place(event)] : null;
    });
    canvas.addEventListener("pointermove", event => this.pointerMoved(event));
    const ends = event => this.pointerUp(event);
    canvas.addEventListener("pointerup", ends);
    canvas.addEventListener("pointercancel", event => { this.pointers.delete(event.pointerId); this.path = null; });
    canvas.addEventListener("pointerleave", () => { this.tip.hidden = true; });
    // Without the key, or a click before, the wheel scrolls the page.
    canvas.addEventListener("wheel", event => {
      if (!event.ctrlKey && this.root.getRootNode().activeElement !== canvas) return;
      event.preventDefault();
      this.zoomAt(Math.exp(-0.0015 * event.deltaY), this.place(event));
    }, {passive: false});
    canvas.addEventListener("keydown", event => {
      const step = 60 * this.ratio / this.view.zoom;
      const moves = {ArrowLeft: [-step, 0], ArrowRight: [step, 0], ArrowUp: [0, step], ArrowDown: [0, -step]};
      if (event.key in moves) {
        this.view.x += moves[event.key][0];
        this.view.y += moves[event.key][1];
        this.moves();
        const node = this.nearest(this.view, Infinity), p = this.to, scale = this.view.zoom / this.ratio;
        this.say(node, canvas.clientWidth / 2 + (p[2 * node] - this.view.x) * scale,
          canvas.clientHeight / 2 - (p[2 * node + 1] - this.view.y) * scale);
      } else if (event.key === "Enter") {
        this.pick(this.nearest(this.view, Infinity)); // the node closest to the middle
      } else if (event.key === "+" || event.key === "-") this.zoomAt(event.key === "+" ? 1.3 : 1 / 1.3);
      else return;
      event.preventDefault();
      event.stopPropagation();
    });
    const press = (name, action) => { this.root.querySelector(`.${name}`).onclick = action; };
    press("in", () => this.zoomAt(1.4));
    press("out", () => this.zoomAt(1 / 1.4));
    press("whole", () => { this.fit(); this.schedule(); });
    press("lasso", () => this.setLasso(!this.lassoing));
    press("save", () => this.save());
  }
  setLasso(on) {
    this.lassoing = on;
    this.root.querySelector(".lasso").setAttribute("aria-pressed", on);
    this.canvas.classList.toggle("lassoing", on);
  }
  pointerMoved(event) {
    const held = this.pointers.get(event.pointerId);
    if (!held) return event.pointerType === "mouse" ? this.hover(event) : undefined;
    if (this.path) {
      this.path.push(this.place(event));
      this.fence.setAttribute("points", this.path.map(at => `${at.left},${at.top}`).join(" "));
      return;
    }
    const others = [...this.pointers].filter(([id]) => id !== event.pointerId).map(([, at]) => at);
    if (others.length) {
      const [other] = others;
      const before = Math.hypot(held.x - other.x, held.y - other.y);
      const after = Math.hypot(event.clientX - other.x, event.clientY - other.y);
      if (before) this.zoomAt(after / before, this.place({clientX: other.x, clientY: other.y}));
    }
    if (others.length || event.pointerType === "mouse") {
      const share = others.length ? 0.5 : 1;
      this.view.x -= share * (event.clientX - held.x) * this.ratio / this.view.zoom;
      this.view.y += share * (event.clientY - held.y) * this.ratio / this.view.zoom;
      this.moves();
    }
    this.pointers.set(event.pointerId, {x: event.clientX, y: event.clientY});
  }
  pointerUp(event) {
    this.pointers.delete(event.pointerId);
    if (this.path) {
      const inside = this.within(this.path);
      this.path = null;
      this.fence.setAttribute("points", "");
      this.setLasso(false);
      if (inside.length) this.answer("lasso", inside);
      return;
    }
    if (!this.start || Math.hypot(event.clientX - this.start.x, event.clientY - this.start.y) > 5) return;
    this.pick(this.nearest(this.place(event)));
  }
  pick(node) {
    if (node < 0) return;
    this.clicked = node;
    this.answer("picked", node);
  }
  within(path) {
    const p = this.to, found = [];
    for (let i = 0; i < this.count; i++) {
      let inside = false;
      for (let a = 0, b = path.length - 1; a < path.length; b = a++) {
        const [s, e] = [path[a], path[b]];
        if (s.y > p[2 * i + 1] !== e.y > p[2 * i + 1] &&
          p[2 * i] < (e.x - s.x) * (p[2 * i + 1] - s.y) / (e.y - s.y) + s.x) inside = !inside;
      }
      if (inside) found.push(i);
    }
    return found;
  }
  hover(event) {
    const at = this.place(event), node = this.nearest(at);
    this.canvas.classList.toggle("over", node >= 0);
    this.say(node, at.left, at.top);
  }
  say(node, left, top) {
    this.tip.hidden = node < 0;
    if (node < 0) return;
    const {tips, words} = this.data, id = this.data.ids?.[node] ?? node;
    const said = tips ? [tips[node]] : [this.graph.names?.[id], words?.[this.data.colours[node]]];
    this.tip.textContent = [`Node ${id}`, ...said].filter(Boolean).join(" · ");
    this.tip.style.left = `${Math.min(left + 14, this.canvas.clientWidth - 150)}px`;
    this.tip.style.top = `${top + 12}px`;
  }
  save() {
    this.moving = false;
    this.frame();
    const flat = document.createElement("canvas");
    [flat.width, flat.height] = [this.canvas.width, this.canvas.height];
    const page = flat.getContext("2d");
    page.fillStyle = getComputedStyle(this.tip).color; // that of the page
    page.fillRect(0, 0, flat.width, flat.height);
    page.drawImage(this.canvas, 0, 0);
    flat.toBlob(blob => {
      const link = document.createElement("a");
      link.href = URL.createObjectURL(blob);
      link.download = `${this.data.file}.png`;
      link.click();
      setTimeout(() => URL.revokeObjectURL(link.href), 5000);
    });
  }
}

// The component that draws.
export default function(component) {
  const root = component.parentElement.querySelector(".map");
  try {
    const data = unpack(component.data);
    root.map ??= new GraphMap(root, data);
    root.map.update(component);
  } catch (problem) {
    root.querySelector(".problem").textContent = problem.message;
  }
}
