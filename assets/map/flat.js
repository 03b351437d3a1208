// Points without WebGL, pixel by pixel, with the look of painter.js. Where the processor stands in for graphics
// hardware this takes a millisecond or two for a picture of 7,624 points, and WebGL more than ten, on all cores.

const SOFT = /swiftshader|llvmpipe|software|basic render/i;

// Whether WebGL runs on the processor, or not at all.
function drawsInSoftware() {
  if (window.n2nSoft === undefined) {
    const gl = document.createElement("canvas").getContext("webgl2");
    window.n2nSoft = !gl || isSoft(gl);
    gl?.getExtension("WEBGL_lose_context")?.loseContext();
  }
  return window.n2nSoft;
}

function isSoft(gl) {
  const named = gl.getExtension("WEBGL_debug_renderer_info")?.UNMASKED_RENDERER_WEBGL ?? gl.RENDERER;
  return SOFT.test(gl.getParameter(named));
}

class FlatPainter {
  constructor(canvas) {
    this.canvas = canvas;
    this.page = canvas.getContext("2d");
    this.soft = true;
    this.count = 0; // it draws no lines: see map.js
    this.parts = [];
  }
  fill(place, values) {
    this.parts[place] = values;
  }
  connect() {}
  release() {}
  paint(view, t, nodes, scale, look) {
    const {width, height} = this.canvas, [from, to, tones, sizes, rings] = this.parts;
    if (this.image?.width !== width || this.image.height !== height)
      this.image = this.page.createImageData(width, height);
    const {data} = this.image, around = look.ring.map(c => 255 * c);
    data.fill(0);
    for (let i = 0; i < nodes; i++) {
      const x = (from[2 * i] + t * (to[2 * i] - from[2 * i]) - view.x) * view.zoom + width / 2 - 0.5;
      const y = height / 2 - (from[2 * i + 1] + t * (to[2 * i + 1] - from[2 * i + 1]) - view.y) * view.zoom - 0.5;
      const ring = rings[i] > 0.5;
      let size = sizes[i] * scale * (ring ? 1.7 : 1);
      if (rings[i] > 1.5) size = Math.max(size, look.chosen);
      const edge = size / 2, gap = 0.55 * edge, band = 0.68 * edge;
      const right = Math.min(Math.floor(x + edge), width - 1), bottom = Math.min(Math.floor(y + edge), height - 1);
      for (let row = Math.max(Math.ceil(y - edge), 0); row <= bottom; row++)
        for (let column = Math.max(Math.ceil(x - edge), 0); column <= right; column++) {
          const d = Math.sqrt((column - x) ** 2 + (row - y) ** 2);
          if (d >= edge || ring && d > gap && d < band) continue;
          const s = Math.max(d - edge + 1, 0), cover = 1 - s * s * (3 - 2 * s);
          const outer = ring && d > gap, at = 4 * (row * width + column);
          const a = cover * (outer ? 1 : tones[4 * i + 3] / 255), below = data[at + 3] / 255 * (1 - a);
          for (let c = 0; c < 3; c++)
            data[at + c] = ((outer ? around[c] : tones[4 * i + c]) * a + data[at + c] * below) / (a + below);
          data[at + 3] = 255 * (a + below);
        }
    }
    this.page.putImageData(this.image, 0, 0);
  }
}
