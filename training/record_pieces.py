"""Records the output of the reference tokenizer for difficult texts, for the tests of packages/embedder."""

import json
import sys
from pathlib import Path

from prepare_dev import load_tokenizer

TEXTS = (
    "Get the current weather in Paris", "", "   ", "\t\n", "Hello,world!  How's it going?", "getUserInfo create_payment_v2 /api/v1/users/{id}?q=a&b=c",
    "Ünïcödé façade naïve Ångström İstanbul ΑΣΣ Σίσυφος ß ﬁne", "日本語のテキスト 中文字符 한국어", "emoji 😀👩‍👩‍👧 ok", "zero\u200bwidth and nul\u0000 and \ufffd",
    "a" * 99, "a" * 100, "a" * 101, "pneumonoultramicroscopicsilicovolcanoconiosis", "$100 + 20% = 120 ^_^ ~|`", "«quoted» “text” … — –", "مرحبا بالعالم", "नमस्ते दुनिया",
    "Привет, мир", "e\u0301 combining", "\u00a0nbsp\u3000ideographic", "word\u00adsoft", "C++ C# .NET node.js", "1,234.56 2024-01-31T12:00:00Z", "\ud83d".encode("utf-16", "surrogatepass").decode("utf-16", "replace"),
    "x" * 40 + " " + "never gonna give you up " * 60, "ﷺ ½ ² ™ ① Ⅷ", "ა ᲐᲑ ǅ ŉ ẞ", "\u0e2a\u0e27\u0e31\u0e2a\u0e14\u0e35", "\u2028line\u2029para", "tab\tnew\nline\rreturn", "𝒳 𝔘𝔫𝔦 𠀀𠀁",
)  # fmt: skip

if __name__ == "__main__":
    tokenizer = load_tokenizer(Path(sys.argv[1]) / "tokenizer.json")
    rows = [{"text": text, "pieces": tokenizer.encode(text).ids} for text in TEXTS]
    Path(sys.argv[2]).write_text("[\n" + ",\n".join(json.dumps(row) for row in rows) + "\n]\n")
