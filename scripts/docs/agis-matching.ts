/** The reference page on the accuracy of AGIS matching, measured on the labeled lists. */
import {
  type MatchingRecord,
  measureMatching,
  readLabelled,
} from '../../packages/agis/src/matching/labelled-instructions.support.js';
import {
  createFixtureMatcher,
  fixtureEndpoints,
  fixtureServices,
  readFixture,
} from '../../packages/agis/src/matching/matching.support.js';
import { generatedNote, type PageMaker } from '../generated-file.js';

const parts = [
  ['develop', 'The list used to choose rules and weights.'],
  ['heldout', 'Written before the matcher; its individual results were not inspected during development.'],
] as const;

/** Generates docs/reference/agis-matching.md. */
export const makeAgisMatching: PageMaker = async () => {
  const matcher = createFixtureMatcher();
  const records = parts.map(([part, note]) => ({
    part,
    note,
    record: measureMatching(matcher, readLabelled(readFixture(`instructions.${part}.txt`))),
  }));
  const text = [
    '# Accuracy of AGIS matching',
    '',
    generatedNote,
    '',
    `Measured over ${fixtureServices.length} services with ${fixtureEndpoints().length} endpoints in one map. An instruction counts as`,
    'right if the endpoint is the labeled one, or if nothing matches and the result says so. *Acted* are decisions to call,',
    'immediately or after a confirmation; all other decisions are left to a person, with the choices.',
    '',
    '| list | instructions | endpoint right | parameters right | acted | acted wrongly |',
    '|---|---:|---:|---:|---:|---:|',
    ...records.map(({ part, record }) => writeRow(part, record)),
    '',
    ...records.flatMap(({ part, note, record }) => [`**${part}**: ${note}`, '', ...writeMissed(record), '']),
  ].join('\n');
  return [{ path: 'docs/reference/agis-matching.md', text }];
};

function writeRow(part: string, record: MatchingRecord): string {
  const { instructions, endpoints, parameters, parametersRight, acted, actedWrongly } = record;
  const share = (right: number, all: number) => `${right} of ${all} (${((100 * right) / all).toFixed(1)} %)`;
  const cells = [
    part,
    instructions,
    share(endpoints, instructions),
    share(parametersRight, parameters),
    acted,
    actedWrongly,
  ];
  return `| ${cells.join(' | ')} |`;
}

function writeMissed({ missed }: MatchingRecord): string[] {
  if (missed.length === 0) return ['Every instruction matched its endpoint.'];
  const rows = missed.map(({ text, wanted, got, decision }) => `| ${text} | ${wanted} | ${got} | ${decision} |`);
  return ['| instruction | expected | found | decision |', '|---|---|---|---|', ...rows];
}
