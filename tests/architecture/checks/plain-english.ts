/** Prose and names use plain technical English: phrases that have confused readers do not come back. */
import { lineAt, type Passage, type Prose, readPageProse, readSourceProse } from '../../../scripts/source-prose.js';
import type { SourceTree } from '../../../scripts/source-tree.js';
import type { Check, Violation } from '../check.js';

/** Files whose words are not ours to choose: specifications, generated pages, word lists, and the list below. */
const exempt: readonly RegExp[] = [
  /^docs\/(spec|reference)\//,
  /\/(fixtures|corpora)\//,
  /\/words\/(word-lists|word-table|verb-families|phrasal-verbs|english)\b|\/matching\/synonyms\b/,
  /^tests\/architecture\/checks\/plain-english\.ts$/,
];

/** Phrases that are right where they are used. */
const allowed: readonly { file: RegExp; phrase: RegExp; reason: string }[] = [
  {
    file: /\/aidip\/(serving\/examples|resolution\.support)\.ts$/,
    phrase: /^tells$/,
    reason: 'the description of a sample agent, which guides and recorded responses repeat',
  },
  { file: /\.(test|support|contract)\.ts$/, phrase: /^Tells$/, reason: 'sample descriptions of tools' },
  { file: /\.(test|support|contract)\.ts$/, phrase: /^(Shelf|shelf|door)$/, reason: 'inputs of sample tools' },
];

/** Each phrase with what to write instead. A blank matches any white space. */
const phrases: readonly (readonly [RegExp, string])[] = [
  [/(?<!\bthere )\b(is|are|was) none\b/i, '"is not one", "does not exist"'],
  [/\banew\b/i, '"again"'],
  [/\bin the place of\b/i, '"instead of"'],
  [/\bat hand\b/i, '"available", "cached"'],
  [/\bmend(s|ed|ing)?\b/i, '"fix"'],
  [/\bstrangers?\b/i, '"third party", "untrusted"'],
  [/\bbehind (this|that|the) (number|last|first|sequence|cursor)\b/i, '"after"'],
  [/\b(takes|taken|took|take) (it |them |this |that )?for (a|an|the|one|what|something)\b/i, '"treats as"'],
  [/\bthe very (?!least|first|last|end|beginning)\w/i, '"the same", "exactly the"'],
  [/\bnobody would\b/i, 'who does what'],
  [/\bwhoever\b/i, 'the role: "the caller", "a client that"'],
  [/\b(is|are|was|were|be|been|being) told\b/i, '"is notified", "reports"'],
  [/\btells\b/i, '"reports", "says"'],
  [/\b(goes|went|going|go) on (by|with|behind|in|at|from|until|after|without|as)\b/i, '"continues"'],
  [/\b(stands|stood) (in|at|on|here|there|behind|beside|below|above|between|before|among|under|alone)\b/i, '"is"'],
  [/\bbeside (?!s)/i, '"next to", "in addition to"'],
  [/\ballowances?\b/i, '"rate limit", "quota"'],
  [/\bway out\b/i, '"upstream client", "outgoing"'],
  [/\b(hold|holds|held|holding)( \w+){0,3} against\b/i, '"compare with"'],
  [/\b(let|lets|letting) go\b/i, '"release"'],
  [/\bspoil(s|ed|t|ing)?\b/i, '"corrupt", "break"'],
  [/\bfaults? of our own\b/i, '"internal error"'],
  [/\bwishes\b|\ba wish\b|\bthe wish\b/i, '"option", "preference"'],
  [/\bsee(s|n)? to it that\b/i, '"ensures that"'],
  [/\blead(s|ing)? (out of|elsewhere|somewhere|nowhere)\b/i, '"is outside", "does not resolve"'],
  [/\bcosts? it its\b/i, 'what fails'],
];

/** Sentences without a proper subject or object: "Who has its answer has not left.", "Lists them." */
const sentences: readonly (readonly [RegExp, string])[] = [
  [/\b(Lists|Finds|Creates|Reads|Writes|Runs|Makes|Builds|Checks) (it|them)[.,:;]/, 'the noun: "Lists the webhooks."'],
  [
    /\bWho (has|wants|asks|says|knows|does|did|cannot|reads|writes|calls|leaves|comes|copies|gets|uses|sends)\b[^.?!]* (is|has|gets|needs|may|must|does|cannot|will|makes|finds|sees)\b/,
    'a noun as subject: "A caller that …"',
  ],
  [
    /\bWhat (does not|do not|cannot|is not|has not|has been|has no|is no|follows|works|comes|fits|takes|matters)\b[^.?!]* (is|are|was|gets|goes|stays|passes|counts|comes)\b/,
    'a noun as subject: "Invalid input is rejected."',
  ],
];

/** Metaphors that are not names in the field. */
const metaphors =
  /(?:^|_)(?:door|shelf|shelves|wish|wishes|patience|lender|lend|spoil)(?=[A-Z_]|s?$)|(?:Door|Shelf|Shelves|Wish|Wishes|WaitingCaller|Lender|Lend|Spoil)(?=[A-Z_]|s?$)/;

/** The patterns for string literals, across line breaks and for every occurrence. */
const inStrings = phrases.map(([pattern, advice]) => ({ pattern: spread(pattern, 'g'), advice }));

/** The patterns for comments and pages. */
const inProse = [...phrases, ...sentences].map(([pattern, advice]) => ({ pattern: spread(pattern, 'g'), advice }));

/** True for a text that contains any of the above anywhere; a gap may also hold the star of a comment. */
const anything = new RegExp(
  [
    ...[...phrases, ...sentences].map(([{ source }]) => source.replaceAll(' ', '[\\s*/]+')),
    'door|shel(?:f|ves)|wish|patience|lend|spoil',
  ].join('|'),
  'i',
);

/** Plain English. */
export const plainEnglish: Check = {
  name: 'plain-english',
  find: (tree) => listReadable(tree).flatMap((file) => findIn(tree, file)),
};

function listReadable(tree: SourceTree): string[] {
  return tree.files
    .filter((file) => /\.(ts|mjs|md)$/.test(file))
    .filter((file) => !exempt.some((pattern) => pattern.test(file)));
}

function findIn(tree: SourceTree, file: string): Violation[] {
  const text = tree.read(file);
  // Parsing is slow, and nearly every file is free of all of these anywhere.
  if (!anything.test(text)) return [];
  const prose: Prose = file.endsWith('.md') ? readPageProse(text) : readSourceProse(file, text);
  const at = (offset: number) => `${file}:${lineAt(text, offset)}`;
  const isAllowed = (found: string) => allowed.some((each) => each.file.test(file) && each.phrase.test(found));
  return [
    ...prose.passages.flatMap((passage) =>
      findPhrases(passage)
        .filter(({ found }) => !isAllowed(found))
        .map(({ found, offset, advice }) => ({ file: at(offset), message: `says '${found}'; write ${advice}` })),
    ),
    ...prose.names
      .filter(({ name }) => metaphors.test(name) && !isAllowed(name))
      .map(({ name, start }) => ({ file: at(start), message: `'${name}' is a metaphor; name what it is` })),
  ];
}

function findPhrases({ kind, text, start }: Passage): { found: string; offset: number; advice: string }[] {
  const patterns = kind === 'string' ? inStrings : inProse;
  return patterns.flatMap(({ pattern, advice }) =>
    [...text.matchAll(pattern)].map((match) => ({
      found: match[0].trim().replace(/\s+/g, ' ').slice(0, 60),
      offset: start + match.index,
      advice,
    })),
  );
}

function spread({ source, flags }: RegExp, more: string): RegExp {
  return new RegExp(source.replaceAll(' ', '\\s+'), flags + more);
}
