// Keeps the edges and the names of a graph for the maps that draw it.
const MAX_STORED = 4;

export default function({data}) {
  const store = (window.n2nGraphs ??= new Map());
  if (store.has(data.id)) return;
  store.set(data.id, data);
  while (store.size > MAX_STORED) store.delete(store.keys().next().value);
  window.dispatchEvent(new CustomEvent("n2n-graph", {detail: data.id}));
}
