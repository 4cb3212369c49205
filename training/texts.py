"""The text of a tool. packages/core/src/discovery/tool-text.ts does the same; a test compares the two."""

import re

SPLITS = (
    (re.compile(r"([a-z0-9])([A-Z])"), r"\1 \2"),
    (re.compile(r"([A-Z]+)([A-Z][a-z])"), r"\1 \2"),
    (re.compile(r"[_./:\\-]+"), " "),
)


def name_words(name):
    """The words of an identifier: splits camelCase, snake_case, dots and slashes."""
    for pattern, replacement in SPLITS:
        name = pattern.sub(replacement, name)
    return " ".join(name.split())


def plain(text):
    """A description without its markup."""
    text = re.sub(r"<[^<>]{0,200}>", " ", text)
    return " ".join(text.split())


def tool_text(name, description):
    """One text for a tool; a description that only repeats the name is omitted."""
    words, rest = name_words(name), plain(description)
    if not rest or rest.strip(" .").lower() == words.strip(" .").lower() or rest.strip(" .").lower() == name.strip(" .").lower():
        return words
    return f"{words}: {rest}"
