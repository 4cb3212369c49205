"""The data recipe: requests and the tools that answer them, from the permitted train sets and from operations.

Only sets with a permissive license are read (PERMITTED); operations have no requests, so requests are generated from
their summaries, descriptions, names and paths. All sampling uses one seed.
"""

import random
import re

from evaluate import find_corpus, read_lines
from texts import name_words, plain, tool_text

PERMITTED = (
    "aws-cli-examples", "jentic-steps", "rotbench", "jentic-workflows", "azure-cli-examples", "apizoo", "anytool",
    "api-bank", "apibench-torchhub", "nestful", "hammerbench", "tooleyes-services", "toolrl-sft",
)  # fmt: skip
UNLICENSED_SOURCES = ("Asana/openapi",)

OPENERS = (
    "{}", "{}", "{}", "I need to {}", "Please {}", "Can you {}?", "Could you please {}?", "I want to {}", "Help me {}",
    "How do I {}?", "I'd like to {}", "{} for me", "We need to {}", "Is there a way to {}?", "I'm trying to {}",
    "You need to {}", "I'm working on a project and have to {}",
)  # fmt: skip
DETAILS = (" with {} {}", " where the {} is {}", ", {} {}", ", using {} as the {}", ". The {} is {}", " for {} {}", " (the {} should be {})")
JOINERS = (". Then, ", ". After that, ", ", and also ", ". Additionally, ", ". Finally, ", " and ", ". Also, ", ". Furthermore, ")
PLACES = ("Paris", "New York", "Tokyo", "Berlin", "London", "San Francisco", "Mumbai", "Toronto", "Sydney", "Beijing", "Madrid", "Cairo")
PEOPLE = ("John Smith", "Alice", "Zhang Wei", "Maria Garcia", "Tom", "Priya Patel", "Sarah Johnson", "Ahmed")
THINGS = ("Acme Corp", "Project Phoenix", "Sunset Hills", "laptop", "Q3 report", "Blue Ridge", "alpha", "standard", "high", "running shoes")
IRREGULAR = {"returns": "get", "has": "have", "does": "do", "is": "be", "processes": "process", "accesses": "access", "searches": "search",
             "fetches": "fetch", "dispatches": "dispatch", "attaches": "attach", "detaches": "detach", "publishes": "publish", "refreshes": "refresh"}  # fmt: skip


class Recipe:
    """Collects tools (text and group) and requests (text, tools, source)."""

    def __init__(self, seed):
        self.random = random.Random(seed)
        self.tools, self.groups, self.places, self.group_of = [], [], {}, {}
        self.requests = []

    def tool(self, text, group):
        """The index of a tool text; equal texts are one group, whatever their source."""
        key = text.lower()
        if key not in self.places:
            self.places[key] = len(self.tools)
            self.tools.append(text)
            self.groups.append(self.group_of.setdefault(group, len(self.group_of)))
        return self.places[key]

    def request(self, text, tools, source):
        text = plain(text)
        if 3 <= len(text) and tools:
            self.requests.append((text[:1200], sorted(set(tools))[:8], source))


def imperative(sentence):
    """'Lists all users.' as 'list all users'."""
    sentence = sentence.strip().rstrip(".")
    first, _, rest = sentence.partition(" ")
    word = first.lower()
    if word in IRREGULAR:
        word = IRREGULAR[word]
    elif word != "this" and re.fullmatch(r"[a-z]{2,}[^su]s", word):
        word = word[:-3] + "y" if word.endswith("ies") and len(word) > 4 else word[:-1]
    return f"{word} {rest}".strip() if first[1:].islower() else sentence


def value(draw):
    """A plausible value of a parameter."""
    kinds = (
        lambda: str(draw.randint(1, 5000)),
        lambda: f"'{''.join(draw.choices('abcdefghijkmnpqrstuvwxyzABCDEFGH23456789', k=draw.randint(5, 9)))}'",
        lambda: f"{draw.randint(2019, 2026)}-{draw.randint(1, 12):02d}-{draw.randint(1, 28):02d}",
        lambda: draw.choice(PLACES),
        lambda: draw.choice(PEOPLE),
        lambda: f"'{draw.choice(THINGS)}'",
        lambda: f"{draw.choice(PEOPLE).split()[0].lower()}@example.com",
    )
    return draw.choice(kinds)()


def dress(sentence, params, draw):
    """A sentence as a request: an opener, and some parameters with values."""
    text = draw.choice(OPENERS).format(imperative(sentence))
    for param in draw.sample(params, min(len(params), draw.choice((0, 0, 1, 1, 2, 3)))):
        slots = (name_words(param).lower(), value(draw))
        how = draw.choice(DETAILS)
        text = text.rstrip("?") + how.format(*(reversed(slots) if "using" in how else slots))
    return text


def add_sets(recipe, corpus):
    """The permitted train sets; a request with several right tools becomes one request."""
    for name in PERMITTED:
        answers = {}
        for pair in read_lines(corpus / "retrieval" / "train" / f"{name}.jsonl.gz"):
            tool = pair["positive"]
            text = tool_text(tool["name"], tool["description"])
            if (provider := tool.get("provider")) and provider.lower() not in text.lower() and recipe.random.random() < 0.3:
                text = tool_text(f"{provider} {tool['name']}", tool["description"])
            answers.setdefault(pair["query"], []).append(recipe.tool(text, text.lower()))
        for query, tools in answers.items():
            recipe.request(query, tools, name)
        join_requests(recipe, [(query, tools) for query, tools in answers.items() if len(query) < 200], f"{name}+")


def join_requests(recipe, simple, source, share=0.5):
    """Requests with two or three intents, as people write them."""
    draw = recipe.random
    for _ in range(int(len(simple) * share)):
        chosen = draw.sample(simple, min(len(simple), draw.choice((2, 2, 3))))
        text = chosen[0][0].strip().rstrip(".?!")
        for query, _ in chosen[1:]:
            text += draw.choice(JOINERS) + (query[:1].lower() + query[1:]).strip().rstrip(".?!")
        recipe.request(text + ".", [tool for _, tools in chosen for tool in tools], source)


def add_operations(recipe, corpus):
    """Requests generated from operations: one text of an operation must find its other texts."""
    draw, simple = recipe.random, []
    for op in read_lines(corpus / "operations.jsonl.gz"):
        if op["source"] in UNLICENSED_SOURCES:
            continue
        summary, description = plain(op["summary"]), plain(op["description"])
        name = op.get("operationId") or f"{op['method'].lower()} {op['path']}"
        same = summary.strip(" .").lower() == description.strip(" .").lower()
        sentence = re.split(r"(?<=[.!?])\s", description)[0][:300]
        params = [param for param in op["params"] if 2 < len(param) < 30]
        group = op["id"]
        if summary and description and not same:
            tool = recipe.tool(tool_text(name if draw.random() < 0.7 else f"{op['api']} {name}", description), group)
            recipe.request(dress(summary, params, draw), [tool], "op-summary")
            simple.append((dress(summary, params[:2], draw), [tool]))
            if len(sentence) > 20:
                other = recipe.tool(tool_text(summary if draw.random() < 0.5 else f"{op['api']} {summary}", ""), group)
                recipe.request(dress(sentence, params, draw), [other], "op-description")
        else:
            text = summary or sentence
            tool = recipe.tool(tool_text(f"{op['api']} {name}" if draw.random() < 0.5 else name, ""), group)
            recipe.request(dress(text, params, draw), [tool], "op-name")
            if draw.random() < 0.3:
                words = " ".join(part for part in re.split(r"[/{}?&=]+", op["path"]) if part)
                recipe.request(f"{op['method'].lower()} {name_words(words)}", [recipe.tool(tool_text(text, ""), group)], "op-path")
    join_requests(recipe, simple, "op+", 0.6)


def make_pairs(seed=7):
    """All training data of the models."""
    recipe, corpus = Recipe(seed), find_corpus()
    add_sets(recipe, corpus)
    add_operations(recipe, corpus)
    return recipe


if __name__ == "__main__":
    made = make_pairs()
    print(len(made.tools), "tools", len(made.requests), "requests")
    for text, tools, source in made.random.sample(made.requests, 40):
        print(f"[{source}] {text[:200]}\n    -> {' | '.join(made.tools[tool][:100] for tool in tools)}")
