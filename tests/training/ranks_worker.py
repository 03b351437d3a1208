"""What each of two processes runs in `test_distributed`: the same trainings, their curves into a file."""

import json

import numpy as np

import n2n
from n2n.training.distributed import joined
from n2n.training.trainer import Trainer

# Two steps per epoch, so that 15 epochs are 30 steps; an odd number of nodes is shared unequally.
BASE = n2n.Settings(
    width=8, dropout=0.0, epochs=15, evaluate_every=15, batch_size=17, learning_rate=0.01, tau=0.5
)
CASES = {
    "exact": BASE.replace(estimator="exact"),
    "exact dot, all neighbours": BASE.replace(estimator="exact", similarity="dot", k="all", tau=5.0),
    "three positives": BASE.replace(k=3, tau=0.2),
    "logits too": BASE.replace(tau=5.0, framework="URL", loss_on_logits=True),
    "two stages": BASE.replace(framework="PT&FT", estimator="exact", epochs=8, finetune_epochs=7),
    "labels alone": BASE.replace(alpha=0.0, batch_size=7),
    "own negatives": BASE.replace(estimator="exact", gather_across_ranks=False),
}


def made_up(nodes: int) -> n2n.Graph:
    """A random graph with 34 features, as many as the karate club has."""
    rng = np.random.default_rng(0)
    x, y = rng.random((nodes, 34), np.float32), rng.integers(0, 2, nodes)
    return n2n.Graph.from_edges(rng.integers(0, nodes, (2, 3 * nodes)), x=x, y=y)


def curves(ranks) -> dict:
    """First gradient, losses and last score by case; bytes of each step for two sizes."""
    karate, found = n2n.load("karate"), {}
    for name, settings in CASES.items():
        trainer, gradient = Trainer(karate, settings, ranks=ranks), []
        trainer.model.on_step = lambda t=trainer, g=gradient: g or g.extend(_gradient(t.model))
        history = list(trainer)
        found[name] = [gradient, [epoch.loss for epoch in history], history[-1].f1_val]
    for nodes in (100, 400):
        trainer, sent = Trainer(made_up(nodes), CASES["exact"].replace(batch_size=20), ranks=ranks), []
        trainer.model.on_step = lambda sent=sent: sent.append(ranks.sent)
        trainer.model.step("joint")
        found[f"bytes {nodes}"] = np.diff(sent).tolist()
    return found


def _gradient(model) -> list[float]:
    """What the step just taken was made of, averaged over the ranks."""
    weights = [weight for weight in model.parameters() if weight.grad is not None]
    return [number for weight in weights for number in weight.grad.flatten().tolist()]


def main(words: list[str]) -> None:
    """The curves as JSON, into the file that is the only word."""
    with joined("cpu") as ranks:
        found = curves(ranks)
        if ranks.first:
            with open(words[0], "w", encoding="utf-8") as file:
                json.dump(found, file)
