// The map of a graph: points and lines in WebGL. See pages/ui/graph_map.py for what is sent and answered.
// What seldom changes, the edges and the names, comes apart from the rest, in deliver.js.

const MOVE = 900; // milliseconds of an animation
const LIVE = 450; // milliseconds between two pictures of a run in progress, and of the way between them
const FRAMES = 6; // of that way: each is time that the training may miss
const FEW = 20000; // lines drawn while the view moves; all of them follow when it rests
const REST = 180; // milliseconds without a move
const REACH = 14; // pixels within which a click finds a node

const POINTS = `#version 300 es
in vec2 a_from; in vec2 a_to; in vec4 a_colour; in float a_size; in float a_ring;
uniform vec4 u_view; uniform float u_t; uniform float u_scale; uniform float u_chosen;
out vec4 colour; out float ring; out float size;
void main() {
  vec2 p = (mix(a_from, a_to, u_t) - u_view.xy) * u_view.zw;
  gl_Position = vec4(p, 0.0, 1.0);
  size = a_size * u_scale * (a_ring > 0.5 ? 1.7 : 1.0);
  if (a_ring > 1.5) size = max(size, u_chosen);
  gl_PointSize = size + 1.0;
  colour = a_colour; ring = a_ring;
}`;
const DISC = `#version 300 es
precision mediump float;
in vec4 colour; in float ring; in float size; uniform vec4 u_ring; out vec4 result;
void main() {
  float d = length(gl_PointCoord - 0.5) * (size + 1.0);
  float edge = 0.5 * size;
  float inside = 1.0 - smoothstep(edge - 1.0, edge, d);
  vec4 fill = colour;
  if (ring > 0.5 && d > 0.55 * edge) fill = vec4(u_ring.rgb, 1.0);
  if (ring > 0.5 && d > 0.55 * edge && d < 0.68 * edge) fill.a = 0.0;
  result = vec4(fill.rgb, 1.0) * fill.a * inside;
}`;
const LINES = `#version 300 es
in vec2 a_from; in vec2 a_to; in vec4 a_colour;
uniform vec4 u_view; uniform float u_t; out vec4 colour;
void main() {
  gl_Position = vec4((mix(a_from, a_to, u_t) - u_view.xy) * u_view.zw, 0.0, 1.0);
  colour = a_colour;
}`;
const STROKE = `#version 300 es
precision mediump float;
in vec4 colour; uniform vec4 u_ink; uniform float u_alpha; out vec4 result;
void main() { result = vec4(mix(u_ink.rgb, colour.rgb, u_ink.a), 1.0) * u_alpha; }`;

const KINDS = {f4: Float32Array, u4: Uint32Array, u1: Uint8Array};

// What n2n.plots.map.pack has packed; the copy begins where numbers may begin.
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

function delivered(id) {
  const store = window.n2nGraphs, graph = store?.get(id);
  if (graph instanceof Uint8Array) store.set(id, unpack(graph));
  return store?.get(id);
}

function program(gl, vertex, fragment) {
  const made = gl.createProgram();
  for (const [kind, source] of [[gl.VERTEX_SHADER, vertex], [gl.FRAGMENT_SHADER, fragment]]) {
    const shader = gl.createShader(kind);
    gl.shaderSource(shader, source);
    gl.compileShader(shader);
    gl.attachShader(made, shader);
  }
  ["a_from", "a_to", "a_colour", "a_size", "a_ring"].forEach((name, i) => gl.bindAttribLocation(made, i, name));
  gl.linkProgram(made);
  if (!gl.getProgramParameter(made, gl.LINK_STATUS)) throw new Error(gl.getProgramInfoLog(made));
  const found = {};
  for (const name of ["u_view", "u_t", "u_scale", "u_chosen", "u_ring", "u_ink", "u_alpha"])
    found[name] = gl.getUniformLocation(made, name);
  return {made, ...found};
}

class Painter {
  constructor(canvas) {
    const gl = canvas.getContext("webgl2", {antialias: true, premultipliedAlpha: true});
    if (!gl) throw new Error("This browser offers no WebGL 2, which the map is drawn with.");
    this.gl = gl;
    this.canvas = canvas;
    this.points = program(gl, POINTS, DISC);
    this.lines = program(gl, LINES, STROKE);
    this.array = gl.createVertexArray();
    gl.bindVertexArray(this.array);
    this.buffers = [[2, gl.FLOAT], [2, gl.FLOAT], [4, gl.UNSIGNED_BYTE], [1, gl.FLOAT], [1, gl.FLOAT]].map(
      ([size, type], place) => {
        const buffer = gl.createBuffer();
        gl.bindBuffer(gl.ARRAY_BUFFER, buffer);
        gl.enableVertexAttribArray(place);
        gl.vertexAttribPointer(place, size, type, type === gl.UNSIGNED_BYTE, 0, 0);
        return buffer;
      });
    this.index = gl.createBuffer();
    gl.bindBuffer(gl.ELEMENT_ARRAY_BUFFER, this.index);
    gl.enable(gl.BLEND);
    gl.blendFunc(gl.ONE, gl.ONE_MINUS_SRC_ALPHA);
  }
  fill(place, values) {
    this.gl.bindBuffer(this.gl.ARRAY_BUFFER, this.buffers[place]);
    this.gl.bufferData(this.gl.ARRAY_BUFFER, values, this.gl.DYNAMIC_DRAW);
  }
  connect(pairs) {
    this.count = pairs.length;
    this.gl.bufferData(this.gl.ELEMENT_ARRAY_BUFFER, pairs, this.gl.DYNAMIC_DRAW);
  }
  paint(view, t, nodes, scale, look, lines = Infinity) {
    const gl = this.gl, {width, height} = this.canvas;
    gl.viewport(0, 0, width, height);
    gl.clearColor(0, 0, 0, 0);
    gl.clear(gl.COLOR_BUFFER_BIT);
    const box = [view.x, view.y, 2 * view.zoom / width, 2 * view.zoom / height];
    if (this.count) {
      gl.useProgram(this.lines.made);
      gl.uniform4fv(this.lines.u_view, box);
      gl.uniform1f(this.lines.u_t, t);
      gl.uniform4fv(this.lines.u_ink, look.ink);
      gl.uniform1f(this.lines.u_alpha, look.alpha);
      gl.drawElements(gl.LINES, Math.min(this.count, 2 * lines), gl.UNSIGNED_INT, 0);
    }
    gl.useProgram(this.points.made);
    gl.uniform4fv(this.points.u_view, box);
    gl.uniform1f(this.points.u_t, t);
    gl.uniform1f(this.points.u_scale, scale);
    gl.uniform1f(this.points.u_chosen, look.chosen);
    gl.uniform4fv(this.points.u_ring, look.ring);
    gl.drawArrays(gl.POINTS, 0, nodes);
  }
}

const rgb = text => [1, 3, 5].map(i => parseInt(text.slice(i, i + 2), 16));

class GraphMap {
  constructor(root) {
    this.root = root;
    this.canvas = root.querySelector("canvas");
    this.tip = root.querySelector(".tip");
    this.words = root.querySelector(".words");
    this.fence = root.querySelector("polygon");
    this.painter = new Painter(this.canvas);
    this.view = {x: 0, y: 0, zoom: 1};
    this.pointers = new Map();
    this.lassoing = false;
    this.began = -Infinity;
    this.listen();
    this.sizes = new ResizeObserver(() => this.resize());
    this.sizes.observe(this.canvas);
  }
  update({data: bytes, setTriggerValue}) {
    this.answer = setTriggerValue;
    if (bytes === this.bytes) return;
    const data = unpack(bytes);
    this.setHeight(data.height);
    // A picture from the page would be older than those that the map fetches.
    if (this.fed && data.live && this.data.live === data.live && this.data.paper === data.paper) return;
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
    const palette = data.palette.map(rgb), {colours, marked, sizes} = data, tones = new Uint8Array(4 * count);
    for (let i = 0; i < count; i++) {
      tones.set(palette[colours[i]], 4 * i);
      tones[4 * i + 3] = !marked ? 235 : marked[i] ? 255 : 50;
    }
    this.painter.fill(2, tones);
    this.painter.fill(3, sizes ?? new Float32Array(count).fill(1));
    this.painter.connect(this.pairs());
    this.words.textContent = "";
    this.arrange(to, data.rings, known, MOVE);
    this.feed(data.live);
  }
  // Nodes go to these positions, from where they are if they are the same as before.
  arrange(to, ringed, known, duration) {
    const from = known ? this.current() : to;
    const elsewhere = !known || this.to.some((value, i) => value !== to[i]);
    const moved = known && from.some((value, i) => value !== to[i]);
    [this.from, this.to, this.ringed, this.duration] = [from, to, ringed, duration];
    this.painter.fill(0, from);
    this.painter.fill(1, to);
    this.painter.fill(4, this.rings());
    if (elsewhere) this.fit(known);
    this.began = moved && !matchMedia("(prefers-reduced-motion: reduce)").matches ? performance.now() : -Infinity;
    this.schedule();
  }
  // Fetch the pictures of a run in progress until it ends, or the page shows something else.
  async feed(address) {
    clearTimeout(this.next);
    this.fed = false;
    if (!address) return;
    let epoch = 0;
    const look = async () => {
      if (!this.canvas.isConnected || this.data.live !== address) return;
      try {
        if (!document.hidden) {
          const answer = await fetch(address, {cache: "no-store"});
          if (!answer.ok) throw new Error(answer.status);
          const picture = unpack(new Uint8Array(await answer.arrayBuffer()));
          if (this.data.live !== address) return;
          if (picture.epoch !== epoch) {
            epoch = picture.epoch;
            this.words.textContent = picture.words;
            this.arrange(picture.positions, picture.rings, true, LIVE);
          }
          this.fed = true;
          if (picture.ended) return;
        }
      } catch {
        this.fed = false; // the page sends pictures too, if fewer
        return;
      }
      this.next = setTimeout(look, LIVE);
    };
    look();
  }
  rings() {
    const {ringed} = this, ring = new Float32Array(this.count);
    for (let i = 0; i < this.count; i++) ring[i] = ringed && ringed[i] ? 1 : 0;
    if (this.data.node >= 0 && this.data.node < this.count) ring[this.data.node] = 2;
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
    const t = Math.min((performance.now() - this.began) / this.duration, 1);
    return t < 1 ? t * t * (3 - 2 * t) : 1;
  }
  current() {
    const t = this.progress();
    return t === 1 ? this.to : this.to.map((value, i) => this.from[i] + t * (value - this.from[i]));
  }
  // No higher than the window is wide, so that a narrow one has no empty bands.
  setHeight(height = this.height) {
    this.height = height;
    this.root.style.height = `${Math.min(height, 1.1 * (this.root.clientWidth || height))}px`;
  }
  resize() {
    if (!this.canvas.isConnected) {
      this.sizes.disconnect();
      this.painter.gl.getExtension("WEBGL_lose_context")?.loseContext(); // a browser allows only a few
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
    if (t < 1 && this.duration < MOVE) setTimeout(() => this.schedule(), LIVE / FRAMES);
    else if (t < 1) this.schedule();
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
      for (const value of p) sum += value * value;
      this.spread = {p, value: Math.sqrt(sum / p.length)};
    }
    return 0.22 * Math.min(this.canvas.width, this.canvas.height) / Math.max(this.spread.value, 1e-6);
  }
  look() {
    const {ink, ring} = this.data, lines = this.painter.count / 2;
    const alpha = Math.min(Math.max(18 / Math.sqrt(lines + 1), 0.04), 0.5);
    return {ink: [...rgb(ink).map(c => c / 255), 0.65], ring: [...rgb(ring).map(c => c / 255), 1], alpha, chosen: 17 * this.ratio};
  }
  place(event) {
    const box = this.canvas.getBoundingClientRect();
    const x = (event.clientX - box.left) * this.ratio, y = (event.clientY - box.top) * this.ratio;
    return {left: event.clientX - box.left, top: event.clientY - box.top,
      x: (x - this.canvas.width / 2) / this.view.zoom + this.view.x,
      y: (this.canvas.height / 2 - y) / this.view.zoom + this.view.y};
  }
  nearest({x, y}) {
    const reach = REACH * this.ratio / this.view.zoom, p = this.to;
    let [best, found] = [reach * reach, -1];
    for (let i = 0; i < this.count; i++) {
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
    const node = this.nearest(this.place(event));
    if (node >= 0) this.answer("picked", node);
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
    this.tip.hidden = node < 0;
    if (node < 0) return;
    const {tips, words} = this.data, id = this.data.ids?.[node] ?? node;
    const said = tips ? [tips[node]] : [this.graph.names?.[id], words?.[this.data.colours[node]]];
    this.tip.textContent = [`Node ${id}`, ...said].filter(Boolean).join(" · ");
    this.tip.style.left = `${Math.min(at.left + 14, this.canvas.clientWidth - 150)}px`;
    this.tip.style.top = `${at.top + 12}px`;
  }
  save() {
    if (this.data.form === "svg") return this.keep(new Blob([this.drawing()], {type: "image/svg+xml"}), "svg");
    this.moving = false;
    this.frame();
    const flat = document.createElement("canvas");
    [flat.width, flat.height] = [this.canvas.width, this.canvas.height];
    const page = flat.getContext("2d");
    page.fillStyle = this.data.paper;
    page.fillRect(0, 0, flat.width, flat.height);
    page.drawImage(this.canvas, 0, 0);
    flat.toBlob(blob => this.keep(blob, "png"));
  }
  keep(blob, form) {
    const link = document.createElement("a");
    link.href = URL.createObjectURL(blob);
    link.download = `${this.data.file}.${form}`;
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 5000);
  }
  // What is seen, as shapes.
  drawing() {
    const {width, height} = this.canvas, {view, to: p, data} = this, {sizes, marked} = data;
    const size = this.pointSize(), ring = this.rings();
    const x = i => ((p[2 * i] - view.x) * view.zoom + width / 2).toFixed(1);
    const y = i => (height / 2 - (p[2 * i + 1] - view.y) * view.zoom).toFixed(1);
    const pairs = this.pairs();
    let lines = "", discs = "";
    for (let e = 0; e < pairs.length; e += 2)
      lines += `M${x(pairs[e])} ${y(pairs[e])}L${x(pairs[e + 1])} ${y(pairs[e + 1])}`;
    for (let i = 0; i < this.count; i++) {
      const r = (size * (sizes ? sizes[i] : 1) / 2).toFixed(1), faint = marked && !marked[i] ? " opacity=\"0.2\"" : "";
      const around = ring[i] ? ` stroke="${data.ring}" stroke-width="${(size / 3).toFixed(1)}"` : "";
      discs += `<circle cx="${x(i)}" cy="${y(i)}" r="${r}" fill="${data.palette[data.colours[i]]}"${around}${faint}/>`;
    }
    return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}">` +
      `<rect width="100%" height="100%" fill="${data.paper}"/>` +
      `<path d="${lines}" stroke="${data.ink}" stroke-opacity="${this.look().alpha}" fill="none"/>${discs}</svg>`;
  }
}

// The component that draws.
export default function(component) {
  const root = component.parentElement.querySelector(".map");
  try {
    root.map ??= new GraphMap(root);
    root.map.update(component);
  } catch (problem) {
    root.querySelector(".problem").textContent = problem.message;
  }
}
