// Parts of a run in progress, fetched again and again without a run of the page: see pages/ui/live_run.py.

export default function({data, parentElement, setTriggerValue}) {
  const root = parentElement.querySelector(".live"), {address, part, every} = data;
  root.tell = setTriggerValue;
  if (root.address === address) return; // what was fetched is newer
  root.address = address;
  root.innerHTML = data.html;
  let shown = data.html;
  const look = async () => {
    if (!root.isConnected || root.address !== address) return;
    if (!document.hidden) {
      try {
        const answer = await fetch(address, {cache: "no-store"});
        const found = answer.ok ? await answer.json() : {ended: true};
        if (found.ended) return root.tell("ended", true);
        if (found[part] !== shown) root.innerHTML = shown = found[part];
      } catch {
        // No connection for the moment; Streamlit says so.
      }
    }
    setTimeout(look, every);
  };
  setTimeout(look, every);
}
