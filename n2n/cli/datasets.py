"""`n2n datasets`: the catalogue as a table."""

import click

from n2n.cli.output import table


@click.command()
def datasets() -> None:
    """List the datasets with their facts, and where those that are not bundled come from."""
    import n2n
    from n2n.files.assets import data_folder
    from n2n.graph.catalogue import unlisted

    known = n2n.catalogue().values()
    facts = []
    for info in known:
        numbers = (f"{number:,}" for number in (info.nodes, info.edges, info.features, info.classes))
        facts.append([info.key, info.title, info.kind, _origin(info), *numbers])
    headers = ["key", "title", "kind", "from", "nodes", "edges", "features", "classes"]
    print(table(headers, facts, left=4))
    for problem in unlisted():
        print(problem)
    print("\nEdges are undirected and without self-loops.")
    print(f"Datasets that are not bundled are read from {data_folder()} (set N2N_DATA to change it),")
    print("or else downloaded by torch-geometric from")
    print(table(["", ""], [[f"  {info.key}", info.source] for info in known if not info.bundled], left=2)[1:])


def _origin(info) -> str:
    if info.folder:
        return str(info.folder)
    return "bundled" if info.bundled else "torch-geometric"
