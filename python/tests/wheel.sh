#!/bin/sh
# The wheel in a clean environment with nothing but numpy: wheel.sh WHEEL FOLDER
set -eu
python3 -m venv --clear "$2"
"$2/bin/pip" install --quiet --disable-pip-version-check "$1"
"$2/bin/pip" list --format freeze --disable-pip-version-check | grep -v -i -E '^(pip|setuptools|wheel)=' | cut -d= -f1 | sort | tr '\n' ' ' | grep -x 'meydan numpy '
cd "$2"
"$2/bin/python" - <<'PYTHON'
import meydan, sys
import numpy as np

vector = meydan.Vector("jungle", 8, sides=2, seats=[0], opponents="collector", options={"ticks": 20})
vector.reset(seed=1)
for _ in range(40):
    vector.step(vector.sample(np.random.default_rng(1)))
assert vector.ended.all()
match = meydan.play("labyrinth", ["house:greedy"], map="detour", seed=1)
assert match.trace.verify()["ok"]
assert not {"gymnasium", "pettingzoo", "torch"} & set(sys.modules)
print("the wheel works with nothing but numpy")
PYTHON
