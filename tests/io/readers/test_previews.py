from n2n.io.readers import preview


def test_a_corrected_preview_guesses_again():
    [look] = preview(("e.csv", b"a;b,c\nd;e,f\n"))
    assert look.corrected(delimiter=";").rows() == {"1: column 1": ["a", "d"], "2: column 2": ["b,c", "e,f"]}
    assert look.corrected(header=True).names() == ["a;b", "c"]


def test_of_two_edge_lists_the_narrower_one_is_taken():
    kinds = {
        look.name: look.columns.kind
        for look in preview({"a.csv": b"a,b,c\nd,e,f\nd,g,h\n", "b.csv": b"a,b\nd,e\n"})
    }
    assert kinds == {"a.csv": "nodes", "b.csv": "edges"}


def test_a_file_that_is_not_a_table_has_no_columns():
    [look] = preview(("g.gml", b"graph [ ]"))
    assert (look.kind, look.columns, look.text) == ("gml", None, None)
