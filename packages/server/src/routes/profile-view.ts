/** Writes an Agent-Friendly Profile report for the response. */
import type { ApiProfile, ProfileRule } from '@dragoman/lint';
import type { JsonObject } from '@dragoman/model';
import { repairNames } from '@dragoman/model';
import type { EntryProfile } from '../profile/profile-entry.js';

/** Possible verdicts on a rule. */
export const profileVerdicts = [
  'holds',
  'fails_upstream',
  'repaired_here',
  'partly_repaired',
  'supplied_here',
  'not_determined',
] as const;

/** Members of the response, for field selection. */
export const profileMembers = ['id', 'basis', 'score', 'abilities', 'counts', 'rules', 'label'] as const;

/** Writes a report. */
export function viewProfile(id: string, { basis, profile }: EntryProfile): JsonObject {
  const rules = profile.rules.map(viewRule);
  const counts = Object.fromEntries(
    profileVerdicts.map((word) => [word, rules.filter(({ verdict }) => verdict === word).length]),
  );
  return {
    id,
    basis,
    score: viewScores(profile.upstream.total, profile.here.total),
    abilities: viewAbilities(profile),
    counts,
    rules,
    label: profile.label.map((line) => ({ ...line, upstream: word(line.upstream), here: word(line.here) })),
  };
}

/** Scores are absent when there is nothing to judge. */
function viewScores(upstream: number | undefined, here: number | undefined): JsonObject {
  return { ...(upstream === undefined ? {} : { upstream }), ...(here === undefined ? {} : { here }) };
}

function viewAbilities({ upstream, here }: ApiProfile): JsonObject[] {
  return upstream.abilities.map(({ ability, score }, at) => ({
    ability,
    ...viewScores(score, here.abilities[at]?.score),
  }));
}

function viewRule({ upstream: _, here: __, operations, ...rule }: ProfileRule): JsonObject {
  return { ...rule, operations: [...operations], verdict: verdictOf({ upstream: _, here: __, operations, ...rule }) };
}

function verdictOf({ upstream, here, repaired }: ProfileRule): (typeof profileVerdicts)[number] {
  if (upstream === 'holds') return 'holds';
  if (upstream === 'not determined') return here === 'holds' ? 'supplied_here' : 'not_determined';
  if (here === 'holds') return 'repaired_here';
  return repaired > 0 ? 'partly_repaired' : 'fails_upstream';
}

function word(verdict: ProfileRule['here']): string {
  return verdict.replaceAll(' ', '_');
}

const score = (description: string) => ({ type: 'integer', minimum: 0, maximum: 100, description });
const verdictSchema = (description: string) => ({
  type: 'string',
  enum: ['holds', 'fails', 'not_determined', 'not_applicable'],
  description,
});

/** Schema of the answer. */
export const profileSchema: JsonObject = {
  type: 'object',
  title: 'AgentProfile',
  description: 'Agent-Friendly Profile report of one service.',
  properties: {
    id: { type: 'string', description: 'Id of the service.' },
    basis: {
      type: 'string',
      enum: ['entry', 'description'],
      description: 'What was evaluated: the stored entry, or the description in the request.',
    },
    score: {
      type: 'object',
      description:
        'How well agents can find, understand, call and recover from the operations; absent when there is no operation.',
      properties: {
        upstream: score('Score of the service’s own description.'),
        here: score('Score of calls through this gateway.'),
      },
      additionalProperties: false,
    },
    abilities: {
      type: 'array',
      description: 'Scores by what an agent does with an operation; without a score when there is nothing to judge.',
      maxItems: 4,
      items: {
        type: 'object',
        description: 'One ability.',
        required: ['ability'],
        properties: {
          ability: {
            type: 'string',
            enum: ['find', 'understand', 'call', 'recover'],
            description: 'Find the operation, understand it, call it safely, or recover from its errors.',
          },
          upstream: score('Score of the service’s own description.'),
          here: score('Score of calls through this gateway.'),
        },
        additionalProperties: false,
      },
    },
    counts: {
      type: 'object',
      description: 'Number of rules by verdict.',
      properties: Object.fromEntries(
        profileVerdicts.map((name) => [
          name,
          { type: 'integer', minimum: 0, description: `Number of rules with the verdict ${name}.` },
        ]),
      ),
      additionalProperties: false,
    },
    rules: {
      type: 'array',
      description: 'Every rule that applies.',
      maxItems: 500,
      items: {
        type: 'object',
        description: 'One rule.',
        required: ['rule', 'requirement', 'section', 'severity', 'verdict', 'findings', 'repaired', 'operations'],
        properties: {
          rule: { type: 'string', description: 'Id of the rule.' },
          requirement: { type: 'string', description: 'Requirement id in the profile.' },
          section: { type: 'string', description: 'Section of the profile.' },
          severity: { type: 'string', enum: ['error', 'warning', 'info'], description: 'Severity of the rule.' },
          verdict: {
            type: 'string',
            enum: [...profileVerdicts],
            description:
              'repaired_here: fails upstream and is repaired by the gateway; supplied_here: unknown for the upstream, but calls through this gateway have it.',
          },
          repair: {
            type: 'string',
            enum: [...repairNames],
            description: 'The repair that can supply it, whether on or off.',
          },
          findings: { type: 'integer', minimum: 0, description: 'Number of findings in the description.' },
          repaired: { type: 'integer', minimum: 0, description: 'Number of findings that the gateway repairs.' },
          operations: {
            type: 'array',
            description: 'First operations that lack it through this gateway too.',
            maxItems: 20,
            items: { type: 'string', description: 'Name of an operation.' },
          },
        },
        additionalProperties: false,
      },
    },
    label: {
      type: 'array',
      description: 'The fourteen conditions of the label; empty for services that are not HTTP APIs.',
      maxItems: 14,
      items: {
        type: 'object',
        description: 'One condition.',
        required: ['id', 'condition', 'upstream', 'here', 'reason'],
        properties: {
          id: { type: 'string', description: 'Requirement id in the profile.' },
          condition: { type: 'string', description: 'The condition.' },
          upstream: verdictSchema('Whether the service’s own description meets it.'),
          here: verdictSchema('Whether calls through this gateway meet it.'),
          reason: { type: 'string', description: 'Reason for the verdict.' },
        },
        additionalProperties: false,
      },
    },
  },
  additionalProperties: false,
};
