"""Token ids of all training data in one file: texts as one flat list with offsets."""

import sys
from pathlib import Path

import numpy as np

from pairs import make_pairs
from prepare_dev import load_tokenizer

LONGEST_TOOL, LONGEST_REQUEST, ANSWERS = 96, 96, 8


def flatten(tokenizer, texts, longest):
    """Ids of all texts in one list, and the offset of each."""
    rows = [encoding.ids for encoding in tokenizer.encode_batch(texts)]
    rows = [row if len(row) <= longest else row[: longest - 1] + row[-1:] for row in rows]
    offsets = np.cumsum([0] + [len(row) for row in rows]).astype(np.int32)
    return np.concatenate([np.array(row, np.uint16) for row in rows]).view(np.int16), offsets


def main(work):
    made, tokenizer = make_pairs(), load_tokenizer(work / "tokenizer.json")
    tools, tool_offsets = flatten(tokenizer, made.tools, LONGEST_TOOL)
    requests, request_offsets = flatten(tokenizer, [text for text, _, _ in made.requests], LONGEST_REQUEST)
    answers = np.full((len(made.requests), ANSWERS), -1, np.int32)
    for at, (_, right, _) in enumerate(made.requests):
        answers[at, : len(right)] = right
    sources = sorted({source for _, _, source in made.requests})
    source = np.array([sources.index(name) for _, _, name in made.requests], np.int8)
    np.savez_compressed(
        work / "train.npz", tools=tools, tool_offsets=tool_offsets, groups=np.array(made.groups, np.int32), requests=requests,
        request_offsets=request_offsets, answers=answers, sources=np.array(sources), source=source,
    )  # fmt: skip
    counts = np.bincount(source)
    print(f"{len(made.tools):,} tools, {len(made.requests):,} requests:", {name: int(counts[at]) for at, name in enumerate(sources)})


if __name__ == "__main__":
    main(Path(sys.argv[1] if len(sys.argv) > 1 else ".work"))
