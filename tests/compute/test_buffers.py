"""Recycled pages: used again when free, never while anybody holds them."""

import copy
import gc

import torch

from n2n.compute.buffers import Memory

SHAPE = (1024, 512)


def test_pages_come_back_when_the_last_holder_is_gone():
    memory = Memory()
    tensor = memory.empty(SHAPE)
    address, view = tensor.data_ptr(), tensor[3:].T
    del tensor
    assert memory.empty(SHAPE).data_ptr() != address, "a view still holds them"
    del view
    gc.collect()
    addresses = [t.data_ptr() for t in [memory.empty(SHAPE), memory.empty(SHAPE)]]
    assert address in addresses


def test_a_gradient_that_a_user_keeps_is_not_overwritten():
    memory = Memory()

    class Double(torch.autograd.Function):
        @staticmethod
        def forward(ctx, x):
            return 2 * x

        @staticmethod
        def backward(ctx, grad):
            return torch.mul(grad, 2, out=memory.empty(grad.shape, grad))

    x = torch.ones(SHAPE, requires_grad=True)
    (first,) = torch.autograd.grad(Double.apply(x).sum(), x)
    (5 * Double.apply(x)).sum().backward()
    assert (first == 2).all()
    assert (x.grad == 10).all()


def test_dtype_size_and_zeros():
    memory = Memory()
    like = torch.ones(2, dtype=torch.float64)
    assert memory.empty((600, 600), like).dtype == torch.float64
    assert memory.empty((3, 2)).shape == (3, 2)
    memory.empty(SHAPE).fill_(7)
    assert not memory.zeros(SHAPE).any()


def test_a_copy_starts_empty():
    memory = Memory()
    memory.empty(SHAPE)
    assert copy.deepcopy(memory)._free == {}
