import n2n
from n2n.cli import main


def test_every_dataset_stands_in_the_table_with_its_facts(capsys):
    assert main(["datasets"]) == 0
    facts = capsys.readouterr().out.partition("\n\n")[0].splitlines()
    rows = {line.split()[0]: line for line in facts[1:]}
    assert list(rows) == list(n2n.catalogue())
    for key, info in n2n.catalogue().items():
        assert info.title in rows[key]
        assert rows[key].split()[-4:] == [
            f"{number:,}" for number in (info.nodes, info.edges, info.features, info.classes)
        ]
        assert ("bundled" in rows[key]) == info.bundled


def test_it_says_where_the_others_come_from(capsys, monkeypatch, tmp_path):
    monkeypatch.setenv("N2N_DATA", str(tmp_path))
    main(["datasets"])
    out = capsys.readouterr().out
    assert str(tmp_path) in out
    for info in n2n.catalogue().values():
        assert (f"  {info.key} " in out and info.source in out) or info.bundled
