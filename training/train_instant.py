"""Trains the static table: python train_instant.py <work> <out> '<json list of settings>' [<seconds>].

The table is initialized with the teacher's vector of each single WordPiece, reduced by principal components, with
weights by rarity. It is then trained on the same batches as the encoder, and on the tuned encoder's own rankings.
"""

import json
import sys
import time
from pathlib import Path

import numpy as np
import torch

from contrast import TrainSet, contrast, embed_all, ids_of, imitate
from evaluate import DevSets, embed_with, show
from model import VOCAB, StaticTable, cosine_schedule, load_encoder
from quantise import rows8

DEFAULTS = {
    "name": "table", "teacher": "best.npz", "size": 256, "steps": 3000, "batch": 2048, "rate": 2e-3, "weight_rate": 1e-2, "temperature": 0.05,
    "soft_temperature": 0.05, "operations": 0.5, "imitate": 1.0, "contrast": 1.0, "mine_every": 1500, "hard": True, "seed": 1, "near": 0.95,
    "drop": 0.1, "average": 0.999,
}  # fmt: skip


@torch.no_grad()
def first_table(teacher, train_set, size, device):
    """Initial vectors and weights."""
    pieces = torch.arange(VOCAB, device=device)
    ids = torch.stack([torch.full_like(pieces, 101), pieces, torch.full_like(pieces, 102)], 1)
    vectors = embed_with(teacher, device, 4096)(ids)
    vectors = vectors - vectors.mean(0)
    _, _, basis = torch.linalg.svd(vectors.float(), full_matrices=False)
    count = torch.bincount(torch.cat([train_set.tools.flatten().long(), train_set.requests.flatten().long()]), minlength=VOCAB).float()
    total = count.sum() - count[0]
    weight = (1e-3 / (1e-3 + count / total)).clamp(0.02, 0.99)
    return vectors @ basis[:size].T, torch.log(torch.expm1(weight))


def drop_pieces(ids, share):
    """Drops some pieces, so that no single word determines a text."""
    return ids.masked_fill((torch.rand(ids.shape, device=ids.device) < share) & (ids > 102), 0)


def train(settings, train_set, encoder, targets, device):
    torch.manual_seed(settings["seed"])
    model = StaticTable(*first_table(encoder, train_set, settings["size"], device)).to(device)
    slow = StaticTable(model.vectors.detach().clone(), model.weights.detach().clone()).to(device)
    optimizer = torch.optim.Adam([{"params": [model.vectors], "lr": settings["rate"]}, {"params": [model.weights], "lr": settings["weight_rate"]}])
    rates = [settings["rate"], settings["weight_rate"]]
    shares, (their_requests, their_tools) = train_set.shares(settings["operations"]), targets
    total, began = 0.0, time.time()
    for step in range(settings["steps"]):
        if settings["hard"] and step and step % settings["mine_every"] == 0:
            train_set.mine(embed_with(model, device, 4096))
            model.train()
        for group, rate in zip(optimizer.param_groups, rates):
            group["lr"] = rate * cosine_schedule(step, settings["steps"])
        requests, tools, known = train_set.batch(settings["batch"], shares, settings["hard"])
        theirs = their_requests[requests].float() @ their_tools[tools].float().T
        near = their_tools[tools[: len(requests)]].float() @ their_tools[tools].float().T > settings["near"]
        own_requests = model(drop_pieces(ids_of(train_set.requests, requests), settings["drop"]))
        own_tools = model(drop_pieces(ids_of(train_set.tools, tools), settings["drop"]))
        loss = settings["contrast"] * contrast(own_requests, own_tools, known | near, settings["temperature"])
        if settings["imitate"]:
            loss = loss + settings["imitate"] * imitate(own_requests @ own_tools.T, theirs, settings["soft_temperature"])
        optimizer.zero_grad(set_to_none=True)
        loss.backward()
        optimizer.step()
        with torch.no_grad():
            keep = min(settings["average"], (step + 1) / (step + 20))
            slow.vectors.lerp_(model.vectors, 1 - keep)
            slow.weights.lerp_(model.weights, 1 - keep)
        total += loss.item() if step % 20 == 0 else 0
        if step % 1000 == 999 or step == 100:
            print(f"  {settings['name']} step {step + 1} loss {total / 50:.3f} {time.time() - began:.0f} s", flush=True)
            total = 0.0
    return model, slow


def save_table(model, file):
    """The table multiplied by the weights, at 8 bits with one scale per piece."""
    table = torch.nn.functional.softplus(model.weights)[:, None] * model.vectors
    codes, scales = rows8(table.detach().cpu().numpy())
    np.savez(file, codes=codes, scales=scales)


def main(work, out, runs, seconds):
    began, top = time.time(), 0.0
    device = "cuda" if torch.cuda.is_available() else "cpu"
    torch.backends.cuda.matmul.allow_tf32 = True
    dev, train_set, encoders = DevSets(work / "dev.npz", device), TrainSet(work / "train.npz", device), {}
    for run in runs:
        settings = DEFAULTS | run
        if time.time() - began > seconds:
            print(f"no time left for {settings['name']}")
            break
        if settings["teacher"] not in encoders:
            encoder = load_encoder(work / settings["teacher"]).to(device)
            encoders[settings["teacher"]] = (encoder, embed_all(encoder, train_set, device))
        train_set.negatives = None
        for model, kind in zip(train(settings, train_set, *encoders[settings["teacher"]], device), ("last", "average")):
            figures = dev.judge(embed_with(model, device, 2048), (0.3, 0.4, 0.5, 0.6, 0.7))
            show(figures, f"{settings['name']} {kind}")
            score = max(value for key, value in figures["mean"].items() if key.startswith("fused"))
            if score > top:
                top = score
                save_table(model, out / "table.npz")
        print(f"  {settings['name']} done after {time.time() - began:.0f} s, best so far {top:.2f}", flush=True)


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(sys.argv[2]), json.loads(sys.argv[3]), float(sys.argv[4]) if len(sys.argv) > 4 else 1e9)
