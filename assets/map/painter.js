// Points and lines in WebGL, and the bytes that they come in. Joined with picture.js and map.js to one script.

const POINTS = `#version 300 es
in vec2 a_from; in vec2 a_to; in vec4 a_colour; in float a_size; in float a_ring; in float a_shape;
uniform vec4 u_view; uniform float u_t; uniform float u_scale; uniform float u_chosen;
out vec4 colour; out float ring; out float size; out float shape;
void main() {
  vec2 p = (mix(a_from, a_to, u_t) - u_view.xy) * u_view.zw;
  gl_Position = vec4(p, 0.0, 1.0);
  size = a_size * u_scale;
  if (a_ring > 0.5) size = max(1.7 * size, u_chosen);
  gl_PointSize = size + 1.0;
  colour = a_colour; ring = a_ring; shape = a_shape;
}`;
const MARK = `#version 300 es
precision mediump float;
in vec4 colour; in float ring; in float size; in float shape; uniform vec4 u_ring; out vec4 result;
void main() {
  vec2 p = abs(gl_PointCoord - 0.5) * (size + 1.0);
  float d = shape < 0.5 ? length(p) : shape < 1.5 ? p.x + p.y : 1.15 * max(p.x, p.y); // disc, diamond, square
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
void main() { result = vec4(mix(u_ink.rgb, colour.rgb, u_ink.a), 1.0) * u_alpha * min(1.1 * colour.a, 1.0); }`;

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
  ["a_from", "a_to", "a_colour", "a_size", "a_ring", "a_shape"].forEach((name, i) => gl.bindAttribLocation(made, i, name));
  gl.linkProgram(made);
  if (!gl.getProgramParameter(made, gl.LINK_STATUS)) throw new Error(gl.getProgramInfoLog(made));
  const found = {};
  for (const name of ["u_view", "u_t", "u_scale", "u_chosen", "u_ring", "u_ink", "u_alpha"])
    found[name] = gl.getUniformLocation(made, name);
  return {made, ...found};
}

class Painter {
  constructor(canvas, lines) {
    const gl = canvas.getContext("webgl2", {antialias: lines, premultipliedAlpha: true});
    if (!gl) throw new Error("This browser offers no WebGL 2, which the map is drawn with.");
    this.gl = gl;
    this.canvas = canvas;
    this.points = program(gl, POINTS, MARK);
    this.lines = program(gl, LINES, STROKE);
    this.array = gl.createVertexArray();
    gl.bindVertexArray(this.array);
    this.buffers = [[2, gl.FLOAT], [2, gl.FLOAT], [4, gl.UNSIGNED_BYTE], [1, gl.FLOAT], [1, gl.FLOAT], [1, gl.UNSIGNED_BYTE]].map(
      ([size, type], place) => {
        const buffer = gl.createBuffer();
        gl.bindBuffer(gl.ARRAY_BUFFER, buffer);
        gl.enableVertexAttribArray(place);
        gl.vertexAttribPointer(place, size, type, size === 4, 0, 0);
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
  release() {
    this.gl.getExtension("WEBGL_lose_context")?.loseContext(); // a browser allows only a few
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
