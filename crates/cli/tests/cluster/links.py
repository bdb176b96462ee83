"""Networks: cables between this machine and networks of their own, each of which can be cut and slowed down by itself. They need root, like the walls."""

import os, subprocess, time
from contextlib import contextmanager

# Other runs on this machine have networks of their own.
NET = 20 + os.getpid() % 50 * 4


def sh(*command, check=True):
    return subprocess.run([str(word) for word in command], check=check, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL).returncode


def network(net):
    """Makes a network that nothing leads to yet."""
    sh("ip", "netns", "add", net)
    sh("ip", "-n", net, "link", "set", "lo", "up")


class Link:
    """A cable from here to a network."""

    def __init__(self, net, name, here, there, bits):
        self.net, self.name, self.inner = net, name, f"{name}i"
        sh("ip", "link", "add", name, "type", "veth", "peer", "name", self.inner, "netns", net)
        sh("ip", "addr", "add", f"{here}/{bits}", "dev", name)
        sh("ip", "link", "set", name, "up")
        sh("ip", "-n", net, "addr", "add", f"{there}/{bits}", "dev", self.inner)
        sh("ip", "-n", net, "link", "set", self.inner, "up")

    def cut(self, seconds):
        sh("ip", "link", "set", self.name, "down")
        time.sleep(seconds)
        sh("ip", "link", "set", self.name, "up")

    @contextmanager
    def silent(self):
        """Nothing comes through, either way, and nobody is told so."""
        ends = [(["tc"], self.name), (["tc", "-n", self.net], self.inner)]
        for tc, device in ends:
            sh(*tc, "qdisc", "add", "dev", device, "root", "tbf", "rate", "8bit", "burst", "1", "latency", "1ms")
        yield
        for tc, device in ends:
            sh(*tc, "qdisc", "del", "dev", device, "root")

    def slow(self, seconds):
        sh("tc", "qdisc", "add", "dev", self.name, "root", "tbf", "rate", "256kbit", "burst", "16kb", "latency", "400ms")
        time.sleep(seconds)
        sh("tc", "qdisc", "del", "dev", self.name, "root", check=False)

    def remove(self):
        sh("ip", "link", "del", self.name, check=False)


class Rack:
    """The machine that PostgreSQL, NATS and the bucket are on. Each arena has a cable of its own to each of them, so that one can be cut off from one; whoever
    looks after them has another one, which is never cut."""

    SERVICES = ("PostgreSQL", "NATS", "the bucket")

    def __init__(self, arenas):
        self.net = f"meydan-rack-{NET}"
        network(self.net)
        self.enter = ["nsenter", f"--net=/run/netns/{self.net}"]
        places = [None] + [(service, arena) for service in self.SERVICES for arena in range(arenas)]
        self.numbers = {place: number for number, place in enumerate(places)}
        self.links = {
            place: Link(self.net, f"mr{NET}n{number}", f"10.78.{NET}.{4 * number + 1}", self.at(number), 30) for place, number in self.numbers.items()
        }

    @staticmethod
    def at(number):
        return f"10.78.{NET}.{4 * number + 2}"

    def host(self, service=None, arena=None):
        """Where an arena finds one of them, or where whoever looks after them does."""
        return self.at(self.numbers[None if arena is None else (service, arena)])

    def link(self, service, arena):
        return self.links[service, arena]

    def remove(self):
        for link in self.links.values():
            link.remove()
        sh("ip", "netns", "del", self.net, check=False)
