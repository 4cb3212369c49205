"""How a tool becomes one text. packages/embedder/src/tool-text.ts does the same; a test holds the two together."""

import re

SPLITS = (
    (re.compile(r"([a-z0-9])([A-Z])"), r"\1 \2"),
    (re.compile(r"([A-Z]+)([A-Z][a-z])"), r"\1 \2"),
    (re.compile(r"[_./:\\-]+"), " "),
)


def name_words(name):
    """The words of an identifier: camelCase, snake_case, dots and slashes taken apart."""
    for pattern, replacement in SPLITS:
        name = pattern.sub(replacement, name)
    return " ".join(name.split())


def plain(text):
    """What a description says without the signs of its mark-up."""
    text = re.sub(r"<[^<>]{0,200}>", " ", text)
    return " ".join(text.split())


def tool_text(name, description):
    """One text for a tool; a description that only repeats the name is left out."""
    words, rest = name_words(name), plain(description)
    if not rest or rest.strip(" .").lower() == words.strip(" .").lower() or rest.strip(" .").lower() == name.strip(" .").lower():
        return words
    return f"{words}: {rest}"
