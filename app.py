"""N2N Explorer: `streamlit run app.py`."""

import streamlit as st

import n2n

st.set_page_config(page_title="N2N Explorer", page_icon=":material/hub:")

POSITIVES = (1, 2, 3, 4, 5, "all")


@st.cache_data(show_spinner="Ranking the neighbours of every node")
def summary(key: str) -> tuple[dict[str, str], dict[str, float], dict[str, int]]:
    """Facts, label smoothness and number of subgraphs of a dataset, for each number of positives."""
    graph = n2n.load(key)
    ranking = n2n.rank(graph)
    smoothness, subgraphs = {}, {}
    for k in POSITIVES:
        positives = n2n.all_neighbours(graph) if k == "all" else ranking.top(k)
        smoothness[str(k)] = n2n.label_smoothness(graph, positives)
        subgraphs[str(k)] = n2n.partition(positives).num_subgraphs
    counts = {
        "Nodes": graph.num_nodes,
        "Edges": graph.num_edges,
        "Features": graph.num_features,
        "Classes": graph.num_classes,
        "Nodes without a neighbour": graph.num_isolated,
    }
    return {name: f"{count:,}" for name, count in counts.items()}, smoothness, subgraphs


st.title("N2N Explorer")
bundled = {key: info for key, info in n2n.catalogue().items() if info.bundled}
key = st.selectbox("Dataset", list(bundled), format_func=lambda key: bundled[key].title)
st.write(bundled[key].description)
facts, smoothness, subgraphs = summary(key)
for column, (name, value) in zip(st.columns(len(facts)), facts.items(), strict=True):
    column.metric(name, value)

st.subheader("How often a positive has another label than its node")
st.write(
    "TAPS keeps, for every node, the k neighbours whose surroundings resemble its own most. "
    "The bars show the share of these pairs with two different labels; lower is smoother."
)
st.bar_chart(
    {"Positives per node k": list(smoothness), "Label smoothness δ_l": list(smoothness.values())},
    x="Positives per node k",
    y="Label smoothness δ_l",
)
st.subheader("Subgraphs")
st.write("Joining every node with its positives cuts the graph into this many connected pieces:")
st.table([{f"k = {k}": f"{count:,}" for k, count in subgraphs.items()}])
