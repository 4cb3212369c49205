/** Teams as a kind of design: parsing, evaluation and output. */

import { evaluateTeam } from '@dragoman/core/engine';
import { textSchema as text } from '@dragoman/core/http';
import type { JsonObject, JsonValue, TeamDocument, TeamMember } from '@dragoman/model';
import { hasErrors, isJsonObject } from '@dragoman/model';
import { refuseUnknown } from '../import-request.js';
import type { DesignFace } from './design-face.js';
import type { BodyReader } from './design-request.js';
import { designLimits, readDesignBody } from './design-request.js';

/** Default maximum number of tools that a member should see. */
export const defaultMaxTools = 20;

const memberPattern = '^[a-z][a-z0-9_]{0,39}$';
const memberRule = 'must have 1 to 40 characters (a-z, 0-9, _) and begin with a letter';

const references = (description: string): JsonObject => ({
  title: 'DesignReferences',
  type: 'array',
  maxItems: designLimits.perMember,
  description,
  items: { type: 'string', minLength: 1, maxLength: designLimits.reference },
});

const memberSchema: JsonObject = {
  type: 'object',
  title: 'TeamMember',
  required: ['name', 'when'],
  properties: {
    name: text('Unique; part of the names of hand-over tools.', { pattern: memberPattern }),
    when: text('When others hand over to it.', { minLength: 1, maxLength: designLimits.when }),
    toolsets: references('Ids of its toolsets.'),
    procedures: references('Ids of its procedures.'),
    hands_over_to: {
      type: 'array',
      maxItems: designLimits.members,
      description: 'Other members.',
      items: { type: 'string' },
    },
  },
  additionalProperties: false,
};

const shown: JsonObject = {
  description: text('Its purpose.', { maxLength: designLimits.description }),
  entry: text('Member that starts.', { minLength: 1, maxLength: 40 }),
  most_tools: {
    type: 'integer',
    minimum: 1,
    maximum: designLimits.mostTools,
    default: defaultMaxTools,
    description: 'Maximum tools per member, hand-overs included.',
  },
  members: {
    type: 'array',
    minItems: 1,
    maxItems: designLimits.members,
    description: 'Its sub-agents.',
    items: memberSchema,
  },
};

const example = {
  id: 'harbour-team',
  name: 'Harbour team',
  description: 'One desk for captains, one for the weather.',
  entry: 'desk',
  members: [
    { name: 'desk', when: 'Greets captains and finds out what they need.', hands_over_to: ['weather'] },
    {
      name: 'weather',
      when: 'When a captain asks for wind or waves.',
      toolsets: ['harbour-desk'],
      hands_over_to: ['desk'],
    },
  ],
};

function readMembers(value: JsonValue | undefined, read: BodyReader): TeamMember[] {
  if (!Array.isArray(value) || value.length === 0 || value.length > designLimits.members) {
    read.fault('/members', `must be an array of 1 to ${designLimits.members} members`);
    return [];
  }
  return value.map((item, at) => readMember(item, `/members/${at}`, read));
}

function readMember(item: JsonValue, pointer: string, read: BodyReader): TeamMember {
  if (!isJsonObject(item)) {
    read.fault(pointer, 'must be an object with name and when');
    return { name: '', when: '', toolsets: [], procedures: [], handsOverTo: [] };
  }
  refuseUnknown(item, ['name', 'when', 'toolsets', 'procedures', 'hands_over_to'], pointer, read.faults);
  const bounds = { maxCount: designLimits.perMember, maxLength: designLimits.reference };
  return {
    name: read.pattern(item.name, `${pointer}/name`, memberPattern, memberRule) ?? read.missing(`${pointer}/name`),
    when: read.text(item.when, `${pointer}/when`, designLimits.when) ?? read.missing(`${pointer}/when`),
    toolsets: read.texts(item.toolsets, `${pointer}/toolsets`, bounds),
    procedures: read.texts(item.procedures, `${pointer}/procedures`, bounds),
    handsOverTo: read.texts(item.hands_over_to, `${pointer}/hands_over_to`, {
      ...bounds,
      maxCount: designLimits.members,
    }),
  };
}

function readMostTools(value: JsonValue | undefined, read: BodyReader): number {
  if (value === undefined) return defaultMaxTools;
  if (typeof value === 'number' && Number.isInteger(value) && value > 0 && value <= designLimits.mostTools)
    return value;
  read.fault('/most_tools', `must be an integer from 1 to ${designLimits.mostTools}`);
  return defaultMaxTools;
}

const toDocument = (document: JsonObject) => document as unknown as TeamDocument;
const toJson = (document: TeamDocument) => document as unknown as JsonObject;

/** Parses the team document of a body, for saving and for checking. */
export function readTeam(body: JsonObject, read: BodyReader): TeamDocument {
  return {
    description: read.text(body.description, '/description', designLimits.description) ?? '',
    entry: read.text(body.entry, '/entry', 40) ?? read.missing('/entry'),
    mostTools: readMostTools(body.most_tools, read),
    members: readMembers(body.members, read),
  };
}

function writeMember({ name, when, toolsets, procedures, handsOverTo }: TeamMember): JsonObject {
  return { name, when, toolsets, procedures, hands_over_to: handsOverTo };
}

function compare(before: JsonObject, after: JsonObject): JsonObject[] {
  const [was, is] = [toDocument(before), toDocument(after)];
  const members = (['description', 'entry', 'mostTools'] as const).filter((member) => was[member] !== is[member]);
  const older = new Map(was.members.map((member) => [member.name, JSON.stringify(member)]));
  const newer = new Set(is.members.map(({ name }) => name));
  const change = (kind: string, name: string, words: string) => ({
    kind,
    team_member: name,
    message: `'${name}' ${words}.`,
  });
  return [
    ...members.map((member) => ({ kind: 'header_changed', member, message: `The ${member} has changed.` })),
    ...is.members.flatMap((member) => {
      const old = older.get(member.name);
      if (old === undefined) return [change('member_added', member.name, 'was added')];
      return old === JSON.stringify(member) ? [] : [change('member_changed', member.name, 'has changed')];
    }),
    ...was.members
      .filter(({ name }) => !newer.has(name))
      .map(({ name }) => change('member_removed', name, 'was removed')),
  ];
}

/** The team kind. */
export const teamFace: DesignFace = {
  kind: 'team',
  plural: 'teams',
  what: 'A team of sub-agents',
  createPath: '/teams',
  readBody(body, _context, mode) {
    const creating = mode === 'create';
    const known = ['description', 'entry', 'most_tools', 'members'];
    const { header, rest } = readDesignBody(body, { known, creating }, readTeam);
    return { ...header, document: () => toJson(rest) };
  },
  async evaluate(ports, { document }, { caller }) {
    return { findings: await evaluateTeam(ports, toDocument(document), caller) };
  },
  refuses: (_document, findings) => hasErrors(findings),
  write(document) {
    const { description, entry, mostTools, members } = toDocument(document);
    return { description, entry, most_tools: mostTools, members: members.map(writeMember) };
  },
  summarize(document) {
    const { description, entry, members } = toDocument(document);
    return { description, entry, member_count: members.length };
  },
  compare,
  schemas: {
    body: shown,
    required: ['entry', 'members'],
    shown,
    summary: {
      description: text('Its purpose.'),
      entry: text('Member that starts.'),
      member_count: { type: 'integer', minimum: 1, description: 'Number of members.' },
    },
    evaluated: {},
    change: { team_member: text('Name of the affected member.') },
  },
  example: { summary: 'Two members that hand over to each other', value: example },
  exampleId: example.id,
};
