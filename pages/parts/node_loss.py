"""One node's loss: its positive, its hardest negatives, and the formula with the values filled in."""

import streamlit as st

import n2n
from n2n.graph.graph import NO_LABEL
from n2n.methods.n2n.node_loss import DEFINITION, NodeLoss
from n2n.plots import node_loss as plots
from n2n.plots import theme
from n2n.training.run import Run
from pages.session import data, runs
from pages.session.markdown import escape
from pages.ui import figures, frame, nodes, run_view

HARDEST = 10


def show(dataset: str, graph: n2n.Graph) -> None:
    """The view of the first run that is chosen."""
    run = runs.chosen()[0]
    if run.dataset != dataset:
        title = escape(data.title(run.dataset))
        st.info(f"The chosen run is on {title}: choose that dataset, or another run.")
        return
    if not isinstance(run.settings, n2n.Settings):
        st.info(f"{escape(run.settings.name)} has no InfoNCE over all nodes: choose a run of N2N.")
        return
    epochs = _epochs(run)
    if not epochs:
        _none_yet(run)
        return
    left, right = st.columns((1, 1.6), gap="medium")
    with left:
        node = nodes.choose_node(dataset, offer_others=False)
    with right:
        epoch = _choose_epoch(epochs)
    ranking = data.ranking_for(dataset, run.settings)
    try:
        loss = n2n.node_loss(graph, run, node, epoch, hardest=HARDEST, ranking=ranking)
    except ValueError as problem:
        st.info(escape(str(problem)))
        return
    _draw(dataset, graph, run, loss)


def _epochs(run: Run) -> dict[str, int | None]:
    """The epochs whose embedding was kept: the words of the slider -> what `n2n.node_loss` takes."""
    found: dict[str, int | None] = {f"{epoch:,}": epoch for epoch in run.snapshots}
    if run.has_result:
        best = run.scores.epoch if run.scores else len(run.history)
        found[f"best ({best:,})" if run.scores else f"last ({best:,})"] = None
    return found


def _none_yet(run: Run) -> None:
    if run.status.ended:
        st.info("The run has kept no embedding, so there is no loss to analyse: train it again.")
        return
    when = "at its first snapshot" if run.settings.snapshots else "when it has ended: it keeps no snapshots"
    st.info(f"The run has not kept an embedding yet; it will {when}.")

    def wait() -> None:
        run_view.progress(run)
        if _epochs(run):
            st.rerun()

    run_view.follow(wait, [run], 2.0, "first_embedding")


def _choose_epoch(epochs: dict[str, int | None]) -> int | None:
    words = list(epochs)
    if len(words) == 1:
        st.caption(f"Epoch: {words[0]}, the only embedding that was kept. The setting Snapshots keeps more.")
        return epochs[words[0]]
    if st.session_state.get("loss epoch") not in words:
        st.session_state["loss epoch"] = words[-1]
    help = "Snapshots of the run, and the epoch of its final embedding."
    return epochs[st.select_slider("Epoch", words, key="loss epoch", help=help)]


def _draw(dataset: str, graph: n2n.Graph, run: Run, loss: NodeLoss) -> None:
    frame.metrics(
        {
            "Loss of the node": f"{loss.loss:.4f}",
            "Similarity to its positive": f"{loss.positive_similarity:.3f}",
            f"Share of the {len(loss.hardest)} hardest": f"{loss.shares.sum():.2%}",
        }
    )
    roles, members, shares = zip(*loss.terms, strict=True)
    names = {"name": [graph.name_of(node) for node in members]} if graph.node_names is not None else {}
    table = {
        "role": list(roles),
        "node": list(members),
        **names,
        "class": [graph.class_name(int(graph.y[node]), NO_LABEL) for node in members],
        "share": list(shares),
        "times an equal share": [round(share / loss.equal_share, 3) for share in shares],
    }
    name = f"{data.file_stem(dataset)}-node-loss"
    alt = "Shares of the denominator that the node, its positives and its hardest negatives have"
    figures.figure(plots.shares(graph, loss), name, table=table, height=400, alt=alt)
    st.latex(DEFINITION)
    st.latex(f"= {loss.formula}")
    st.dataframe(table, hide_index=True, height="content")
    st.caption(
        f"Node {nodes.in_words(graph, loss.node)} after epoch {loss.epoch:,} of {escape(run.name)} on "
        f"{escape(data.title(run.dataset))}, without dropout, τ = {loss.tau:g}, {loss.similarity} "
        f"similarity.{_what_else(run)}"
    )
    frame.notice(*_notices(graph, loss))


def _what_else(run: Run) -> str:
    if run.settings.framework == "URL" and run.settings.to_dict().get("loss_on_logits"):
        return " This run also puts InfoNCE on its output layer, which is not counted here."
    return " Fine-tuning did not minimise it." if run.settings.framework == "PT&FT" else ""


def _notices(graph: n2n.Graph, loss: NodeLoss) -> tuple[str, str]:
    count, total = len(loss.hardest), float(loss.shares.sum())
    times = total / (count * loss.equal_share) if count else 0.0
    first = (
        f"The {theme.counted(count, 'hardest negative')} together: {total:.2%} of the denominator, "
        f"{times:.1f} times what they would have if all {theme.nodes(loss.num_nodes)} had equal shares."
    )
    own = int(graph.y[loss.node])
    if own < 0 or not count:
        return first, ""
    same = int((graph.y[loss.hardest] == own).sum())
    return first, (
        f"Of its own class, {escape(graph.class_name(own))}: {same} of {count}."
        + (" InfoNCE does not see labels, so it pushes nodes of the same class away as well." if same else "")
    )
