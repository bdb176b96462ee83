"""The notebook runs, and what it says holds."""

import json

import numpy as np
from conftest import ROOT


def test_the_notebook_runs_from_its_first_cell_to_its_last():
    cells = json.loads((ROOT / "python/examples/tour.ipynb").read_text())["cells"]
    names = {}
    for cell in cells:
        if cell["cell_type"] == "code":
            exec("".join(cell["source"]), names)
    assert len(names["results"]) >= 1024 and np.mean(names["results"]) < 0
