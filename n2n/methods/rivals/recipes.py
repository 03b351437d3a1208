"""The values with which the rivals run on each dataset, all in one place.

Width and layers are the paper's (512 and 2) and so is the dropout of each dataset; the paper gives nothing
else for the rivals. Where a method did not learn well with the values that its kind shares, others were tried
on Cora and judged by its validation nodes; on the other graphs nothing was tuned. Rates are ten times those
of the paper and epochs a tenth.
"""

from n2n.datasets.catalogue import find
from n2n.methods.hyperparameters import DATASETS, hyper_parameters
from n2n.methods.rivals.methods import METHODS
from n2n.methods.rivals.settings import RivalSettings

# Epochs at most; patience stops most runs earlier. Large graphs get fewer, since an epoch there takes
# seconds on one core and their curves are flat by then.
EPOCHS = {"cora": 100, "citeseer": 100, "pubmed": 120, "photo": 120, "cs": 60, "physics": 40}
EPOCHS_ELSEWHERE = 200
# Epochs between two looks at the validation nodes, and without a better one before a run ends, of methods
# that learn from labels. A look costs half an epoch, so that large graphs get fewer.
LOOKS = {
    "cora": (2, 40),
    "citeseer": (2, 40),
    "pubmed": (4, 40),
    "photo": (4, 40),
    "cs": (4, 24),
    "physics": (4, 20),
}
# L2 penalty: on PubMed many labels and few words, so little is needed.
WEIGHT_DECAY = {"pubmed": 1e-4}

_LABELS = {"learning_rate": 0.01, "weight_decay": 5e-4}
_PRETEXT = {"learning_rate": 0.001, "weight_decay": 0.0, "dropout": 0.0, "evaluate_every": 10, "patience": 40}
_WALKS = {
    "width": 128,
    "learning_rate": 0.025,
    "epochs": 6,
    "walk_length": 40,
    "window": 5,
    "evaluate_every": 2,
    "patience": 0,
}

METHOD_VALUES: dict[str, tuple[dict, str]] = {
    "SGC": (
        {"learning_rate": 0.05, "weight_decay": 5e-5, "dropout": 0.0},
        "one linear layer: a large rate and hardly any penalty",
    ),
    "L2-GCN": ({"patience": 0}, "an early end would leave out the second layer"),
    "FastGCN": ({"samples": 400, "batch": 1024}, "as its authors on Cora, with larger batches"),
    "GAT": ({"learning_rate": 0.005}, "as its authors"),
    "SplineCNN": ({"patience": 60}, "it learns more slowly than GCN"),
    "PNA": ({"learning_rate": 0.001}, "maxima and scaled sums are large: at 0.01 it does not settle"),
    "DeepWalk": (_WALKS, "128 numbers a node, as its authors; validation is flat after six walks a node"),
    "node2vec": (
        _WALKS | {"p": 0.5, "q": 2.0},
        "as DeepWalk; (p, q) = (½, 2) was better than (¼, 4), and (1, 1) would be DeepWalk itself",
    ),
    "InfoGraph": ({"dropout": 0.5}, "its sums over neighbours overfit without dropout"),
    "Graph-MLP": (
        {"samples": 2000, "alpha": 10.0, "tau": 1.0, "learning_rate": 0.01},
        "of α in {1, 10} and τ in {1, 2}, within its authors' ranges",
    ),
}
"""What differs from the values that all methods of a framework share, and why."""


def rival_settings(name: str, method: str, **changes) -> RivalSettings:
    """Settings of a method for a dataset; a graph that the paper does not use gets Cora's with more epochs.

    >>> rival_settings("physics", "GCN").dropout, rival_settings("cora", "DeepWalk").width
    (0.5, 128)
    >>> rival_settings("cora", "GraphSAGE-Mean", k=2, sampler="taps").name
    'GraphSAGE-Mean-TAPS-2'
    """
    if method not in METHODS:
        raise ValueError(f"There is no method {method!r}: choose among {', '.join(METHODS)}.")
    key = _known(name)
    values = {"dropout": hyper_parameters()[key or "cora"].dropout}
    values["epochs"] = EPOCHS.get(key, EPOCHS_ELSEWHERE)
    if METHODS[method].framework == "URL":
        values |= _PRETEXT
    else:
        every, patience = LOOKS.get(key, (5, 100))
        values |= _LABELS | {"evaluate_every": every, "patience": patience}
    if METHODS[method].framework == "supervised" and key in WEIGHT_DECAY:
        values["weight_decay"] = WEIGHT_DECAY[key]
    values |= METHOD_VALUES.get(method, ({}, ""))[0]
    return RivalSettings(method).replace(**(values | changes))


def rival_note(name: str, method: str) -> str:
    """One sentence: where the values of `rival_settings` come from.

    >>> rival_note("cora", "GAT")
    'Width, layers and dropout as the paper writes; the rest: as its authors.'
    """
    reason = METHOD_VALUES.get(method, ({}, "the same for all methods of its kind"))[1]
    start = "Width, layers and dropout as the paper writes"
    if _known(name) is None:
        start = "The paper does not use this graph: Cora's values with more epochs"
    return f"{start}; the rest: {reason}."


def _known(name: str) -> str | None:
    try:
        key = find(name).key
    except ValueError:
        return None
    return key if key in DATASETS else None
