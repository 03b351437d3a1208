"""All methods by one interface: settings by name or from a file, the model, the work of an epoch."""

from importlib import import_module
from typing import TYPE_CHECKING, Any

from n2n.graph import Graph
from n2n.methods.base import MethodSettings
from n2n.methods.baselines.settings import BaselineSettings
from n2n.methods.identity import MethodName
from n2n.methods.interface import Model, Work
from n2n.methods.n2n.settings import Settings

if TYPE_CHECKING:
    from n2n.methods.look import Look
    from n2n.methods.n2n.streamed import StreamedLook
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
    """Settings of any method from what their `to_dict` gave.

    >>> settings_from({"tau": 2.0}).name, settings_from({"method": "GCN"}).name
    ('N2N-TAPS-1 (JL)', 'GCN')
    """
    return (BaselineSettings if "method" in values else Settings).from_dict(values)


def build(
    graph: Graph,
    settings: MethodSettings,
    ranking: "Ranking | None" = None,
    ranks: "Ranks | None" = None,
) -> Model:
    """The model of a method on a graph, ready for its first step.

    Args:
        ranking: the graph's ranking where there is one already; without it, a method that needs one ranks.
        ranks: the processes that share the work, where there are several.

    >>> import n2n
    >>> build(n2n.load("karate"), BaselineSettings("MLP", width=8)).embed().shape
    torch.Size([34, 8])
    """
    # The code of a method is loaded when it is needed: torch takes seconds.
    if isinstance(settings, Settings) and settings.batch_size:
        from n2n.methods.n2n.batch_model import BatchModel
        from n2n.methods.ranks import ALONE

        return BatchModel(graph, settings, ranking, ranks or ALONE)
    if ranks is not None and ranks.size > 1:
        raise ValueError(
            f"{settings.name} learns from all nodes at once, which several processes cannot share: "
            "choose N2N with a batch_size."
        )
    if isinstance(settings, BaselineSettings):
        module = import_module(f"n2n.methods.baselines.{settings.baseline.module}")
        return getattr(module, settings.baseline.model)(graph, settings, ranking)
    from n2n.methods.n2n.model import N2NModel

    assert isinstance(settings, Settings)
    return N2NModel(graph, settings, ranking)


def look_at(model: Model) -> "Look | StreamedLook":
    """What a model says of all nodes at this moment.

    >>> import n2n
    >>> look_at(build(n2n.load("karate"), Settings(width=8))).embeddings().shape
    (34, 8)
    """
    from n2n.methods.look import Look  # torch takes seconds to load

    own = getattr(model, "look", None)
    return own() if own else Look(model)


def count_work(graph: Graph, settings: MethodSettings) -> Work:
    """The work of an epoch of a method on a graph.

    >>> import n2n
    >>> count_work(n2n.load("karate"), Settings()).estimator
    'exact'
    """
    # As above: the code of one method is loaded, not that of all.
    if isinstance(settings, BaselineSettings):
        from n2n.methods.baselines.work import baseline_work

        return baseline_work(graph, settings)
    from n2n.methods.n2n.work import n2n_work

    assert isinstance(settings, Settings)
    return n2n_work(graph, settings)
