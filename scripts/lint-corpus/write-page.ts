/** The page of the corpus: how often each rule speaks on real descriptions, and how often it was right. */
import type { Rule } from '../../packages/lint/src/index.js';
import { rules } from '../../packages/lint/src/index.js';
import { type Round, roundsOf, type Verdict } from './read-verdicts.js';

/** What was counted. */
export interface CorpusTally {
  documents: number;
  operations: number;
  rules: Map<string, { findings: number; documents: number }>;
  /** Every finding, as rule, document and pointer. */
  places: Set<string>;
}

const aims: Readonly<Record<string, number>> = { error: 0.9, warning: 0.8 };

/** Writes the page. */
export function writePage(tally: CorpusTally, verdicts: readonly Verdict[]): string {
  const judged = rules.map((rule) => ({ rule, rounds: roundsOf(rule.id, verdicts) }));
  const wrong = judged.flatMap(({ rounds }) => rounds.at(-1)?.verdicts.filter(({ right }) => !right) ?? []);
  const below = judged.filter(({ rule, rounds }) => misses(rule, rounds.at(-1)));
  return [
    '# The linter on real descriptions',
    '',
    'Made by `npx tsx --tsconfig tsconfig.tests.json scripts/lint-corpus.ts` from the corpus of real API descriptions; run by hand.',
    '',
    `${tally.documents} OpenAPI documents with ${tally.operations} exposed operations. "Right" is how many findings of a seeded sample (one of a`,
    'document before a second one of any, ten where there are ten) somebody found to be true by place and message, and worth the severity, when',
    'looking at the document; "before" is the round on which the rule was sharpened, and a later round is a new sample. The aim is 0.9 for errors and',
    '0.8 for warnings. Every sample with its verdict stands in `scripts/lint-corpus/verdicts.tsv`.',
    '',
    `Looked at: ${judged.filter(({ rounds }) => rounds.length > 0).length} rules, ${judged.reduce((sum, { rounds }) => sum + (rounds.at(-1)?.verdicts.length ?? 0), 0)} findings. Below the aim: ${below.length === 0 ? 'none' : below.map(({ rule }) => `\`${rule.id}\``).join(', ')}.`,
    '',
    '| Rule | Severity | Documents | Findings | Right | Before |',
    '|---|---|---|---|---|---|',
    ...judged.map(({ rule, rounds }) => writeRow(rule, rounds, tally)),
    '',
    '## Samples that were wrong in the last round',
    '',
    '| Rule | Document | Why |',
    '|---|---|---|',
    ...wrong.map(({ rule, document, note }) => `| \`${rule}\` | ${document} | ${note.replaceAll('|', '\\|')} |`),
    '',
  ].join('\n');
}

function writeRow({ id, severity, varies }: Rule, rounds: readonly Round[], tally: CorpusTally): string {
  const { findings = 0, documents = 0 } = tally.rules.get(id) ?? {};
  const [last, before] = [rounds.at(-1), rounds.at(-2)];
  const gone =
    last?.verdicts.filter(({ document, pointer }) => !tally.places.has(`${id}\t${document}\t${pointer}`)) ?? [];
  const stale = gone.length === 0 ? '' : ` (${gone.length} no longer found)`;
  const cells = [
    `\`${id}\``,
    varies ?? severity,
    documents,
    findings,
    `${writeRound(last)}${stale}`,
    writeRound(before),
  ];
  return `| ${cells.join(' | ')} |`;
}

function writeRound(round: Round | undefined): string {
  return round === undefined ? '' : `${round.right} of ${round.verdicts.length}`;
}

function misses({ severity }: Rule, round: Round | undefined): boolean {
  return round !== undefined && round.right / round.verdicts.length < (aims[severity] ?? 0);
}
