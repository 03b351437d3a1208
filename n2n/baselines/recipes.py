"""stub"""

from n2n.baselines.settings import RivalSettings


def rival_settings(name, method, **changes):
    return RivalSettings(method).replace(**changes)
