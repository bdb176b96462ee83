"""Whose the arrays are: what is given is checked by name, and what is bound stays bound."""

from multiprocessing import shared_memory

import meydan
import numpy as np
import pytest


def labyrinth(n=2, **arrays):
    return meydan.Vector("labyrinth", n, arrays=arrays)


def read_only():
    array = np.zeros((2, 1), np.float32)
    array.flags.writeable = False
    return array


def misaligned():
    return np.zeros(9, np.uint8)[1:].view(np.float32).reshape(2, 1)


@pytest.mark.parametrize(
    "name, array, text",
    [
        ("foo", np.zeros(1), "no array `foo`"),
        ("last_planes", np.zeros(1), "no array `last_planes`"),
        ("rewards", np.zeros((2, 1)), "`rewards` is float64"),
        ("acting", np.zeros((2, 2), np.uint8)[:, ::2], "`acting` is uint8 .* contiguous"),
        ("rewards", read_only(), "`rewards` is read-only"),
        ("rewards", misaligned(), "`rewards` is not aligned"),
    ],
)
def test_an_array_that_cannot_be_filled_is_refused_by_name(name, array, text):
    with pytest.raises(ValueError, match=text):
        labyrinth(**{name: array})


def test_arrays_that_overlap_are_refused():
    both, memory = np.zeros((3, 1), np.uint8), bytearray(4)
    for acting, refused in (
        (both[:2], both[1:]),
        (both[:2], both[:2]),
        (np.frombuffer(memory, np.uint8, 2).reshape(2, 1), np.frombuffer(memory, np.uint8, 2, 1).reshape(2, 1)),
    ):
        with pytest.raises(ValueError, match="`acting` and `refused` overlap"):
            labyrinth(acting=acting, refused=refused)


def test_arrays_lie_side_by_side_in_shared_memory():
    memory = shared_memory.SharedMemory(create=True, size=64)
    try:
        acting = np.frombuffer(memory.buf, np.uint8, 2).reshape(2, 1)
        refused = np.frombuffer(memory.buf, np.uint8, 2, 2).reshape(2, 1)
        vector = labyrinth(acting=acting, refused=refused)
        vector.reset(1)
        vector.step(np.full(2, -1))
        assert bytes(memory.buf[:4]) == bytes([1, 1, 1, 1])
        del vector, acting, refused
        memory.close()
    finally:
        memory.unlink()


@pytest.mark.parametrize("name", ["actions", "planes", "values", "mask", "acting", "rewards", "refused", "ended", "cut"])
def test_an_array_is_written_into_and_never_replaced(name):
    vector = labyrinth()
    array = getattr(vector, name)
    with pytest.raises(AttributeError, match=f"`{name}` cannot be replaced"):
        setattr(vector, name, array.copy())
    assert getattr(vector, name) is array


def test_a_reward_may_be_scaled_in_its_place():
    vector = labyrinth()
    vector.reset(1)
    rewards = vector.rewards
    vector.rewards += 3
    assert vector.rewards is rewards and (rewards == 3).all()


@pytest.mark.parametrize("name", ["ended", "rewards"])
def test_an_array_of_the_vector_keeps_its_size(name):
    vector = labyrinth()
    vector.reset(1)
    with pytest.raises(ValueError, match="cannot resize"):
        getattr(vector, name).resize(0, refcheck=False)
    vector.step(vector.sample())


@pytest.mark.parametrize("viewed", [False, True])
@pytest.mark.parametrize("name, dtype", [("ended", np.uint8), ("rewards", np.float32)])
def test_an_array_of_mine_that_was_resized_is_refused(name, dtype, viewed):
    mine = np.zeros((2, 1)[: 1 + (name == "rewards")], dtype)
    vector = labyrinth(**{name: mine[:] if viewed else mine})
    vector.reset(1)
    mine.resize(10_000, refcheck=False)
    for use in (vector.step, lambda: vector.reset(1), lambda: vector.reset_some(np.ones(2))):
        with pytest.raises(ValueError, match=f"`{name}` was resized"):
            use()


def test_another_shape_of_an_array_changes_nothing():
    vector = labyrinth(8)
    vector.reset(1)
    vector.ended.dtype = np.int64
    vector.cut.flags.writeable = False
    vector.step(np.zeros(8, int))
