"""Training code of both tiers: batches of requests and tools, the losses, and mined hard negatives."""

import numpy as np
import torch
import torch.nn.functional as F

from evaluate import embed_with


class TrainSet:
    """Requests and tools on the device, sampled in batches from one source."""

    def __init__(self, file, device, seed=1):
        stored = np.load(file)
        self.device = device
        self.tools = self.pad(stored["tools"], stored["tool_offsets"])
        self.requests = self.pad(stored["requests"], stored["request_offsets"])
        self.groups = torch.from_numpy(stored["groups"]).to(device)
        self.answers = torch.from_numpy(stored["answers"]).to(device).long()
        self.sources = [str(name) for name in stored["sources"]]
        self.rows = {name: torch.from_numpy(np.flatnonzero(stored["source"] == at)).to(device) for at, name in enumerate(self.sources)}
        self.draw = np.random.default_rng(seed)
        self.torch_draw = torch.Generator(device=device).manual_seed(seed)
        self.negatives = None

    def pad(self, flat, offsets):
        lengths = np.diff(offsets)
        matrix = np.zeros((len(lengths), lengths.max()), np.int16)
        matrix[np.arange(matrix.shape[1]) < lengths[:, None]] = flat
        return torch.from_numpy(matrix).to(self.device)

    def shares(self, operations):
        """Sampling weight of each source: the square root of its size; the operations together have a fixed share."""
        size = np.array([len(self.rows[name]) ** 0.5 for name in self.sources])
        made = np.array([name.startswith("op") for name in self.sources])
        per_size = [(1 - operations) / max(1e-9, size[~made].sum()), operations / max(1e-9, size[made].sum())]
        share = size * np.where(made, per_size[1], per_size[0])
        return share / share.sum()

    def batch(self, size, shares, hard):
        """Requests, the tool of each (and a hard negative of each), and the pairs that must not count as negatives."""
        rows = self.rows[self.sources[self.draw.choice(len(self.sources), p=shares)]]
        chosen = rows[torch.randint(len(rows), (min(size, len(rows) * 2),), generator=self.torch_draw, device=self.device)]
        answers = self.answers[chosen]
        count = (answers >= 0).sum(1)
        pick = (torch.rand(len(chosen), generator=self.torch_draw, device=self.device) * count).long()
        tools = answers.gather(1, pick[:, None])[:, 0]
        if hard and self.negatives is not None:
            own = self.negatives[chosen]
            at = torch.randint(own.shape[1], (len(chosen),), generator=self.torch_draw, device=self.device)
            tools = torch.cat([tools, own.gather(1, at[:, None])[:, 0]])
        right = torch.where(answers >= 0, self.groups[answers.clamp_min(0)], -1)
        known = (right[:, :, None] == self.groups[tools][None, None, :]).any(1)
        return chosen, tools, known

    @torch.no_grad()
    def mine(self, embed, depth=48, skip=2, ceiling=0.95):
        """Tools that the model ranks nearest to a request and that are not its answer, without likely true answers."""
        tools, requests = embed(self.tools), embed(self.requests)
        self.negatives = torch.empty(len(requests), depth - skip, dtype=torch.long, device=self.device)
        for name, rows in self.rows.items():
            if len(rows) == 0:
                continue
            pool = torch.unique(self.answers[rows])
            pool = pool[pool >= 0]
            for part in rows.split(2048):
                scores = requests[part] @ tools[pool].T
                answers = self.answers[part]
                right = torch.where(answers >= 0, self.groups[answers.clamp_min(0)], -1)
                best = (requests[part][:, None] * tools[answers.clamp_min(0)]).sum(-1).masked_fill(answers < 0, -1).amax(1)
                for slot in range(right.shape[1]):
                    scores.masked_fill_(right[:, slot, None] == self.groups[pool][None], -2)
                scores.masked_fill_(scores > ceiling * best[:, None].clamp_min(0.2), -1.5)
                found = pool[scores.topk(min(depth, len(pool)), dim=1).indices]
                self.negatives[part] = found[:, torch.arange(skip, depth, device=self.device) % found.shape[1]]


def ids_of(matrix, rows):
    """Rows of a padded matrix, trimmed to the longest one."""
    ids = matrix[rows]
    return ids[:, : int((ids != 0).sum(1).max())].long()


def encode(model, matrix, rows, parts=4):
    """Vectors of the rows, computed in chunks of similar length to reduce padding."""
    ids = matrix[rows]
    order = torch.argsort((ids != 0).sum(1))
    vectors = torch.cat([model(ids_of(matrix, rows[part])) for part in order.chunk(parts)])
    return vectors[torch.argsort(order)]


def contrast(requests, tools, known, temperature):
    """In-batch negatives in both directions; pairs that are or may be right do not count as negatives."""
    scores = requests @ tools.T / temperature
    count = len(requests)
    diagonal = torch.arange(count, device=scores.device)
    wrong = known.clone()
    wrong[diagonal, diagonal] = False
    scores = scores.masked_fill(wrong, -1e4)
    return 0.5 * (F.cross_entropy(scores, diagonal) + F.cross_entropy(scores[:, :count].T, diagonal))


def imitate(own, theirs, temperature):
    """Distance between the rankings of two models over a batch."""
    return F.kl_div(F.log_softmax(own / temperature, 1), F.softmax(theirs / temperature, 1), reduction="batchmean")


def embed_all(model, train, device):
    """Vectors of all requests and tools, as 16-bit floats."""
    embed = embed_with(model, device, 4096)
    return embed(train.requests).half(), embed(train.tools).half()
