"""The guided lessons as plain data: what to set, what to look at, what to think about.

A step names every setting of its page that it is about, so that the way back shows the same as the way there.
The numbers in the texts are those of the bundled graphs; a test computes them.
"""

from dataclasses import dataclass


@dataclass(frozen=True)
class Step:
    """One page with prepared settings."""

    page: str
    """Name of the file in `pages/`, without its extension."""
    settings: dict[str, str | int | bool]
    """Values by the key of their control, as the address has them; the dataset is one of them."""
    look: str
    question: str


@dataclass(frozen=True)
class Lesson:
    """A question that a few steps answer."""

    title: str
    about: str
    steps: tuple[Step, ...]


_CLUB = {"dataset": "karate", "node": 33}
_TAPS = {"dataset": "cora", "seed": 0}
_BARS = {"dataset": "cora", "bars": "Per sampled pair", "draws": 10}
_RUN = {
    "dataset": "cora",
    "recipe": "text",
    "train.framework": "URL",
    "train.sampler": "taps",
    "train.k": "1",
    "train.width": 128,
    "train.epochs": 60,
    "train.evaluate_every": 5,
    "train.watch_theorem": True,
}

LESSONS = {
    "choice": Lesson(
        "What does TAPS choose?",
        "From one node and its neighbours to the subgraphs of a whole graph.",
        (
            Step(
                "graph",
                {**_CLUB, "view": "Surroundings", "depth": 1},
                "Node 33 is one of the two heads of a karate club; the picture shows its 17 friends. N2N "
                "lets a single neighbour, the positive, stand for all of them.",
                "Which of the 17 would you take, and why that one?",
            ),
            Step(
                "taps",
                {**_CLUB, "k": 1, "neighbour": 32, "seed": 0},
                "The top bar is the choice of TAPS: node 32. The two circles beside it show why. Both have "
                "many friends, and 10 of them in common, far more than chance would give.",
                "The four terms below add up to the length of the bar. Which of them makes most of it?",
            ),
            Step(
                "taps",
                {**_CLUB, "k": 2, "neighbour": 13, "seed": 0},
                "With k = 2 node 13 comes along, and it shares no friend at all with node 33. Mutual "
                "information counts any dependence: never together tells as much as always together.",
                "Would you call node 13 similar to node 33? When could such a positive do harm?",
            ),
            Step(
                "taps",
                {**_TAPS, "node": 1701, "k": 1, "neighbour": 232},
                "Now a real graph: papers that cite each other. Paper 1701 has 74 neighbours, and two of "
                "them tie for the first place; the lower number wins. Ties are common in Cora, since 46 % "
                "of its edges join two papers without a common neighbour.",
                "Try another instructive node. Is its best neighbour of its own class?",
            ),
            Step(
                "subgraphs",
                {"dataset": "cora", "k": 1, "show": "Gallery", "subgraph": 0},
                "Join every paper with its choice, and Cora falls into 397 subgraphs. Of those with two "
                "papers or more, 73 % hold one class only.",
                "Choose Growing k at the side. What happens to the largest subgraph at k = 2?",
            ),
        ),
    ),
    "random": Lesson(
        "Is a chosen neighbour better than a random one?",
        "One node proves nothing: compare all of them, and more than one graph.",
        (
            Step(
                "taps",
                {**_TAPS, "node": 985, "k": 1, "neighbour": 1149},
                "The ranking of the five neighbours of paper 985. TAPS takes the top bar; a random draw "
                "takes any of them, and here four of five have the label of the paper.",
                "Change the seed a few times. How often does chance do as well as TAPS?",
            ),
            Step(
                "smoothness",
                {**_BARS, "k": 1},
                "Now all papers at once. The bar is the share of pairs with two different labels, so lower "
                "is better: 0.163 for the choice of TAPS, 0.175 for a random neighbour, 0.190 for all "
                "neighbours.",
                "The thin line on a grey bar is the spread over ten draws. Is the gap larger than that?",
            ),
            Step(
                "smoothness",
                {**_BARS, "k": 5},
                "With five positives TAPS gives 0.177 and chance 0.182. Most papers have no more than five "
                "neighbours, so both must take nearly the same ones.",
                "At which k would the two bars be equal for certain?",
            ),
            Step(
                "smoothness",
                {**_BARS, "bars": "Per graph edge", "k": 5},
                "The same pairs, divided by all edges of the graph. Now the bars climb from 0.042 to 0.140, "
                "and those of chance climb with them: there are more pairs to count.",
                "Somebody shows you only the coloured bars. What could they wrongly conclude?",
            ),
            Step(
                "smoothness",
                {**_BARS, "dataset": "karate", "k": 1},
                "In the karate club it is the other way round: 0.265 for TAPS, 0.088 for chance. One "
                "reason: node 0, the head of one side, takes node 31 of the other side, with whom it shares "
                "no friend. Never together counts, too.",
                "So when does the choice help? Look at other graphs in the sidebar before you answer.",
            ),
        ),
    ),
    "smoothing": Lesson(
        "Does maximising mutual information smooth the graph?",
        "Two short trainings, one of which does what Theorem 1 says.",
        (
            Step(
                "smoothness",
                {**_BARS, "k": 1},
                "This page is about labels: how often do two neighbours differ? Training without labels "
                "cannot see them. It can only bring the representations of neighbours together, and how far "
                "they lie apart is the feature smoothness $\\delta_f$.",
                "If training makes $\\delta_f$ small, which neighbours had better be the positives?",
            ),
            Step(
                "train",
                {**_RUN, "train.similarity": "cosine"},
                "A short run without labels is prepared, with cosine similarity as the paper writes it. The "
                "claim (Theorem 1): as mutual information grows, $\\delta_f$ falls. Press **Start**, then "
                "Next.",
                "What do you expect of the two curves?",
            ),
            Step(
                "train",
                {**_RUN, "train.similarity": "cosine"},
                "Look at the lower curves: the bound on the mutual information rises, $\\delta_f$ falls. "
                "The sentence under the figure says by how much.",
                "Could $\\delta_f$ fall to zero without anything having been learnt?",
            ),
            Step(
                "train",
                {**_RUN, "train.similarity": "dot"},
                "The same run is prepared with one change: the raw dot product, as in the code that the "
                "authors released. Press **Start**. The bound rises higher than before, but $\\delta_f$ "
                "rises too: a dot product also grows when all representations become longer.",
                "What would you have to divide $\\delta_f$ by to make the two runs comparable?",
            ),
            Step(
                "embeddings",
                {"dataset": "cora", "panels": "Side by side", "layout": "PCA", "space": "2D"},
                "Raw features on the left, the trained representations on the right. Purity says how many "
                "of the nearest nodes have the same label. The runs of this lesson learn without labels; an "
                "embedding marked JL has learnt from them.",
                "Draw around a group on the right. Was it together on the left?",
            ),
        ),
    ),
}
