"""A trained policy becomes a bot that can be submitted."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import Any, Mapping, Sequence, Union

import numpy as np
from numpy.typing import NDArray

from meydan import _native
from meydan.games import make_map
from meydan.vector import Vector

#: Dense layers with `tanh` between them: weights (inputs × outputs) and biases.
Layers = Sequence[tuple[NDArray[Any], NDArray[Any]]]

_TOML = """# How this bot is started: `meydan match`, `meydan gauntlet` and the arena read it.
game = "{game}"
language = "python"
name = {name}
start = "python3 main.py"
"""

#: The games whose views an exported policy can see through.
GAMES = ("labyrinth", "jungle")

#: Maps that fit into any frame, padded to it: what a frame holds is asked of the engine.
_SMALLEST: dict[str, tuple[dict[str, int], dict[str, Any]]] = {
    "labyrinth": ({"rows": 2, "cols": 2, "hunters": 0, "walls": 0, "boxes": 0}, {}),
    "jungle": (
        {"width": 5, "height": 5, "teams": 2, "diamonds": 1, "spawns": 1, "walls": 0},
        {"sides": 1, "options": {"units": 1, "check": "off"}},
    ),
}


def export(
    folder: str | Path,
    game: str,
    policy: Union[Layers, str, Path],
    *,
    heads: Sequence[int],
    frame: Mapping[str, int],
    inputs: str = "values",
    sample: bool = False,
    name: str = "trained",
) -> Path:
    """Packs a policy as a bot: a folder with a `meydan.toml`, for `meydan match`, `meydan gauntlet` and the arena.

    The bot carries the native part of this package, which turns views into observations and choices into acts exactly as the
    environment does. Dense layers need nothing else, not even numpy; an ONNX model needs onnxruntime where the bot is played,
    TorchScript needs torch.

    Args:
        folder: where to; it must not exist yet. Nothing is left of it where the policy is refused.
        policy: dense layers, or a file that ends in `.onnx` or `.pt` (TorchScript). It gives one number for each choice of each
            head; the best that the mask allows is chosen.
        sample: whether a choice is drawn instead, each number being a logit: a policy that was trained by drawing may stand still
            when only its best choice is taken. The draws follow from the match's config and the seat.
        heads, frame: those of the `Vector` it was trained in. Larger maps than the frame are refused.
        inputs: `"values"`, or `"flat"`: the planes first, as `Vector.flat` has them.
    """
    if game not in GAMES:
        raise ValueError(f"a policy for {game} cannot be exported yet; the games are {', '.join(GAMES)}")
    if inputs not in ("values", "flat"):
        raise ValueError(f"`inputs` is `{inputs}`; give `values` or `flat`")
    folder, source = Path(folder), None
    about: dict[str, Any] = {
        "game": game,
        "heads": [int(size) for size in heads],
        "frame": {key: int(size) for key, size in frame.items()},
        "inputs": inputs,
        "sample": bool(sample),
    }
    if isinstance(policy, (str, Path)):
        source = Path(policy)
        kinds = {".onnx": "onnx", ".pt": "torchscript"}
        if source.suffix not in kinds:
            raise ValueError(f"`{source.name}` is neither an ONNX model (.onnx) nor TorchScript (.pt)")
        if not source.is_file():
            raise FileNotFoundError(f"there is no file `{source}`; save the model first")
        about["format"], about["model"] = kinds[source.suffix], "model" + source.suffix
    else:
        about["format"] = "layers"
        layers = _layers(policy, sum(about["heads"]))
        about["layers"] = [{"w": w.round(6).tolist(), "b": b.round(6).tolist()} for w, b in layers]
    seen = _padded(game, about["frame"])
    if seen is not None:
        if seen.heads != about["heads"]:
            raise ValueError(f"the heads are {about['heads']}; the frame has {seen.heads}")
        width = len(seen.value_names) if inputs == "values" else seen.flat().shape[-1]
        if source is None and len(about["layers"][0]["w"]) != width:
            raise ValueError(f"the first layer has {len(about['layers'][0]['w'])} inputs; `{inputs}` are {width}")
    title = _toml(name)
    folder.mkdir(parents=True)
    try:
        if source is not None:
            shutil.copyfile(source, folder / about["model"])
        (folder / "policy.json").write_text(json.dumps(about, allow_nan=False), encoding="utf-8")
        (folder / "meydan.toml").write_text(_TOML.format(game=game, name=title), encoding="utf-8")
        shutil.copyfile(Path(__file__).parent / "kit/main.py", folder / "main.py")
        native = Path(_native.__file__)
        shutil.copyfile(native, folder / native.name)
    except BaseException:
        shutil.rmtree(folder)
        raise
    return folder


def _layers(policy: Layers, outputs: int) -> list[tuple[NDArray[Any], NDArray[Any]]]:
    """Layers that fit each other and the heads."""
    layers = [(np.asarray(w, float), np.asarray(b, float)) for w, b in policy]
    if not layers:
        raise ValueError("the policy has no layers; give at least one")
    last = layers[-1][1].size
    if last != outputs:
        raise ValueError(f"the last layer has {last} outputs; the heads have {outputs}")
    before = None
    for number, (w, b) in enumerate(layers):
        if w.ndim != 2 or b.shape != w.shape[1:] or before not in (None, w.shape[0]):
            wanted = "inputs × outputs" if before is None else f"{before} inputs × outputs"
            found = f"weights of the shape {w.shape} and biases of {b.shape}"
            raise ValueError(f"layer {number} has {found}; give {wanted}, and a bias for each output")
        if not (np.isfinite(w).all() and np.isfinite(b).all()):
            raise ValueError(f"layer {number} has weights that are not numbers; train it again")
        before = w.shape[1]
    return layers


def _padded(game: str, frame: Mapping[str, int]) -> Vector | None:
    """A match of the frame's sizes; nothing where the frame is smaller than any map or does not say all sizes."""
    knobs, options = _SMALLEST[game]
    vector = Vector(game, maps=make_map(game, 0, **knobs), pad=frame, threads=1, **options)
    return vector if vector.frame == frame else None


def _toml(text: str) -> str:
    """A string as TOML writes it: as JSON does, but for one sign."""
    try:
        text.encode()
    except UnicodeEncodeError:
        raise ValueError(f"the name is {text!a}; give one that can be written as UTF-8") from None
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")
