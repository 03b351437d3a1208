"""L2-GCN: a graph network that is trained one layer after the other."""

import torch
from torch import nn

from n2n.methods.baselines.base import Supervised


class L2GCN(Supervised):
    """Layer-wise GCN: layer l learns h⁽ˡ⁾ = ReLU(Â h⁽ˡ⁻¹⁾ Wₗ) with its own classifier and is frozen then.

    You et al., L2-GCN: layer-wise and learned efficient training of graph convolutional networks, 2020.
    Simplified: the layers share the epochs equally (the authors' second variant learns when to go on). As
    with its authors, `layers` counts the hidden layers. The input of a layer, Â h⁽ˡ⁻¹⁾, is computed once when
    the layer begins; only Â(X W₁) is cheaper the other way round, because X is sparse.
    """

    def prepare(self) -> None:
        """All layers with their classifiers; `active` is the number of the one that learns."""
        s = self.settings
        self.adjacency = self.edges()
        inputs = [self.num_features] + [s.width] * (s.layers - 1)
        self.maps = self.linears([(size, s.width) for size in inputs], bias=False)
        self.heads = self.linears([(s.width, self.num_classes) for _ in inputs])
        # Among the weights, so that going back to the best epoch also goes back to its layer.
        self.active = nn.Parameter(torch.zeros(()), requires_grad=False)
        self.frozen: list[torch.Tensor] = []
        """Â h⁽ˡ⁻¹⁾ of the layers after the first that have begun."""

    def step(self, stage: str):
        """One step of the layer whose turn it is."""
        turn = self.steps_done * self.settings.layers // self.settings.epochs
        if turn > len(self.frozen):
            with torch.no_grad():
                self.eval()
                self.frozen.append(self.adjacency @ self.encode())
                self.active.fill_(turn)
        return super().step(stage)

    @property
    def _layer(self) -> int:
        """The layer that learns, or, in an evaluation, the one that the weights belong to."""
        return len(self.frozen) if self.training else int(self.active)

    def encode(self) -> torch.Tensor:
        """h of the layer that learns."""
        layer = self._layer
        if layer == 0:
            return torch.relu(self.maps[0](self.drop(self.x), self.adjacency))
        return torch.relu(self.maps[layer](self.drop(self.frozen[layer - 1])))

    def logits(self, h: torch.Tensor) -> torch.Tensor:
        """The classifier of the layer that learns."""
        return self.heads[self._layer](self.drop(h))

    def extra_state(self) -> dict[str, torch.Tensor]:
        """The inputs of the layers that have begun."""
        return super().extra_state() | {f"frozen_{i}": inputs for i, inputs in enumerate(self.frozen)}

    def load_extra_state(self, state: dict[str, torch.Tensor]) -> None:
        super().load_extra_state(state)
        count = sum(key.startswith("frozen") for key in state)
        self.frozen = [state[f"frozen_{i}"].to(self.device) for i in range(count)]
