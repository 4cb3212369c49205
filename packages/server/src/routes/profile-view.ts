/** A judgement by the Agent-Friendly Profile as it is answered. */
import type { ApiProfile, ProfileRule } from '@dragoman/lint';
import type { JsonObject } from '@dragoman/model';
import { repairNames } from '@dragoman/model';
import type { EntryProfile } from '../profile/profile-entry.js';

/** How an agent stands with a rule, in one word. */
export const profileVerdicts = [
  'holds',
  'fails_upstream',
  'repaired_here',
  'partly_repaired',
  'supplied_here',
  'not_determined',
] as const;

/** The members of the answer, for field selection. */
export const profileMembers = ['id', 'basis', 'score', 'sections', 'counts', 'rules', 'label'] as const;

/** Writes a judgement. */
export function viewProfile(id: string, { basis, profile }: EntryProfile): JsonObject {
  const rules = profile.rules.map(viewRule);
  const counts = Object.fromEntries(
    profileVerdicts.map((word) => [word, rules.filter(({ verdict }) => verdict === word).length]),
  );
  return {
    id,
    basis,
    score: { upstream: profile.upstream.total, here: profile.here.total },
    sections: viewSections(profile),
    counts,
    rules,
    label: profile.label.map((line) => ({ ...line, upstream: word(line.upstream), here: word(line.here) })),
  };
}

function viewSections({ upstream, here }: ApiProfile): JsonObject[] {
  return upstream.sections.map(({ section, score }) => ({
    section,
    upstream: score,
    here: here.sections.find((each) => each.section === section)?.score ?? score,
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
const standing = (description: string) => ({
  type: 'string',
  enum: ['holds', 'fails', 'not_determined'],
  description,
});

/** Schema of the answer. */
export const profileSchema: JsonObject = {
  type: 'object',
  title: 'AgentProfile',
  description: 'How one agent stands with the Agent-Friendly Profile.',
  properties: {
    id: { type: 'string', description: 'Id of the agent.' },
    basis: {
      type: 'string',
      enum: ['entry', 'description'],
      description: 'What was judged: what the registry keeps of the description, or the description that was sent.',
    },
    score: {
      type: 'object',
      description: 'Share of the recommendations that are followed.',
      required: ['upstream', 'here'],
      properties: { upstream: score('By its description.'), here: score('Through this gateway.') },
      additionalProperties: false,
    },
    sections: {
      type: 'array',
      description: 'The score by section of the profile.',
      maxItems: 20,
      items: {
        type: 'object',
        description: 'One section.',
        required: ['section', 'upstream', 'here'],
        properties: {
          section: { type: 'string', description: 'Name of the section.' },
          upstream: score('By its description.'),
          here: score('Through this gateway.'),
        },
        additionalProperties: false,
      },
    },
    counts: {
      type: 'object',
      description: 'Rules by verdict.',
      properties: Object.fromEntries(
        profileVerdicts.map((name) => [
          name,
          { type: 'integer', minimum: 0, description: `Rules with the verdict ${name}.` },
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
          requirement: { type: 'string', description: 'Line of the profile.' },
          section: { type: 'string', description: 'Section of the profile.' },
          severity: { type: 'string', enum: ['error', 'warning', 'info'], description: 'How much it weighs.' },
          verdict: {
            type: 'string',
            enum: [...profileVerdicts],
            description:
              'repaired_here: fails upstream, repaired here; supplied_here: nobody knows of the upstream, but calls through this gateway have it.',
          },
          repair: { type: 'string', enum: [...repairNames], description: 'The repair that can supply it, on or off.' },
          findings: { type: 'integer', minimum: 0, description: 'Findings in the description.' },
          repaired: { type: 'integer', minimum: 0, description: 'Those of them that the gateway makes good.' },
          operations: {
            type: 'array',
            description: 'Operations that lack it here too, the first of them.',
            maxItems: 20,
            items: { type: 'string', description: 'The operation.' },
          },
        },
        additionalProperties: false,
      },
    },
    label: {
      type: 'array',
      description: 'The fourteen conditions of the label; empty for agents that are no HTTP APIs.',
      maxItems: 14,
      items: {
        type: 'object',
        description: 'One condition.',
        required: ['id', 'condition', 'upstream', 'here', 'reason'],
        properties: {
          id: { type: 'string', description: 'Line of the profile.' },
          condition: { type: 'string', description: 'What has to hold.' },
          upstream: standing('By its description.'),
          here: standing('Through this gateway.'),
          reason: { type: 'string', description: 'Why it stands here as it does.' },
        },
        additionalProperties: false,
      },
    },
  },
  additionalProperties: false,
};
