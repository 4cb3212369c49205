"""The two networks: a BERT encoder in plain PyTorch (teacher and precise tier) and a static table (instant tier)."""

import math

import numpy as np
import torch
import torch.nn.functional as F
from torch import nn

HIDDEN, HEADS, INNER, VOCAB, POSITIONS = 384, 12, 1536, 30522, 512
PAD = 0


class Layer(nn.Module):
    """One transformer layer with post-normalization, as in BERT."""

    def __init__(self):
        super().__init__()
        self.qkv = nn.Linear(HIDDEN, 3 * HIDDEN)
        self.out = nn.Linear(HIDDEN, HIDDEN)
        self.norm1 = nn.LayerNorm(HIDDEN, eps=1e-12)
        self.up = nn.Linear(HIDDEN, INNER)
        self.down = nn.Linear(INNER, HIDDEN)
        self.norm2 = nn.LayerNorm(HIDDEN, eps=1e-12)

    def forward(self, x, mask, dropout):
        batch, length, _ = x.shape
        q, k, v = self.qkv(x).view(batch, length, 3, HEADS, HIDDEN // HEADS).permute(2, 0, 3, 1, 4)
        seen = F.scaled_dot_product_attention(q, k, v, attn_mask=mask, dropout_p=dropout)
        seen = self.out(seen.transpose(1, 2).reshape(batch, length, HIDDEN))
        x = self.norm1(x + F.dropout(seen, dropout))
        return self.norm2(x + F.dropout(self.down(F.gelu(self.up(x))), dropout))


class Encoder(nn.Module):
    """Token ids to one vector of length 1: embeddings, layers, mean over the tokens."""

    def __init__(self, layers=6):
        super().__init__()
        self.words = nn.Embedding(VOCAB, HIDDEN)
        self.positions = nn.Embedding(POSITIONS, HIDDEN)
        self.norm = nn.LayerNorm(HIDDEN, eps=1e-12)
        self.layers = nn.ModuleList(Layer() for _ in range(layers))
        self.dropout = 0.0

    def forward(self, ids):
        dropout = self.dropout if self.training else 0.0
        present = ids != PAD
        x = self.norm(self.words(ids) + self.positions.weight[: ids.shape[1]])
        mask = present[:, None, None, :]
        for layer in self.layers:
            x = layer(x, mask, dropout)
        weight = present.unsqueeze(-1).to(x.dtype)
        return F.normalize((x * weight).sum(1).float() / weight.sum(1).float(), dim=-1)


class StaticTable(nn.Module):
    """One vector and one weight per WordPiece; the vector of a text is the weighted mean of its pieces."""

    def __init__(self, vectors, weights):
        super().__init__()
        self.vectors = nn.Parameter(torch.as_tensor(vectors, dtype=torch.float32))
        self.weights = nn.Parameter(torch.as_tensor(weights, dtype=torch.float32))

    def forward(self, ids):
        # [CLS], [SEP] and padding carry no information about a text.
        present = ((ids != PAD) & (ids != 101) & (ids != 102)).float()
        table = F.softplus(self.weights)[:, None] * self.vectors
        if ids.is_cuda:
            # One matrix product with the piece counts: the gradient of a gather would serialize on frequent pieces.
            counts = torch.zeros(len(ids), VOCAB, device=ids.device).scatter_add_(1, ids, present)
            summed = counts @ table
        else:
            summed = F.embedding_bag(ids, table, per_sample_weights=present, mode="sum")
        return F.normalize(summed + 1e-9, dim=-1)


def load_encoder(path, layers=6):
    """An encoder with the arrays of an .npz file; `layers` may be a list of layers to keep."""
    kept = list(range(layers)) if isinstance(layers, int) else list(layers)
    arrays = np.load(path)
    model = Encoder(len(kept))
    state = {}
    for name in arrays.files:
        parts = name.split(".")
        if parts[0] == "layers":
            if int(parts[1]) not in kept:
                continue
            parts[1] = str(kept.index(int(parts[1])))
        state[".".join(parts)] = torch.from_numpy(arrays[name].astype(np.float32))
    model.load_state_dict(state)
    return model


def save_encoder(model, path):
    """Writes the arrays of an encoder, as 16-bit floats."""
    np.savez(path, **{name: value.detach().cpu().numpy().astype(np.float16) for name, value in model.state_dict().items()})


def cosine_schedule(step, steps, warm_up=0.06):
    """Fraction of the peak learning rate at this step."""
    if step < warm_up * steps:
        return (step + 1) / (warm_up * steps)
    done = (step - warm_up * steps) / max(1, (1 - warm_up) * steps)
    return 0.5 * (1 + math.cos(math.pi * min(1.0, done)))
