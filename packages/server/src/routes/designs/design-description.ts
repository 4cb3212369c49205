/** How the routes of a kind of design are described; what the kinds have in common is said once. */
import type { ParameterDescription, RouteDescription } from '@dragoman/core/http';
import {
  changedAnswer,
  closedSchema as closed,
  dryRunAnswer,
  dryRunMetadata,
  dryRunParameters,
  dryRunSchema,
  fieldsParameter,
  idParameter,
  ifMatchParameter,
  jsonAnswer,
  locationHeader,
  nextLinkHeader,
  pageSchema,
  stateHeaders,
  textSchema as text,
  toolsetParameter,
  versionParameter,
  wholeSchema,
} from '@dragoman/core/http';
import type { JsonObject } from '@dragoman/model';
import { pageParameters } from '../cursor-page.js';
import { rehearsalSchema } from '../dry-run.js';
import { designIdPattern } from '../toolset-request.js';
import type { DesignFace } from './design-face.js';
import { designLimits } from './design-request.js';
import { findingSchema } from './finding-view.js';

/** The descriptions of a kind's routes. */
export interface DesignDescriptions {
  list: RouteDescription;
  create: RouteDescription;
  read: RouteDescription;
  replace: RouteDescription;
  delete: RouteDescription;
  versions: RouteDescription;
  version: RouteDescription;
  diff: RouteDescription;
  /** Members of an answer. */
  members: string[];
}

/** Members of a kept version. */
export const versionMembers: readonly string[] = ['version', 'action', 'actor', 'at'];

const whole = (description: string): JsonObject => wholeSchema(description, { minimum: 1 });

const visibility = (description: string): JsonObject => ({ type: 'string', enum: ['public', 'private'], description });

const headerProperties = (kind: string): JsonObject => ({
  id: text(`Id of the ${kind}.`),
  name: text('Name for people.'),
  owner: text('Whose it is.'),
  visibility: visibility('Who may see it.'),
  version: whole('Grows with every change.'),
  created_at: text('When it was made.', { format: 'date-time' }),
  updated_at: text('When it was last changed.', { format: 'date-time' }),
});

/** What a judgement says of every design. */
export const judgementProperties: JsonObject = {
  ok: { type: 'boolean', description: 'True when there is no error among the findings.' },
  findings: { type: 'array', description: 'What is to be said about it now.', items: findingSchema },
};

/** The id in the path. */
export function designParameter({ kind, exampleId }: DesignFace): ParameterDescription {
  return idParameter(`Id of the ${kind}.`, { example: exampleId });
}

/** Schema of a whole design in an answer. */
export function designSchema({ kind, what, schemas }: DesignFace): JsonObject {
  const grants = { type: 'array', description: 'Who else may see it; for its owner.', items: text('A grant.') };
  const properties = { ...headerProperties(kind), grants, ...schemas.shown, ...judgementProperties, ...schemas.judged };
  const title = kind === 'procedure' ? 'Procedure' : 'Team';
  return { ...closed(`${what}, or the members asked for.`, properties), title };
}

function stateSchema({ kind, what, schemas }: DesignFace): JsonObject {
  const grants = { type: 'array', description: 'Who else could see it.', items: text('A grant.') };
  return closed(`${what} as it was.`, { ...headerProperties(kind), grants, ...schemas.shown });
}

function bodySchema({ what, schemas }: DesignFace, creating: boolean): JsonObject {
  const properties: JsonObject = {
    ...(creating ? { id: text('Id of your choice; made for you when absent.', { pattern: designIdPattern }) } : {}),
    name: text('Name for people.', { minLength: 1, maxLength: designLimits.name }),
    visibility: visibility('private: only you and those named in grants; the default.'),
    grants: {
      type: 'array',
      maxItems: designLimits.grants,
      description: 'Who else may see it: caller:<subject> or scope:<scope>.',
      items: text('A grant.', { minLength: 1, maxLength: designLimits.grant }),
    },
    ...schemas.body,
  };
  return closed(`${what}.`, properties, ['name', ...schemas.required]);
}

function rehearsedSchema(face: DesignFace): JsonObject {
  return dryRunSchema({
    title: face.kind === 'procedure' ? 'ProcedureRehearsal' : 'TeamRehearsal',
    outcomes: ['created', 'updated', 'unchanged'],
    more: { [face.kind]: designSchema(face) },
  });
}

/** Schema of a page of designs. */
export function designPageSchema({ kind, plural, what, schemas }: DesignFace): JsonObject {
  const items = closed(`${what}, or the members asked for.`, { ...headerProperties(kind), ...schemas.summary });
  return pageSchema({ member: plural, items });
}

/** What designers wrote; numbers, times and codes are this server's own. */
export const untrustedMembers = (face: DesignFace, place: string): string[] =>
  [
    'id',
    'name',
    'owner',
    'grants',
    ...Object.keys(face.schemas.shown),
    'findings',
    ...Object.keys(face.schemas.judged),
  ].map((member) => `${place}/${member}`);

/** Describes the routes of a kind. */
export function describeDesigns(face: DesignFace): DesignDescriptions {
  return { ...describeReads(face), ...describeWrites(face), ...describeHistory(face), diff: describeDiff(face) };
}

function describeReads(face: DesignFace): Pick<DesignDescriptions, 'list' | 'read' | 'members'> {
  const { kind, plural } = face;
  const schema = designSchema(face);
  const summary = Object.keys(face.schemas.summary);
  const named = ['id', 'name', 'owner', ...summary].map((member) => `/${plural}/*/${member}`);
  return {
    members: Object.keys(schema.properties as JsonObject),
    list: {
      operationId: `${plural}_list`,
      tag: 'toolsets',
      summary: `List the ${plural} that you may see.`,
      description: `${plural} by id, in short. Use this to find one. Do not use it to read one with its findings: use ${plural}_read instead. No side effects.`,
      parameters: [...pageParameters, fieldsParameter(`each ${kind}`)],
      responses: { '200': jsonAnswer(`A page of ${plural}.`, designPageSchema(face), nextLinkHeader) },
      failures: [400, 406, 503],
      agent: { read_only: true, order: 'id asc', next: [`${plural}_read`], untrusted: named },
    },
    read: {
      operationId: `${plural}_read`,
      tag: 'toolsets',
      summary: `Read one ${kind} with what is to be said about it now.`,
      description: `The ${kind} as it is kept, and findings as everything that it names stands at this moment: they change when a toolset does. Use this before you change it. Do not use it at run time: use ${plural}_export instead. No side effects.`,
      parameters: [designParameter(face), fieldsParameter(`the ${kind}`)],
      responses: { '200': jsonAnswer(`The ${kind}.`, schema, stateHeaders) },
      failures: [400, 404, 406, 503],
      agent: {
        read_only: true,
        next: [`${plural}_replace`, `${plural}_export`],
        untrusted: untrustedMembers(face, ''),
      },
    },
  };
}

function describeWrites(face: DesignFace): Pick<DesignDescriptions, 'create' | 'replace' | 'delete'> {
  const { kind, plural, example } = face;
  const { id: _, ...replacing } = example.value as JsonObject;
  const rehearsed = rehearsedSchema(face);
  const content = (schema: JsonObject, value: JsonObject) => ({
    'application/json': { schema, examples: { harbour_desk: { summary: example.summary, value } } },
  });
  const agent = (effect: string, undo: string): JsonObject => ({
    read_only: false,
    side_effects: [effect],
    dry_run: dryRunMetadata,
    risk: { irreversible: false, requires_confirmation: effect.startsWith('removes') },
    undo,
    ...(effect.startsWith('removes') ? {} : { next: [`${plural}_read`], untrusted: untrustedMembers(face, '') }),
  });
  return {
    create: {
      operationId: `${plural}_create`,
      tag: 'toolsets',
      summary: `Make a ${kind}.`,
      description: `Keeps a ${kind} and checks it: errors are refused all at once (a draft of a procedure may have them), warnings are told. Private to you unless you say otherwise. Use this for a new one. Do not use it only to check: send X-Dry-Run instead. Side effects: creates a ${kind}.`,
      parameters: [...(face.createPath === '/teams' ? [] : [toolsetParameter]), ...dryRunParameters],
      requestBody: {
        description: `The ${kind}.`,
        required: true,
        content: content(bodySchema(face, true), example.value as JsonObject),
      },
      responses: {
        '200': dryRunAnswer(rehearsed),
        '201': jsonAnswer(`The ${kind}.`, designSchema(face), {
          ...stateHeaders,
          ...locationHeader(`the ${kind}`),
        }),
      },
      failures: [400, 403, ...(face.createPath === '/teams' ? [] : [404]), 406, 409, 413, 415, 503],
      agent: agent(`creates a ${kind}`, `${plural}_delete`),
    },
    replace: {
      operationId: `${plural}_replace`,
      tag: 'toolsets',
      summary: `Replace a ${kind} of yours.`,
      description: `The whole ${kind}; visibility and grants stay when they are left out. Use this to change it: read with ${plural}_read, edit, send back with If-Match. Do not use it to make a new one: use ${plural}_create instead. Side effects: updates the ${kind} and keeps the older version.`,
      parameters: [designParameter(face), ifMatchParameter, ...dryRunParameters],
      requestBody: {
        description: `The ${kind}.`,
        required: true,
        content: content(bodySchema(face, false), replacing),
      },
      responses: { '200': changedAnswer(kind, designSchema(face), rehearsed) },
      failures: [400, 403, 404, 406, 409, 412, 413, 415, 503],
      agent: agent(`updates the ${kind}`, `${plural}_replace`),
    },
    delete: {
      operationId: `${plural}_delete`,
      tag: 'toolsets',
      summary: `Delete a ${kind} of yours.`,
      description: `Its versions are kept and stay readable for you. Use this when nobody works by it any more. Do not use it to change it: use ${plural}_replace instead. Side effects: removes the ${kind}; posting it again under its id brings it back.`,
      parameters: [designParameter(face), ifMatchParameter, ...dryRunParameters],
      responses: {
        '200': dryRunAnswer(rehearsalSchema),
        '204': { description: `The ${kind} is gone.` },
      },
      failures: [400, 403, 404, 406, 412, 503],
      agent: agent(`removes the ${kind}`, `${plural}_create`),
    },
  };
}

function describeHistory(face: DesignFace): Pick<DesignDescriptions, 'versions' | 'version'> {
  const { kind, plural } = face;
  const action = { type: 'string', enum: ['create', 'update', 'delete'], description: 'What was done.' };
  const kept: JsonObject = {
    version: whole('Number of the version.'),
    action,
    actor: text('Who did it.'),
    at: text('When.', { format: 'date-time' }),
  };
  const page = pageSchema({
    member: 'versions',
    description: 'A page of versions, newest first.',
    itemsDescription: 'Kept versions.',
    items: closed('A kept version.', kept),
  });
  const forOwners = ownersOnly(kind);
  return {
    versions: {
      operationId: `${plural}_versions_list`,
      tag: 'toolsets',
      summary: `List the kept versions of a ${kind} of yours.`,
      description: `Versions, newest first. Use this to see who changed it and when. Do not use it to see what changed: use ${plural}_diff instead. ${forOwners}`,
      parameters: [designParameter(face), ...pageParameters, fieldsParameter('each version')],
      responses: { '200': jsonAnswer('A page of versions.', page, nextLinkHeader) },
      failures: [400, 403, 404, 406, 503],
      agent: {
        read_only: true,
        order: 'version desc',
        next: [`${plural}_version_read`, `${plural}_diff`],
        untrusted: ['/versions/*/actor'],
      },
    },
    version: {
      operationId: `${plural}_version_read`,
      tag: 'toolsets',
      summary: `Read one kept version of a ${kind} of yours.`,
      description: `The ${kind} as it was. Use this to go back: send it again with ${plural}_replace. Do not use it to read the present one: use ${plural}_read instead. ${forOwners}`,
      parameters: [designParameter(face), versionParameter(), fieldsParameter('the version')],
      responses: {
        '200': jsonAnswer(
          'The version.',
          closed('A kept version, or the members asked for.', { ...kept, [kind]: stateSchema(face) }),
        ),
      },
      failures: [400, 403, 404, 406, 503],
      agent: { read_only: true, next: [`${plural}_replace`], untrusted: ['/actor', `/${kind}`] },
    },
  };
}

function ownersOnly(kind: string): string {
  return `For those who may change the ${kind}; it works on a deleted one too. No side effects.`;
}

function describeDiff(face: DesignFace): RouteDescription {
  const { kind, plural } = face;
  const side = (name: 'from' | 'to', usual: string): ParameterDescription => ({
    name,
    in: 'query',
    description: `Number of a version; ${usual} when absent.`,
    schema: { type: 'integer', minimum: 1 },
  });
  const change = closed(
    'A difference.',
    {
      kind: text('Stable word for the kind of difference.'),
      member: text('Member that changed.'),
      message: text('The difference in a sentence.'),
      ...face.schemas.change,
    },
    ['kind', 'message'],
  );
  const compared = closed(
    'What changed.',
    {
      from: whole('Older version.'),
      to: whole('Newer version.'),
      changes: { type: 'array', description: 'Each difference, in order.', items: change },
      count: { type: 'integer', minimum: 0, description: 'How many there are.' },
    },
    ['from', 'to', 'changes', 'count'],
  );
  return {
    operationId: `${plural}_diff`,
    tag: 'toolsets',
    summary: `See what changed between two versions of a ${kind} of yours.`,
    description: `Differences between two versions; the last change unless you name others. Use this to review a change. Do not use it to read a version: use ${plural}_version_read instead. ${ownersOnly(kind)}`,
    parameters: [designParameter(face), side('from', 'the one before to'), side('to', 'the newest')],
    responses: { '200': jsonAnswer('The differences.', compared) },
    failures: [400, 403, 404, 406, 503],
    agent: { read_only: true, next: [`${plural}_version_read`], untrusted: ['/changes'] },
  };
}
