"""L2-GCN: a graph network that is trained one layer after the other."""

import torch
from torch import nn

from n2n.graph.adjacency import normalised
from n2n.methods.baselines.base import Supervised
from n2n.methods.baselines.layers import sparse_rows, times


class L2GCN(Supervised):
    """Layer-wise GCN: layer l learns h⁽ˡ⁾ = ReLU(Â h⁽ˡ⁻¹⁾ Wₗ) with its own classifier and is frozen then.

    You et al., L2-GCN: layer-wise and learned efficient training of graph convolutional networks, 2020.
    Kept: aggregation apart from the weights, greedy training of one layer at a time. Simplified: the layers
    share the epochs equally (the authors' second variant learns when to go on). With two layers of weights
    in the sense of the others (hidden and classifier) there would be nothing to train one by one, so
    `layers` counts the hidden layers here, as it does for its authors.

    The input of a layer, Â h⁽ˡ⁻¹⁾, is made once when the layer begins; only Â(X W₁) is cheaper the other way
    round, because X is sparse.
    """

    def prepare(self) -> None:
        """All layers with their classifiers; `active` says which one learns."""
        s = self.settings
        self.adjacency = sparse_rows(normalised(self.graph))
        inputs = [self.graph.num_features] + [s.width] * (s.layers - 1)
        self.weights = nn.ParameterList(self.weight(size, s.width) for size in inputs)
        self.heads = nn.ParameterList(self.weight(s.width, self.num_classes) for _ in inputs)
        self.offsets = nn.ParameterList(self.bias(self.num_classes) for _ in inputs)
        # Among the weights, so that going back to the best epoch also goes back to its layer.
        self.active = nn.Parameter(torch.zeros(()), requires_grad=False)
        self.frozen: list[torch.Tensor] = []
        """Â h⁽ˡ⁻¹⁾ of the layers after the first that have begun."""
        self.steps = 0

    def step(self, stage: str):
        """One step of the layer whose turn it is."""
        turn = self.steps * self.settings.layers // self.settings.epochs
        self.steps += 1
        if turn > len(self.frozen):
            with torch.no_grad():
                self.eval()
                self.frozen.append(times(self.adjacency, self.encode()))
                self.active.fill_(turn)
        return super().step(stage)

    def encode(self) -> torch.Tensor:
        """h of the layer that learns."""
        layer = int(self.active)
        weight = self.weights[layer]
        if layer == 0:
            return torch.relu(times(self.adjacency, times(self.drop(self.x), weight)))
        return torch.relu(self.drop(self.frozen[layer - 1]) @ weight)

    def classify(self, h: torch.Tensor) -> torch.Tensor:
        """The classifier of the layer that learns."""
        layer = int(self.active)
        return self.drop(h) @ self.heads[layer] + self.offsets[layer]

    def extra_state(self) -> dict[str, torch.Tensor]:
        """How many steps were taken, and the inputs of the layers that have begun."""
        frozen = {f"frozen_{layer}": inputs for layer, inputs in enumerate(self.frozen)}
        return {"steps": torch.tensor(self.steps), **frozen}

    def load_extra_state(self, state: dict[str, torch.Tensor]) -> None:
        self.steps = int(state["steps"])
        self.frozen = [state[f"frozen_{layer}"] for layer in range(len(state) - 1)]
