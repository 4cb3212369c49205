"""Token ids, answers and lexical scores of the evaluation sets in one file, for evaluate.DevSets."""

import sys
from pathlib import Path

import numpy as np
from tokenizers import Tokenizer

from evaluate import find_corpus, read_lines
from texts import plain, tool_text

LONGEST = 128


def load_tokenizer(file):
    tokenizer = Tokenizer.from_file(str(file))
    tokenizer.no_padding()
    tokenizer.enable_truncation(LONGEST)
    return tokenizer


def to_matrix(tokenizer, texts):
    """Ids of the texts, padded to the longest of them."""
    rows = [encoding.ids for encoding in tokenizer.encode_batch(texts)]
    matrix = np.zeros((len(rows), max(map(len, rows))), np.uint16)
    for at, row in enumerate(rows):
        matrix[at, : len(row)] = row
    return matrix.view(np.int16)


def main(work):
    tokenizer = load_tokenizer(work / "tokenizer.json")
    arrays, names = {}, []
    for folder in sorted((find_corpus() / "retrieval" / "dev").iterdir()):
        tools, queries = read_lines(folder / "corpus.jsonl.gz"), read_lines(folder / "queries.jsonl.gz")
        place = {tool["id"]: at for at, tool in enumerate(tools)}
        name = folder.name
        names.append(name)
        arrays[f"{name}.tools"] = to_matrix(tokenizer, [tool_text(tool["name"], tool["description"]) for tool in tools])
        arrays[f"{name}.queries"] = to_matrix(tokenizer, [plain(query["query"]) for query in queries])
        arrays[f"{name}.relevant"] = np.array([(at, place[one]) for at, query in enumerate(queries) for one in query["relevant"]], np.int16)
        arrays[f"{name}.lexical"] = np.fromfile(work / "lexical" / f"{name}.bin", np.int16).reshape(-1, 3)
        print(name, arrays[f"{name}.tools"].shape, arrays[f"{name}.queries"].shape)
    np.savez_compressed(work / "dev.npz", names=np.array(names), **arrays)


if __name__ == "__main__":
    main(Path(sys.argv[1] if len(sys.argv) > 1 else ".work"))
