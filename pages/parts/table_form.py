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


def form(preview: Preview, key: str) -> Columns:
    """The first rows and the widgets; returns what the visitor says that the columns are.

    Args:
        key: makes the widgets of this file different from those of any other.
    """
    with st.container(border=True):
        st.markdown(f"**{escape(preview.name)}**: {escape(preview.format)}")
        with st.container(horizontal=True, vertical_alignment="bottom"):
            kinds = NETWORK_KINDS if preview.has_edges else KINDS
            kind = st.segmented_control(
                "This file contains" if preview.has_edges else "This table contains",
                list(kinds),
                default=preview.columns.kind,
                format_func=kinds.get,
                required=True,
                key=f"{key}.kind",
                width="content",
            )
            if preview.is_text:
                preview = _separated(preview, key)
        columns = dataclasses.replace(preview.columns, kind=kind)
        # The key changes with the form of the table: its columns are others then.
        key = f"{key}.{columns.delimiter}.{columns.header}"
        if kind == "edges":
            left, right = st.columns(2)
            columns = dataclasses.replace(
                columns,
                source=_pick(left, "From", preview.names(), columns.source, f"{key}.source"),
                target=_pick(right, "To", preview.names(), columns.target, f"{key}.target"),
            )
        elif kind == "nodes":
            columns = _nodes(preview.names(), columns, key)
        st.dataframe(preview.rows(), hide_index=True, height="content")
    return columns


def _separated(preview: Preview, key: str) -> Preview:
    """Separator and header of a table in a text file; a change of them makes the columns new ones."""
    delimiter = st.selectbox(
        "Separator",
        list(DELIMITERS),
        index=list(DELIMITERS).index(preview.columns.delimiter),
        format_func=lambda character: DELIMITERS[character].capitalize(),
        key=f"{key}.delimiter",
        width=150,
    )
    header = st.toggle("Header", preview.columns.header, key=f"{key}.header", width="content")
    if (delimiter, header) == (preview.columns.delimiter, preview.columns.header):
        return preview
    return preview.corrected(delimiter=delimiter, header=header)


def _pick(place, label: str, names: list[str], default: int | None, key: str, optional: bool = False):
    """One of the columns, by its position."""
    if default is not None and default >= len(names):
        default = None if optional else 0
    return place.selectbox(
        label,
        range(len(names)),
        index=default,
        format_func=lambda at: f"{at + 1}: {names[at][:40]}",
        key=key,
        placeholder="none" if optional else "choose",
    )


def _nodes(names: list[str], columns: Columns, key: str) -> Columns:
    left, right = st.columns(2)
    id = _pick(left, "Node id", names, columns.id, f"{key}.id")
    label = _pick(left, "Label", names, columns.label, f"{key}.label", True)
    name = _pick(right, "Shown as", names, columns.name, f"{key}.name", True)
    sparse = _pick(right, "Features as feature:value", names, columns.sparse, f"{key}.sparse", True)
    free = [at for at in range(len(names)) if at not in (id, name, label)]
    features = [at for at in columns.features if at in free and sparse is None]
    if sparse is None and len(names) <= _PICKED:
        features = st.multiselect(
            "Feature columns",
            free,
            default=features,
            format_func=lambda at: f"{at + 1}: {names[at][:40]}",
            key=f"{key}.features.{id}.{name}.{label}",
            placeholder="none",
        )
    elif sparse is None:
        st.caption(f"Numeric columns that are used as features: {len(features):,}.")
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
