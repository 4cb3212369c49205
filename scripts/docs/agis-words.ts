/** The reference page on the word knowledge of the AGIS passes: confusion tables over the labeled lists. */
import { generatedNote, type PageMaker } from '../generated-file.js';
import {
  countOutcomes,
  type IntentList,
  type Measured,
  measureIdentifiers,
  measureIntents,
  type Outcome,
} from '../words/measure.js';

const outcomes: readonly Outcome[] = ['error', 'warning', 'info', 'clean'];

/** The meaning and the expected result of each label. */
const identifierLabels: Readonly<Record<string, string>> = {
  verb: 'imperative verbs of many domains: no error',
  inflected: 'participles, past forms, third persons: error',
  prohibited: 'the nine HTTP methods in any case: error',
  state: 'states and verbs of being: error',
  noun: 'nouns that are not verbs: error',
  compound: 'several words in one: error, or warning when run together',
  foreign: 'romanized verbs of other languages: no error',
  unknown: 'invented words: no error',
  borderline: 'vague verbs: warning, no error',
  double: 'verbs that are also past forms: no error',
};

const intentLabels: Readonly<Record<string, string>> = {
  agree: 'the intent matches the method: no error',
  disagree: 'the intent contradicts the method: error',
  borderline: 'people disagree: no error',
  foreign: 'not English: info, not evaluated',
};

const intentLists: readonly (readonly [IntentList, string])[] = [
  ['intents', 'Method and intent'],
  ['opposites', 'Opposites, and pairs that only sound opposed'],
  ['reading', 'Methods that only read, and intents that do'],
];

/** Generates docs/reference/agis-words.md. */
export const makeAgisWords: PageMaker = async (root) => {
  const parts = ['develop', 'heldout'] as const;
  const identifiers = parts.map((part) => measureIdentifiers(root, part));
  const text = [
    '# How well the AGIS passes know words',
    '',
    generatedNote,
    '',
    'The lists are in `packages/agis/src/words/fixtures`. The rules were developed on the first part of each. The second',
    'part was written before the rules were tuned and was run when they were done; no rule was changed because of it.',
    'Both parts are by the same authors, so the second part is easier than third-party documents.',
    '',
    '## Method identifiers (passes 2 and 3)',
    '',
    ...identifiers.flatMap((measured, at) => writePart(parts[at] ?? '', measured, identifierLabels)),
    ...intentLists.flatMap(([list, title]) => [
      `## ${title} (pass 6, rules only)`,
      '',
      ...parts.flatMap((part) => writeIntents(part, measureIntents(root, list, part))),
    ]),
  ].join('\n');
  return [{ path: 'docs/reference/agis-words.md', text }];
};

function writeIntents(part: string, measured: readonly Measured[]): string[] {
  const used = Object.entries(intentLabels).filter(([label]) => measured.some((each) => each.label === label));
  return [...writePart(part, measured, Object.fromEntries(used)), writePrecision(measured), ''];
}

function writePart(part: string, measured: readonly Measured[], labels: Readonly<Record<string, string>>): string[] {
  const counts = countOutcomes(measured);
  const rows = Object.entries(labels).map(([label, meaning]) => {
    const row = counts.get(label);
    return `| ${label} | ${meaning} | ${outcomes.map((outcome) => row?.[outcome] ?? 0).join(' | ')} |`;
  });
  const title = part === 'develop' ? 'Developed on' : 'Held out';
  return [
    `### ${title}: ${measured.length}`,
    '',
    '| label | meaning and expected result | error | warning | info | clean |',
    '|---|---|---:|---:|---:|---:|',
    ...rows,
    '',
    ...writeSurprises(measured),
  ];
}

/** The cases whose result differs from the expected one. */
function writeSurprises(measured: readonly Measured[]): string[] {
  const surprising = measured.filter(isSurprise);
  if (surprising.length === 0) return ['No unexpected results.', ''];
  const list = surprising.map(({ label, text, outcome }) => `- ${label} \`${text}\`: ${outcome}`);
  return ['Unexpected results:', '', ...list, ''];
}

function isSurprise({ label, outcome }: Measured): boolean {
  if (['inflected', 'prohibited', 'state', 'noun', 'disagree'].includes(label)) return outcome !== 'error';
  if (label === 'compound') return outcome !== 'error' && outcome !== 'warning';
  return outcome === 'error' || (label === 'agree' && outcome === 'warning');
}

function writePrecision(measured: readonly Measured[]): string {
  const refused = measured.filter(({ outcome }) => outcome === 'error');
  const wrong = measured.filter(({ label }) => label === 'disagree');
  const right = refused.filter(({ label }) => label === 'disagree').length;
  const share = (part: number, whole: number) => `${((100 * part) / whole).toFixed(1)} % (${part} of ${whole})`;
  return `Errors: precision ${share(right, refused.length)}, recall ${share(right, wrong.length)}.`;
}
