# Goes the shortest way to the Light Core, whoever hunts it.
import json, sys
WAYS = {"up": (-1, 0), "down": (1, 0), "left": (0, -1), "right": (0, 1)}

def beside(row, col):
    for way, (down, right) in WAYS.items():
        to = row + down, col + right
        wall = (min(row, to[0]), min(col, to[1]), "h" if down else "v")
        if 0 <= to[0] < board["rows"] and 0 <= to[1] < board["cols"] and wall not in walls:
            yield way, to

for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "start":
        board = message["config"]
        walls = {(wall["row"], wall["col"], wall["dir"]) for wall in board["walls"]}
        steps = {tuple(board["core"]): 0}
        for cell in (queue := list(steps)):
            for _, to in beside(*cell):
                if to not in steps:
                    steps[to] = steps[cell] + 1
                    queue.append(to)
    elif message["type"] == "turn" or message.get("next") == "more":
        view = message["view"]
        step = min(beside(*view["runners"][view["turn"]]["at"]), key=lambda way: steps.get(way[1], 999))[0]
        print(json.dumps({"window": message["window"], "act": {"move": step}}), flush=True)
