// Keeps the edges and the names of a graph for the maps that draw it, as bytes until one does.
const MAX_STORED = 4;

export default function({data}) {
  const store = (window.n2nGraphs ??= new Map());
  const size = new DataView(data.buffer, data.byteOffset).getUint32(0, true);
  const {id} = JSON.parse(new TextDecoder().decode(data.subarray(4, 4 + size)));
  if (store.has(id)) return;
  store.set(id, data);
  while (store.size > MAX_STORED) store.delete(store.keys().next().value);
  window.dispatchEvent(new CustomEvent("n2n-graph", {detail: id}));
}
