"""Writes the published weights: python export.py <packed encoder> <table> <package folder> [<reference.json>].

The encoder comes from `soup.py pack`, the table from train_instant.py. Writes weights/*.bin, src/manifest.ts with the
checksums, and vectors of the float model for the tests.
"""

import hashlib
import json
import sys
from pathlib import Path

import numpy as np
import torch

from model import Encoder
from prepare_dev import load_tokenizer
from quantise import back8, groups4, rows8

POSITIONS = 128
PRODUCTS = ("qkv", "out", "up", "down")
REFERENCE_TEXTS = (
    "What will the weather be like in Paris tomorrow?", "Delete the customer with the id 4711 and refund the last order", "get user by id",
    "list", "create payment: Charges a card and returns the receipt.", "Übersetze den Text ins Französische", "", "🙂",
    "I need to retrieve the properties of a reservoir named R5678. After that, get an estimate for the project Sunset Hills, "
    "and finally update the progress of the task to 80 percent and tell everybody who is subscribed to it.",
    "send " * 200,
)  # fmt: skip


def read_packed(file):
    """The float arrays of a packed encoder."""
    arrays = np.load(file)
    state = {name: arrays[name].astype(np.float32) for name in arrays.files if name not in ("words", "scales")}
    return {"words.weight": back8(arrays["words"], arrays["scales"])} | state


def pack4(weights):
    """Two codes per byte, lower half first, then the scales."""
    codes, scales = groups4(weights)
    flat = (codes.reshape(len(codes), -1) & 15).astype(np.uint8)
    return (flat[:, 0::2] | (flat[:, 1::2] << 4)).tobytes() + scales.astype("<f2").tobytes()


def interleave(codes):
    """Interleaves two rows, eight numbers of each in turn: the order in which the kernel reads them."""
    outer, inner = codes.shape
    return np.ascontiguousarray(codes.reshape(outer // 2, 2, inner // 8, 8).transpose(0, 2, 1, 3))


def pack_layers(state, count):
    """Positions, the norm of the embeddings, then each layer: codes, scales and biases, norms."""
    floats = lambda *arrays: b"".join(np.ascontiguousarray(array, "<f4").tobytes() for array in arrays)
    out = floats(state["positions.weight"][:POSITIONS], state["norm.weight"], state["norm.bias"])
    for at in range(count):
        get = lambda name: state[f"layers.{at}.{name}"]
        rounded = {name: rows8(get(f"{name}.weight")) for name in PRODUCTS}
        out += b"".join(interleave(rounded[name][0]).tobytes() for name in PRODUCTS)
        out += b"".join(floats(rounded[name][1], get(f"{name}.bias")) for name in PRODUCTS)
        out += floats(*(get(f"{norm}.{part}") for norm in ("norm1", "norm2") for part in ("weight", "bias")))
    return out


def write_manifest(folder, files, layers, size):
    about = {name: {"bytes": len(content), "sha256": hashlib.sha256(content).hexdigest()} for name, content in files.items()}
    ident = lambda *names: hashlib.sha256("".join(about[name]["sha256"] for name in names).encode()).hexdigest()[:8]
    rows = "\n".join(f"    '{name}': {{\n      bytes: {row['bytes']},\n      sha256: '{row['sha256']}',\n    }}," for name, row in about.items())
    (folder / "src" / "manifest.ts").write_text(f"""/** What the weights are, with their checksums. Written by training/export.py; not edited by hand. */

/** The files of weights. */
export type WeightFileName = {' | '.join(f"'{name}'" for name in about)};

/** The models and their files; the end of a model's name changes with its weights. */
export const manifest = {{
  pieces: 30522,
  precise: {{
    model: 'dragoman-precise-1-{ident("precise-words.bin", "precise-layers.bin")}',
    dimensions: 384,
    layers: {layers},
  }},
  instant: {{ model: 'dragoman-instant-1-{ident("instant.bin")}', dimensions: {size} }},
  files: {{
{rows}
  }},
}} as const;
""")


def write_reference(state, layers, table, tokenizer, file):
    """Vectors of the float models, for comparison with the product's own."""
    model = Encoder(layers).eval()
    model.load_state_dict({name: torch.from_numpy(value) for name, value in state.items()})
    rows = []
    for text in REFERENCE_TEXTS:
        ids = tokenizer.encode(text).ids
        with torch.no_grad():
            precise = model(torch.tensor([ids]))[0].numpy()
        instant = table[ids[1:-1]].sum(0)
        instant = instant / max(1e-9, float(np.linalg.norm(instant)))
        rows.append({"text": text, "precise": [round(float(v), 5) for v in precise], "instant": [round(float(v), 5) for v in instant]})
    file.write_text("[\n" + ",\n".join(json.dumps(row) for row in rows) + "\n]\n")


def main(encoder, table_file, folder, reference):
    state, table = read_packed(encoder), np.load(table_file)
    table = back8(table["codes"], table["scales"])
    layers = 1 + max(int(name.split(".")[1]) for name in state if name.startswith("layers"))
    weights = folder / "weights"
    written = {"precise-words.bin": pack4(state["words.weight"]), "precise-layers.bin": pack_layers(state, layers), "instant.bin": pack4(table)}
    for name, content in written.items():
        (weights / name).write_bytes(content)
    files = {name: (weights / name).read_bytes() for name in (*written, "vocabulary.txt", "precise-background.bin", "instant-background.bin")}
    write_manifest(folder, files, layers, table.shape[1])
    write_reference(state, layers, table, load_tokenizer(Path(__file__).parent / ".work" / "tokenizer.json"), reference)
    print({name: len(content) for name, content in files.items()})


if __name__ == "__main__":
    package = Path(sys.argv[3])
    main(Path(sys.argv[1]), Path(sys.argv[2]), package, Path(sys.argv[4]) if len(sys.argv) > 4 else package / "src" / "fixtures" / "reference-vectors.json")
