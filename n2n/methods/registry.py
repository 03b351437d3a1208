"""All methods by one interface: their settings by name or from a file, and the model on a graph."""

from importlib import import_module
from typing import TYPE_CHECKING, Any

from n2n.graph import Graph
from n2n.methods.base import MethodSettings
from n2n.methods.baselines.settings import BaselineSettings
from n2n.methods.identity import MethodName
from n2n.methods.n2n.settings import Settings

if TYPE_CHECKING:
    from n2n.methods.model import Model
    from n2n.methods.ranks import Ranks
    from n2n.taps.ranking import Ranking


def settings_for(name: "str | MethodName", dataset: str) -> MethodSettings:
    """The settings with which a method runs on a dataset.

    >>> settings_for("GraphSAGE-Mean-TAPS-3", "cora").k
    3
    >>> settings_for("N2N-TAPS-2 (URL)", "cora").framework
    'URL'
    """
    method = MethodName.parse(name) if isinstance(name, str) else name
    if method.is_n2n:
        sampler = method.sampler or "taps"
        return Settings.for_dataset(dataset, method.framework or "JL", method.k, sampler=sampler)
    sampled = {"k": method.k, "sampler": method.sampler} if method.sampler else {}
    return BaselineSettings.for_dataset(dataset, method.base, **sampled)


def settings_from(values: dict[str, Any]) -> MethodSettings:
    """Settings of any method from the result of their `to_dict`.

    >>> settings_from({"tau": 2.0}).name, settings_from({"method": "GCN"}).name
    ('N2N-TAPS-1 (JL)', 'GCN')
    """
    return (BaselineSettings if "method" in values else Settings).from_dict(values)


def build(
    graph: Graph,
    settings: MethodSettings,
    ranking: "Ranking | None" = None,
    ranks: "Ranks | None" = None,
) -> "Model":
    """The model of a method on a graph, ready for its first step.

    Args:
        ranking: the graph's ranking where there is one already; without it, a method that needs one ranks.
        ranks: the processes that share the work, where there are several.

    >>> import n2n
    >>> build(n2n.load("karate"), BaselineSettings("MLP", width=8)).embed().shape
    torch.Size([34, 8])
    """
    if ranks is not None and ranks.size > 1 and not settings.batch_size:
        raise ValueError(
            f"{settings.name} learns from all nodes at once, which several processes cannot share: "
            "choose N2N with a batch_size."
        )
    # The code of a method is loaded when it is needed: torch takes seconds.
    if isinstance(settings, BaselineSettings):
        module, model = settings.baseline.model.split(".")
        return getattr(import_module(f"n2n.methods.baselines.{module}"), model)(graph, settings, ranking)
    from n2n.methods.n2n.model import N2NModel
    from n2n.methods.ranks import ALONE

    assert isinstance(settings, Settings)
    return N2NModel(graph, settings, ranking, ranks or ALONE)
