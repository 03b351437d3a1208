"""What the visitor's browser has sent for the current run of the page."""

from streamlit.runtime.scriptrunner import get_script_run_ctx


def sent(key: str) -> bool:
    """Whether it sent the value of this control, so that it has drawn it.

    Streamlit has no public name for this; where a later version keeps it elsewhere, the answer is yes.
    """
    context = get_script_run_ctx()
    try:
        state = context.session_state._state
        return state._key_id_mapper.get_id_from_key(key, None) in state._new_widget_state.states
    except AttributeError:
        return True
