"""A trained policy becomes a bot that can be submitted."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import Any, Mapping, Sequence, Union

import numpy as np
from numpy.typing import NDArray

from meydan import _native

#: Dense layers with `tanh` between them: weights (inputs × outputs) and biases.
Layers = Sequence[tuple[NDArray[Any], NDArray[Any]]]

_TOML = """# How this bot is started: `meydan match`, `meydan gauntlet` and the arena read it.
game = "{game}"
language = "python"
name = "{name}"
start = "python3 main.py"
"""

#: The games whose views an exported policy can see through.
GAMES = ("labyrinth", "jungle")


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
        folder: where to; it must not exist yet.
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
        about["format"], about["model"] = kinds[source.suffix], "model" + source.suffix
    else:
        about["format"] = "layers"
        about["layers"] = [
            {"w": np.asarray(w, float).round(6).tolist(), "b": np.asarray(b, float).round(6).tolist()} for w, b in policy
        ]
        width = sum(about["heads"])
        if len(about["layers"][-1]["b"]) != width:
            raise ValueError(f"the last layer has {len(about['layers'][-1]['b'])} outputs; the heads have {width}")
    # Nothing is left behind where something above was refused.
    folder.mkdir(parents=True)
    if source is not None:
        shutil.copyfile(source, folder / about["model"])
    (folder / "policy.json").write_text(json.dumps(about), encoding="utf-8")
    (folder / "meydan.toml").write_text(_TOML.format(game=game, name=name), encoding="utf-8")
    shutil.copyfile(Path(__file__).parent / "kit/main.py", folder / "main.py")
    native = Path(_native.__file__)
    shutil.copyfile(native, folder / native.name)
    return folder
