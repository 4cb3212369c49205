"""Averages tuned encoders, evaluates the mean, and packs a model into parts.

    python soup.py <work> <name of the mean> <run> <run> …
    python soup.py <work> pack <run> <out>
"""

import sys
from pathlib import Path

import numpy as np
import torch

from evaluate import DevSets, embed_with, show
from model import Encoder
from quantise import rounded_state, rows8


def judge(state, work, title):
    device = "cuda" if torch.cuda.is_available() else "cpu"
    layers = 1 + max(int(name.split(".")[1]) for name in state if name.startswith("layers"))
    model = Encoder(layers).to(device)
    model.load_state_dict({name: torch.from_numpy(value) for name, value in state.items()})
    show(DevSets(work / "dev.npz", device).judge(embed_with(model, device, 1024), (0.6, 0.7, 0.75, 0.8, 0.85, 0.9)), title)


def read(work, name):
    arrays = np.load(work / f"{name}.npz")
    return {key: arrays[key].astype(np.float32) for key in arrays.files}


def mean(work, name, runs):
    states = [read(work, run) for run in runs]
    state = {key: np.mean([one[key] for one in states], 0) for key in states[0]}
    np.savez(work / f"{name}.npz", **{key: value.astype(np.float16) for key, value in state.items()})
    judge(state, work, f"mean of {' '.join(runs)}")


def pack(work, name, out, size=15_500_000):
    """The model in parts of limited size: words at 8 bits, the rest as 16-bit floats."""
    state = read(work, name)
    for bits in (8, 4):
        judge(rounded_state(state, bits), work, f"{name}, layers at 8 bits, words at {bits}")
    codes, scales = rows8(state.pop("words.weight"))
    np.savez(work / "packed.npz", words=codes, scales=scales, **{key: value.astype(np.float16) for key, value in state.items()})
    content = (work / "packed.npz").read_bytes()
    for number, at in enumerate(range(0, len(content), size)):
        (out / f"{name}.{number}").write_bytes(content[at : at + size])


if __name__ == "__main__":
    if sys.argv[2] == "pack":
        pack(Path(sys.argv[1]), sys.argv[3], Path(sys.argv[4]))
    else:
        mean(Path(sys.argv[1]), sys.argv[2], sys.argv[3:])
