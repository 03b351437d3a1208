from numba.core.registry import CPUDispatcher

from n2n.compute.jit import Kernel, njit


@njit(nogil=True)
def _square(x):
    """A square."""
    return x * x


@njit(nogil=True)
def _sum_of_squares(x, y):
    return _square(x) + _square(y)


def test_a_kernel_is_compiled_when_it_is_called_with_those_that_it_calls():
    assert isinstance(_square, Kernel)
    assert _square.__doc__ == "A square."
    assert _sum_of_squares(3, 4) == 25
    # Called from compiled code, the inner one is no longer a Python object.
    assert isinstance(_square, CPUDispatcher)
    assert _square(5) == 25
    assert _sum_of_squares.compiled() is _sum_of_squares.compiled()
