"""The preview of an uploaded file: what its columns are taken for, and widgets to correct it.

The attributes of nodes in a GraphML, GEXF or GML file are columns like those of a table.
"""

import dataclasses

import streamlit as st

from n2n.io.tables import DELIMITERS
from n2n.reading import Columns, Preview
from pages.session.markdown import escape

KINDS = {"edges": "Edges", "nodes": "Nodes", "ignore": "Not used"}
NETWORK_KINDS = {"nodes": "Edges and nodes", "ignore": "Not used"}
# More columns than this cannot be picked from a list; the guess then stands.
_PICKED = 200


def form(look: Preview, key: str) -> Columns:
    """The first rows and the widgets; returns what the visitor says that the columns are.

    Args:
        key: makes the widgets of this file different from those of any other.
    """
    with st.container(border=True):
        st.markdown(f"**{escape(look.name)}**: {escape(look.format)}")
        with st.container(horizontal=True, vertical_alignment="bottom"):
            kinds = NETWORK_KINDS if look.has_edges else KINDS
            kind = st.segmented_control(
                "This file holds" if look.has_edges else "This table holds",
                list(kinds),
                default=look.columns.kind,
                format_func=kinds.get,
                required=True,
                key=f"{key}.kind",
                width="content",
            )
            if look.is_text:
                look = _form_of_text(look, key)
        columns = dataclasses.replace(look.columns, kind=kind)
        # The key changes with the form of the table: its columns are others then.
        key = f"{key}.{columns.delimiter}.{columns.header}"
        if kind == "edges":
            columns = _edges(look.names(), columns, key)
        elif kind == "nodes":
            columns = _nodes(look.names(), columns, key)
        st.dataframe(look.rows(), hide_index=True, height="content")
    return columns


def _form_of_text(look: Preview, key: str) -> Preview:
    """Separator and header of a table in a text file; a change of them makes the columns new ones."""
    delimiter = st.selectbox(
        "Separator",
        list(DELIMITERS),
        index=list(DELIMITERS).index(look.columns.delimiter),
        format_func=lambda character: DELIMITERS[character].capitalize(),
        key=f"{key}.delimiter",
        width=150,
    )
    header = st.toggle("Header", look.columns.header, key=f"{key}.header", width="content")
    if (delimiter, header) == (look.columns.delimiter, look.columns.header):
        return look
    return look.corrected(delimiter=delimiter, header=header)


def _pick(
    label: str, names: list[str], default: int | None, key: str, *, optional: bool = False
) -> int | None:
    """One of the columns, by its position."""
    places = list(range(len(names)))
    if default is not None and default >= len(names):
        default = None if optional else 0
    return st.selectbox(
        label,
        places,
        index=default,
        format_func=lambda place: f"{place + 1}: {names[place][:40]}",
        key=key,
        placeholder="none" if optional else "choose",
    )


def _edges(names: list[str], columns: Columns, key: str) -> Columns:
    left, right = st.columns(2)
    with left:
        source = _pick("From", names, columns.source, f"{key}.source")
    with right:
        target = _pick("To", names, columns.target, f"{key}.target")
    return dataclasses.replace(columns, source=source, target=target)


def _nodes(names: list[str], columns: Columns, key: str) -> Columns:
    left, right = st.columns(2)
    with left:
        id = _pick("Node id", names, columns.id, f"{key}.id")
        label = _pick("Label", names, columns.label, f"{key}.label", optional=True)
    with right:
        name = _pick("Shown as", names, columns.name, f"{key}.name", optional=True)
        sparse = _pick("Features as feature:value", names, columns.sparse, f"{key}.sparse", optional=True)
    taken = (id, name, label)
    features = columns.features
    if sparse is not None:
        features = ()
    elif len(names) <= _PICKED:
        free = [place for place in range(len(names)) if place not in taken]
        features = st.multiselect(
            "Feature columns",
            free,
            default=[place for place in columns.features if place in free],
            format_func=lambda place: f"{place + 1}: {names[place][:40]}",
            key=f"{key}.features.{id}.{name}.{label}",
            placeholder="none",
        )
    else:
        st.caption(f"Numeric columns that are used as features: {len(features):,}.")
        features = [place for place in features if place not in taken]
    # A second column with names of classes only means something beside the labels that it was found with.
    kept = label == columns.label and columns.class_name not in (id, name)
    return dataclasses.replace(
        columns,
        id=id,
        name=name,
        label=label,
        sparse=sparse,
        features=tuple(features),
        class_name=columns.class_name if kept else None,
    )
