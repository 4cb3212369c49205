"""Mean nDCG@10 over the evaluation sets: vectors only, and combined with the scores of the lexical index."""

import gzip
import json
from pathlib import Path

import numpy as np
import torch

DISCOUNT = 1 / np.log2(np.arange(2, 12))


def read_lines(path):
    with gzip.open(path, "rt", encoding="utf-8") as file:
        return [json.loads(line) for line in file]


def lexical_matrix(path, queries, tools):
    """Scores as a dense matrix, from the triples that lexical-scores.ts wrote."""
    triples = np.fromfile(path, np.uint16).reshape(-1, 3)
    scores = np.zeros((queries, tools), np.float32)
    scores[triples[:, 0], triples[:, 1]] = triples[:, 2] / 10_000
    return scores


def ndcg(scores, relevant):
    """nDCG@10 of each row; `relevant` is a boolean matrix."""
    top = torch.topk(scores, 10, dim=1).indices
    gains = torch.gather(relevant, 1, top).double()
    discount = torch.as_tensor(DISCOUNT, device=scores.device)
    cumulated = torch.cumsum(discount, 0)
    ideal = cumulated[relevant.sum(1).clamp(1, 10).long() - 1]
    return (gains * discount).sum(1) / ideal


def min_max(scores):
    low, high = scores.min(1, keepdim=True).values, scores.max(1, keepdim=True).values
    return (scores - low) / (high - low).clamp_min(1e-9)


def fuse(lexical, vector, weight):
    """Weighted sum of both scores, each scaled to 0..1 over the set."""
    return weight * min_max(vector) + (1 - weight) * min_max(lexical)


class DevSets:
    """The evaluation sets as token ids, created by prepare_dev.py; never used for training."""

    def __init__(self, file, device="cpu"):
        stored = np.load(file)
        self.names = [str(name) for name in stored["names"]]
        self.sets = {}
        for name in self.names:
            get = lambda part: torch.from_numpy(stored[f"{name}.{part}"]).to(device)
            tools, queries = get("tools"), get("queries")
            relevant = torch.zeros(len(queries), len(tools), dtype=torch.bool, device=device)
            pairs = get("relevant").long()
            relevant[pairs[:, 0], pairs[:, 1]] = True
            lexical = torch.zeros(relevant.shape, device=device)
            triples = get("lexical").long()
            lexical[triples[:, 0], triples[:, 1]] = triples[:, 2].float() / 10_000
            self.sets[name] = (tools, queries, relevant, lexical)

    def judge(self, embed, weights=(0.5, 0.6, 0.7, 0.8)):
        """Metrics of each set and their means; `embed` turns a matrix of ids into vectors."""
        figures = {}
        for name, (tools, queries, relevant, lexical) in self.sets.items():
            vector = embed(queries) @ embed(tools).T
            row = {"lexical": lexical, "alone": vector} | {f"fused{w}": fuse(lexical, vector, w) for w in weights}
            figures[name] = {key: 100 * ndcg(scores, relevant).mean().item() for key, scores in row.items()}
        figures["mean"] = {key: float(np.mean([figures[name][key] for name in self.names])) for key in figures[self.names[0]]}
        return figures


def embed_with(model, device="cpu", batch=1024):
    """An embedding function over padded id matrices that limits padding."""

    @torch.no_grad()
    def embed(ids):
        model.eval()
        lengths = (ids != 0).sum(1)
        order = torch.argsort(lengths)
        out = None
        for at in range(0, len(ids), batch):
            rows = order[at : at + batch]
            part = ids[rows, : int(lengths[rows].max())].long().to(device)
            with torch.autocast(device_type=part.device.type, dtype=torch.bfloat16, enabled=part.device.type == "cuda"):
                vectors = model(part).float()
            if out is None:
                out = torch.empty(len(ids), vectors.shape[1], device=part.device)
            out[rows] = vectors
        return out

    return embed


def show(figures, title):
    """One line per candidate: means, then the best combination of each set."""
    mean = figures["mean"]
    sets = " ".join(f"{name[:9]} {row['alone']:.1f}/{max(v for k, v in row.items() if k.startswith('fused')):.1f}" for name, row in figures.items() if name != "mean")
    print(f"{title}: " + " ".join(f"{key} {value:.2f}" for key, value in mean.items()) + f" | {sets}", flush=True)


def find_corpus(argument=None):
    return Path(argument or Path(__file__).resolve().parents[2] / "shared" / "corpus")
