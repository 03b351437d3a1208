"""The values with which the baselines run on each dataset, all in one place.

Width and layers are the paper's (512 and 2) and so is the dropout of each dataset; the paper gives nothing
else for the baselines. Where a method did not learn well with the values that its kind shares, others were
tried
on Cora and judged by its validation nodes; on the other graphs only where a method's `by_dataset` says so.
Rates are ten times those of the paper and epochs a tenth.
"""

from typing import Any

from n2n.methods.baselines.catalogue import find_baseline
from n2n.methods.hyperparameters import hyper_parameters, paper_key

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


def recipe_values(name: str, method: str) -> dict[str, Any]:
    """The values of a method for a dataset; a graph that the paper does not use gets Cora's, for longer."""
    baseline, key = find_baseline(method), paper_key(name)
    values: dict[str, Any] = {"dropout": hyper_parameters()[key or "cora"].dropout}
    values["epochs"] = EPOCHS.get(key, EPOCHS_ELSEWHERE)
    if baseline.framework == "URL":
        values |= _PRETEXT
    else:
        every, patience = LOOKS.get(key, (5, 100))
        values |= _LABELS | {"evaluate_every": every, "patience": patience}
    if baseline.framework == "supervised" and key in WEIGHT_DECAY:
        values["weight_decay"] = WEIGHT_DECAY[key]
    return values | baseline.values | baseline.by_dataset.get(key, {})


def recipe_note(name: str, method: str) -> str:
    """One sentence: where the values of `recipe_values` come from.

    >>> recipe_note("cora", "GAT")
    "Width, layers and dropout as in the paper's text; the rest: as in its authors' work."
    """
    start = find_baseline(method).shape
    if not paper_key(name):
        start = "The paper does not use this graph: Cora's values with more epochs"
    return f"{start}; the rest: {find_baseline(method).why}."
