// Parts of a run in progress, fetched again and again without a run of the page: see pages/ui/live_run.py.
// Parts with one address share what is fetched.
const followed = (window.n2nFollowed ??= new Map());

async function look(address, every) {
  const parts = followed.get(address).filter(root => root.isConnected && root.address === address);
  followed.set(address, parts);
  if (!parts.length) return followed.delete(address);
  if (!document.hidden) {
    try {
      const answer = await fetch(address, {cache: "no-store"});
      const found = answer.ok ? await answer.json() : {ended: true};
      if (found.ended) {
        followed.delete(address);
        return parts.find(root => root.isConnected)?.tell("ended", true); // one may have gone meanwhile
      }
      for (const root of parts) show(root, found[root.part]);
    } catch {
      // No connection for the moment; Streamlit says so.
    }
  }
  setTimeout(look, every, address, every);
}

function show(root, html) {
  if (html !== root.shown) root.innerHTML = root.shown = html;
}

export default function({data, parentElement, setTriggerValue}) {
  const root = parentElement.querySelector(".live"), {address, part, every} = data;
  root.tell = setTriggerValue;
  if (root.address === address) return; // what was fetched is newer
  [root.address, root.part] = [address, part];
  show(root, data.html);
  if (followed.has(address)) followed.get(address).push(root);
  else {
    followed.set(address, [root]);
    setTimeout(look, every, address, every);
  }
}
