"""The catalogue: every dataset with its facts and the way to load it. A new dataset is one entry here."""

from n2n.datasets.bundled import Bundled, Networkx
from n2n.datasets.info import DatasetInfo
from n2n.datasets.pyg import TorchGeometric

_PLANETOID = "https://github.com/kimiyoung/planetoid"
_GNN_BENCHMARK = "https://github.com/shchur/gnn-benchmark/tree/master/data/npz"
_GEOM_GCN = "https://github.com/graphdml-uiuc-jlu/geom-gcn"


def _geom_gcn_files(name: str) -> tuple[str, ...]:
    splits = (f"{name}_split_0.6_0.2_{i}.npz" for i in range(10))
    return "out1_node_feature_label.txt", "out1_graph_edges.txt", *splits


_ENTRIES = (
    DatasetInfo(
        key="cora",
        title="Cora",
        kind="citation",
        nodes=2708,
        edges=5278,
        published_edges=10556,
        features=1433,
        classes=7,
        description="Machine-learning papers that cite each other, with the words they use.",
        source=_PLANETOID,
        licence="MIT",
        route=Bundled("cora.npz"),
    ),
    DatasetInfo(
        key="citeseer",
        title="CiteSeer",
        kind="citation",
        nodes=3327,
        edges=4552,
        published_edges=9104,
        features=3703,
        classes=6,
        description="Computer-science papers that cite each other; 48 papers have no citation here.",
        source=_PLANETOID,
        licence="MIT",
        route=Bundled("citeseer.npz"),
    ),
    DatasetInfo(
        key="pubmed",
        title="PubMed",
        kind="citation",
        nodes=19717,
        edges=44324,
        published_edges=88648,
        features=500,
        classes=3,
        description="Papers on diabetes that cite each other, with weighted words (TF-IDF).",
        source=_PLANETOID,
        licence="MIT",
        route=Bundled("pubmed.npz"),
    ),
    DatasetInfo(
        key="photo",
        title="Amazon Photo",
        kind="co-purchase",
        nodes=7650,
        edges=119081,
        published_edges=238162,
        features=745,
        classes=8,
        description="Photo products that are often bought together, with the words of their reviews.",
        source=_GNN_BENCHMARK,
        licence="MIT",
        route=TorchGeometric("Amazon", "photo", "Photo/raw", ("amazon_electronics_photo.npz",)),
        aliases=("amazon-photo",),
    ),
    DatasetInfo(
        key="cs",
        title="Coauthor CS",
        kind="co-authorship",
        nodes=18333,
        edges=81894,
        published_edges=163788,
        features=6805,
        classes=15,
        description="Computer scientists who wrote a paper together, with the keywords of their papers.",
        source=_GNN_BENCHMARK,
        licence="MIT",
        route=TorchGeometric("Coauthor", "cs", "CS/raw", ("ms_academic_cs.npz",)),
        aliases=("coauthor-cs",),
    ),
    DatasetInfo(
        key="physics",
        title="Coauthor Physics",
        kind="co-authorship",
        nodes=34493,
        edges=247962,
        published_edges=495924,
        features=8415,
        classes=5,
        description="Physicists who wrote a paper together, with the keywords of their papers.",
        source=_GNN_BENCHMARK,
        licence="MIT",
        route=TorchGeometric("Coauthor", "physics", "Physics/raw", ("ms_academic_phy.npz",)),
        aliases=("coauthor-physics",),
    ),
    DatasetInfo(
        key="karate",
        title="Karate club",
        kind="social",
        nodes=34,
        edges=78,
        published_edges=156,
        features=34,
        classes=2,
        description="Friendships in a karate club just before it split in two (Zachary, 1977).",
        source="networkx",
        licence="BSD-3-Clause",
        route=Networkx("karate_club_graph", label="club"),
        aliases=("karate-club", "zachary"),
    ),
    DatasetInfo(
        key="chameleon",
        title="Chameleon",
        kind="heterophilous",
        nodes=2277,
        edges=31371,
        published_edges=36101,  # 50 of them self-loops; of the rest, 26,691 run one way only
        features=2325,
        classes=5,
        description="Wikipedia pages on chameleons that link to each other, by their monthly traffic.",
        source=_GEOM_GCN,
        licence="not stated",
        route=TorchGeometric(
            "WikipediaNetwork",
            "chameleon",
            "WikipediaNetwork/chameleon/geom_gcn/raw",
            _geom_gcn_files("chameleon"),
            root="WikipediaNetwork",
        ),
    ),
    DatasetInfo(
        key="texas",
        title="Texas",
        kind="heterophilous",
        nodes=183,
        edges=279,
        published_edges=325,  # 16 of them self-loops; of the rest, 249 run one way only
        features=1703,
        classes=5,
        description="Web pages of a university's computer-science department that link to each other.",
        source=_GEOM_GCN,
        licence="not stated",
        route=TorchGeometric("WebKB", "texas", "WebKB/texas/raw", _geom_gcn_files("texas"), root="WebKB"),
        aliases=("webkb-texas",),
    ),
)


def catalogue() -> dict[str, DatasetInfo]:
    """All datasets with their facts, by their name for `n2n.load`; nothing is loaded.

    >>> list(catalogue())
    ['cora', 'citeseer', 'pubmed', 'photo', 'cs', 'physics', 'karate', 'chameleon', 'texas']
    """
    return {info.key: info for info in _ENTRIES}


def find(name: str) -> DatasetInfo:
    """The entry of a dataset by its key or an alias; case, spaces and underscores do not matter.

    >>> find("Amazon Photo").key
    'photo'
    """
    wanted = "-".join(str(name).casefold().replace("_", " ").split())
    for info in _ENTRIES:
        if wanted in (info.key, *info.aliases):
            return info
    raise ValueError(f"there is no dataset {name!r}: use one of {', '.join(catalogue())}.")
