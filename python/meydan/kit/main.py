"""An exported policy as a bot: it speaks the native protocol, sees through `_native`, and decides by `policy.json` or `model.*`.

It needs Python 3.10 or newer. With numpy it is quicker; an ONNX or TorchScript model needs onnxruntime or torch.
"""

import json
import math
import os
import random
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, HERE)

import _native  # noqa: E402

try:
    import numpy
except ImportError:
    numpy = None


class Layers:
    """Dense layers with `tanh` between them."""

    def __init__(self, about):
        layers = about["layers"]
        if numpy is None:
            self.layers = [([list(column) for column in zip(*one["w"])], one["b"]) for one in layers]
        else:
            self.layers = [(numpy.array(one["w"]), numpy.array(one["b"])) for one in layers]

    def __call__(self, inputs):
        if numpy is not None:
            x = numpy.asarray(inputs)
            for number, (w, b) in enumerate(self.layers):
                x = x @ w + b
                x = numpy.tanh(x) if number + 1 < len(self.layers) else x
            return x.tolist()
        x = inputs
        for number, (columns, b) in enumerate(self.layers):
            x = [sum(a * c for a, c in zip(x, column) if a) + bias for column, bias in zip(columns, b)]
            x = [math.tanh(a) for a in x] if number + 1 < len(self.layers) else x
        return x


def onnx(file):
    """A model that gives logits for a row of inputs."""
    import onnxruntime

    session = onnxruntime.InferenceSession(file, providers=["CPUExecutionProvider"])
    name = session.get_inputs()[0].name
    return lambda inputs: session.run(None, {name: numpy.array([inputs], numpy.float32)})[0][0].tolist()


def torchscript(file):
    """A model that gives logits for a row of inputs."""
    import torch

    torch.set_num_threads(1)
    model = torch.jit.load(file).eval()

    def run(inputs):
        with torch.no_grad():
            return model(torch.tensor([inputs], dtype=torch.float32))[0].tolist()

    return run


class Bot:
    """The policy on a seat."""

    def __init__(self, start):
        with open(os.path.join(HERE, "policy.json"), encoding="utf-8") as file:
            self.about = json.load(file)
        self.eyes = _native.Observer(self.about["game"], json.dumps(start["config"]), start["seat"], self.about["frame"])
        if self.eyes.heads() != self.about["heads"]:
            raise SystemExit("the map is larger than the policy was trained for")
        # The same match is played the same way again.
        self.chance = random.Random(json.dumps([start["config"], start["seat"]]))
        kind = self.about["format"]
        model = os.path.join(HERE, self.about.get("model", ""))
        self.policy = {"layers": lambda: Layers(self.about), "onnx": lambda: onnx(model), "torchscript": lambda: torchscript(model)}[kind]()

    def acts(self, view):
        """What to do: in every head the best of what may be chosen, or a draw by the logits."""
        planes, values, mask = self.eyes.see(json.dumps(view))
        inputs = values if self.about["inputs"] == "values" else [float(byte) for byte in planes] + values
        logits = self.policy(inputs)
        if self.about.get("sample"):
            # The best after Gumbel's noise is a draw from the softmax.
            logits = [logit - math.log(self.chance.expovariate(1)) for logit in logits]
        choice, first = [], 0
        for size in self.about["heads"]:
            head = range(first, first + size)
            choice.append(max(head, key=lambda i: logits[i] if mask[i] else -math.inf) - first)
            first += size
        return [json.loads(act) for act in self.eyes.acts(choice)]


def main():
    """Lines of JSON in, lines of JSON out."""
    write = sys.stdout
    sys.stdout = sys.stderr
    bot = None

    def send(message):
        write.write(json.dumps(message) + "\n")
        write.flush()

    for line in sys.stdin:
        message = json.loads(line)
        if message["type"] == "start":
            bot = Bot(message)
        elif message["type"] == "end":
            return
        elif "view" in message and (message["type"] == "turn" or message.get("next") == "more"):
            acts = bot.acts(message["view"])
            for act in acts:
                send({"window": message["window"], "act": act})
            if not acts:
                send({"window": message["window"], "done": True})


if __name__ == "__main__":
    main()
