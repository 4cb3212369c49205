"""Fine-tunes the encoder on requests and tools: python train_precise.py <work> '<json list of settings>' [<seconds>].

Each settings object is one run; unset members have the values of DEFAULTS. Every run is evaluated on the evaluation sets, both
alone and mixed with its initial model, and its arrays are written under its name.
"""

import json
import sys
import time
from pathlib import Path

import torch

from contrast import TrainSet, contrast, embed_all, encode, imitate
from evaluate import DevSets, embed_with, show
from model import Encoder, cosine_schedule, load_encoder, save_encoder

DEFAULTS = {
    "name": "run", "start": "minilm.npz", "layers": 6, "steps": 1000, "batch": 1024, "rate": 5e-5, "temperature": 0.04, "operations": 0.5,
    "imitate": 0.3, "mine_every": 400, "hard": True, "seed": 1, "dropout": 0.1, "teacher": "minilm.npz", "mixes": [0.5, 0.7, 0.85], "near": 0.95,
    "distil": 0.0, "keep": True,
}  # fmt: skip


def mixed(start, tuned, share):
    """The mean of two models, weight by weight."""
    model = Encoder(len(tuned.layers)).to(next(tuned.parameters()).device)
    first, second = start.state_dict(), tuned.state_dict()
    model.load_state_dict({name: (1 - share) * first[name].float() + share * second[name].float() for name in second})
    return model


def train(settings, train_set, teacher, work, device):
    """One run; returns the initial model and the tuned one."""
    torch.manual_seed(settings["seed"])
    model = load_encoder(work / settings["start"], settings["layers"]).to(device)
    start = load_encoder(work / settings["start"], settings["layers"]).to(device)
    model.dropout = settings["dropout"]
    decay = [value for value in model.parameters() if value.ndim > 1]
    rest = [value for value in model.parameters() if value.ndim == 1]
    optimizer = torch.optim.AdamW([{"params": decay, "weight_decay": 0.01}, {"params": rest, "weight_decay": 0.0}], lr=settings["rate"], betas=(0.9, 0.98))
    shares, (their_requests, their_tools) = train_set.shares(settings["operations"]), teacher
    began, total = time.time(), 0.0
    for step in range(settings["steps"]):
        if settings["hard"] and step % settings["mine_every"] == 0:
            train_set.mine(embed_with(model, device, 4096))
            model.train()
        for group in optimizer.param_groups:
            group["lr"] = settings["rate"] * cosine_schedule(step, settings["steps"])
        requests, tools, known = train_set.batch(settings["batch"], shares, settings["hard"])
        near = their_tools[tools[: len(requests)]].float() @ their_tools[tools].float().T > settings["near"]
        with torch.autocast(device_type=device, dtype=torch.bfloat16):
            own_requests, own_tools = encode(model, train_set.requests, requests), encode(model, train_set.tools, tools)
        loss = contrast(own_requests, own_tools, known | near, settings["temperature"])
        if settings["imitate"]:
            theirs = their_requests[requests].float() @ their_tools[tools].float().T
            loss = loss + settings["imitate"] * imitate(own_requests @ own_tools.T, theirs, 0.05)
        if settings["distil"]:
            far = 2 - (own_requests * their_requests[requests]).sum(1).mean() - (own_tools * their_tools[tools]).sum(1).mean()
            loss = loss + settings["distil"] * far
        optimizer.zero_grad(set_to_none=True)
        loss.backward()
        torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        optimizer.step()
        total += loss.item() if step % 20 == 0 else 0
        if step % 200 == 199:
            print(f"  {settings['name']} step {step + 1} loss {total / 10:.3f} {time.time() - began:.0f} s", flush=True)
            total = 0.0
    return start, model


def main(work, runs, seconds):
    began, top = time.time(), 0.0
    device = "cuda" if torch.cuda.is_available() else "cpu"
    torch.backends.cuda.matmul.allow_tf32 = True
    dev, train_set, teachers = DevSets(work / "dev.npz", device), TrainSet(work / "train.npz", device), {}
    for run in runs:
        settings = DEFAULTS | run
        if time.time() - began > seconds:
            print(f"no time left for {settings['name']}")
            break
        if settings["teacher"] not in teachers:
            teachers = {settings["teacher"]: embed_all(load_encoder(work / settings["teacher"], 6).to(device), train_set, device)}
        train_set.negatives = None
        start, model = train(settings, train_set, teachers[settings["teacher"]], work, device)
        results = {}
        for share in settings["mixes"] + [1.0]:
            candidate = model if share == 1.0 else mixed(start, model, share)
            figures = dev.judge(embed_with(candidate, device, 1024))
            show(figures, f"{settings['name']} mix {share}")
            results[share] = (max(value for key, value in figures["mean"].items() if key.startswith("fused")), candidate)
        best = max(results, key=lambda share: results[share][0])
        if settings["keep"]:
            save_encoder(results[best][1], work / f"{settings['name']}.npz")
            print(f"kept {settings['name']} mix {best}: {results[best][0]:.2f} {time.time() - began:.0f} s", flush=True)
            if results[best][0] > top:
                top = results[best][0]
                save_encoder(results[best][1], work / "best.npz")


if __name__ == "__main__":
    main(Path(sys.argv[1]), json.loads(sys.argv[2]), float(sys.argv[3]) if len(sys.argv) > 3 else 1e9)
