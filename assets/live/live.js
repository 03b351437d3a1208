// Parts of a run in progress, fetched again and again without a run of the page: see pages/ui/live_run.py.
// Parts with one address share what is fetched. All addresses are looked at together, and with the pictures of
// a map that is fed: what changes at one moment is laid out and painted once.
const followed = (window.n2nFollowed ??= new Map());
const TOGETHER = 500; // milliseconds that a look waits for that of a map

const until = (name, most) => new Promise(resolve => {
  addEventListener(name, resolve, {once: true});
  setTimeout(resolve, most);
});

async function look(every) {
  await until("n2n-look", TOGETHER);
  for (const [address, parts] of followed) {
    const shown = parts.filter(root => root.isConnected && root.address === address);
    if (shown.length) followed.set(address, shown);
    else followed.delete(address);
  }
  if (!document.hidden) {
    const addresses = [...followed.keys()];
    const found = await Promise.all(addresses.map(address => read(address, 4 * every)));
    addresses.forEach((address, place) => update(address, found[place]));
  }
  window.n2nLooks = followed.size > 0;
  if (followed.size) setTimeout(look, every, every);
}

// An answer may never come, as when the computer slept meanwhile.
async function read(address, most) {
  try {
    const answer = await fetch(address, {cache: "no-store", signal: AbortSignal.timeout(most)});
    return answer.ok ? await answer.json() : {ended: true};
  } catch {
    return {}; // No connection for the moment; Streamlit says so.
  }
}

function update(address, found) {
  const parts = followed.get(address) ?? [];
  if (found.ended) {
    // Else with the next look: who has just chosen another page would be led back, see pages/ui/theme.py.
    if (window.n2nStill?.() === false) return;
    followed.delete(address);
    parts.find(root => root.isConnected)?.tell("ended", true); // one may have gone meanwhile
  } else for (const root of parts) if (root.shows in found) show(root, found[root.shows]);
}

function show(root, html) {
  if (html !== root.shown) root.innerHTML = root.shown = html;
}

export default function({data, parentElement, setTriggerValue}) {
  const root = parentElement.querySelector(".live"), {address, part, every} = data;
  const parts = followed.get(address) ?? [];
  root.tell = setTriggerValue;
  if (parts.includes(root)) return; // what was fetched is newer
  [root.address, root.shows] = [address, part];
  show(root, data.html);
  followed.set(address, [...parts, root]);
  if (window.n2nLooks) return;
  window.n2nLooks = true;
  setTimeout(look, every, every);
}
