"""Where to compute, and with which optimiser."""

import sys
import threading

import pytest
import torch

import n2n
from n2n.methods.device import FUSED_FROM, choose_device, new_adam
from n2n.methods.n2n.batches import prefetch


def test_auto_takes_a_gpu_only_where_there_is_one(monkeypatch):
    monkeypatch.setattr(torch.cuda, "is_available", lambda: False)
    assert choose_device("auto") == choose_device("cpu") == torch.device("cpu")
    with pytest.raises(ValueError, match="this machine has no usable GPU: choose 'auto' or 'cpu'"):
        choose_device("cuda")
    monkeypatch.setattr(torch.cuda, "is_available", lambda: True)
    monkeypatch.setattr(torch.cuda, "device_count", lambda: 4)
    assert choose_device("auto") == torch.device("cuda:0")


def test_each_process_of_a_machine_has_a_gpu_of_its_own_in_every_thread(monkeypatch):
    monkeypatch.setattr(torch.cuda, "is_available", lambda: True)
    monkeypatch.setattr(torch.cuda, "device_count", lambda: 4)
    monkeypatch.setenv("LOCAL_RANK", "2")
    device, chosen = choose_device("auto"), []
    assert device == torch.device("cuda:2")
    monkeypatch.setattr(torch.cuda, "set_device", chosen.append)
    assert list(prefetch(lambda step: threading.get_ident(), range(1), device=device)) != [
        threading.get_ident()
    ]
    assert chosen == [device]


@pytest.mark.parametrize(("count", "fused"), [(FUSED_FROM - 1, False), (FUSED_FROM, True)])
def test_adam_has_the_settings_and_is_fused_for_many_weights(count, fused):
    weights = [torch.nn.Parameter(torch.zeros(count))]
    group = new_adam(weights, n2n.Settings(learning_rate=0.03, weight_decay=0.01)).param_groups[0]
    assert (group["lr"], group["weight_decay"], group["fused"]) == (0.03, 0.01, fused)


@pytest.mark.parametrize("count", [8, FUSED_FROM])
def test_adam_takes_the_steps_of_torchs_own_without_its_compiler(count, monkeypatch):
    settings = n2n.Settings(learning_rate=0.03, weight_decay=0.01)
    ours, theirs = (torch.nn.Parameter(torch.linspace(-1, 1, count)) for _ in range(2))
    own = torch.optim.Adam([theirs], lr=0.03, weight_decay=0.01, fused=count == FUSED_FROM)
    taken = [_step(own, theirs) for _ in range(4)]
    monkeypatch.setitem(sys.modules, "torch._dynamo", None)  # whoever loads it from here on fails
    adam = new_adam([ours], settings)
    for wanted in taken:
        assert torch.equal(_step(adam, ours), wanted)
        state = adam.state_dict()
        adam = new_adam([ours], settings)
        adam.load_state_dict(state)


def _step(optimiser, weight):
    optimiser.zero_grad()
    (weight**2).sum().backward()
    optimiser.step()
    return weight.detach().clone()
