/** OpenAPI descriptions of the routes of a kind of design, generated for all kinds. */
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
import { dryRunResultSchema } from '../dry-run.js';
import { designIdPattern } from '../toolset-request.js';
import type { DesignFace } from './design-face.js';
import { designLimits } from './design-request.js';
import { findingSchema } from './finding-view.js';

/** Descriptions of the routes of a kind. */
export interface DesignDescriptions {
  list: RouteDescription;
  create: RouteDescription;
  read: RouteDescription;
  replace: RouteDescription;
  delete: RouteDescription;
  versions: RouteDescription;
  version: RouteDescription;
  diff: RouteDescription;
  /** Members of a response. */
  members: string[];
}

/** Members of a stored version, for field selection. */
export const versionMembers: readonly string[] = ['version', 'action', 'actor', 'at'];

const whole = (description: string): JsonObject => wholeSchema(description, { minimum: 1 });

const visibility = (description: string): JsonObject => ({ type: 'string', enum: ['public', 'private'], description });

const headerProperties = (kind: string): JsonObject => ({
  id: text(`Id of the ${kind}.`),
  name: text('Display name.'),
  owner: text('Owner of it.'),
  visibility: visibility('Who may see it.'),
  version: whole('Version; increases with every change.'),
  created_at: text('When it was created.', { format: 'date-time' }),
  updated_at: text('When it was last changed.', { format: 'date-time' }),
});

/** Members of the evaluation of every design. */
export const evaluationProperties: JsonObject = {
  ok: { type: 'boolean', description: 'True when the findings contain no error.' },
  findings: { type: 'array', description: 'Current findings.', items: findingSchema },
};

/** The path parameter with the id. */
export function designParameter({ kind, exampleId }: DesignFace): ParameterDescription {
  return idParameter(`Id of the ${kind}.`, { example: exampleId });
}

/** Schema of a whole design in a response. */
export function designSchema({ kind, what, schemas }: DesignFace): JsonObject {
  const grants = {
    type: 'array',
    description: 'Who else may see it; shown only to its owner.',
    items: text('A grant.'),
  };
  const properties = {
    ...headerProperties(kind),
    grants,
    ...schemas.shown,
    ...evaluationProperties,
    ...schemas.evaluated,
  };
  const title = kind === 'procedure' ? 'Procedure' : 'Team';
  return { ...closed(`${what}, or the members selected with fields.`, properties), title };
}

function stateSchema({ kind, what, schemas }: DesignFace): JsonObject {
  const grants = { type: 'array', description: 'Who else could see it.', items: text('A grant.') };
  return closed(`${what} at that version.`, { ...headerProperties(kind), grants, ...schemas.shown });
}

function bodySchema({ what, schemas }: DesignFace, creating: boolean): JsonObject {
  const properties: JsonObject = {
    ...(creating ? { id: text('Id; generated when absent.', { pattern: designIdPattern }) } : {}),
    name: text('Display name.', { minLength: 1, maxLength: designLimits.name }),
    visibility: visibility(`private${creating ? ' (default)' : ''}: only you and those in grants see it.`),
    grants: {
      type: 'array',
      maxItems: designLimits.grants,
      description: 'Who else sees it: caller:<subject> or scope:<scope>.',
      items: { type: 'string', minLength: 1, maxLength: designLimits.grant },
    },
    ...schemas.body,
  };
  return closed(`${what}.`, properties, ['name', ...schemas.required]);
}

function dryRunDesignSchema(face: DesignFace): JsonObject {
  return dryRunSchema({
    title: face.kind === 'procedure' ? 'ProcedureRehearsal' : 'TeamRehearsal',
    outcomes: ['created', 'updated', 'unchanged'],
    more: { [face.kind]: designSchema(face) },
  });
}

/** Schema of a page of designs. */
export function designPageSchema({ kind, plural, what, schemas }: DesignFace): JsonObject {
  const items = closed(`${what}, or the members selected with fields.`, {
    ...headerProperties(kind),
    ...schemas.summary,
  });
  return pageSchema({ member: plural, items });
}

/** Members with text of designers; numbers, times and codes come from this server. */
export const untrustedMembers = (face: DesignFace, place: string): string[] =>
  [
    'id',
    'name',
    'owner',
    'grants',
    ...Object.keys(face.schemas.shown),
    'findings',
    ...Object.keys(face.schemas.evaluated),
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
      description: `Lists ${plural} by id, in short form. Use this to find one. Do not use it to read one with its findings: use ${plural}_read instead. No side effects.`,
      parameters: [...pageParameters, fieldsParameter(`each ${kind}`)],
      responses: { '200': jsonAnswer(`A page of ${plural}.`, designPageSchema(face), nextLinkHeader) },
      failures: [400, 406, 503],
      agent: { read_only: true, order: 'id asc', next: [`${plural}_read`], untrusted: named },
    },
    read: {
      operationId: `${plural}_read`,
      tag: 'toolsets',
      summary: `Read one ${kind} with its current findings.`,
      description: `Returns the stored ${kind} and its findings, which are evaluated on every read and change when a toolset changes. Use this before you change it. Do not use it at run time: use ${plural}_export instead. No side effects.`,
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
  const dryRun = dryRunDesignSchema(face);
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
      summary: `Create a ${kind}.`,
      description: `Stores a ${kind} and checks it: errors reject the request${kind === 'procedure' ? ' unless it is a draft' : ''}; all findings are reported. Use this for a new one. Do not use it only to check: send X-Dry-Run instead. Side effects: creates a ${kind}.`,
      parameters: [...(face.createPath === '/teams' ? [] : [toolsetParameter]), ...dryRunParameters],
      requestBody: {
        description: `The ${kind}.`,
        required: true,
        content: content(bodySchema(face, true), example.value as JsonObject),
      },
      responses: {
        '200': dryRunAnswer(dryRun),
        '201': jsonAnswer(`The ${kind}.`, designSchema(face), {
          ...stateHeaders,
          ...locationHeader(`the ${kind}`),
        }),
      },
      failures: [400, 403, ...(face.createPath === '/teams' ? [] : [404]), 406, 409, 413, 415, 422, 503],
      agent: agent(`creates a ${kind}`, `${plural}_delete`),
    },
    replace: {
      operationId: `${plural}_replace`,
      tag: 'toolsets',
      summary: `Replace one of your ${plural}.`,
      description: `Replaces the whole ${kind}; visibility and grants stay when omitted. Use this to change it: read with ${plural}_read, edit, send back with If-Match. Do not use it for a new one: use ${plural}_create instead. Side effects: updates it, keeps the old version.`,
      parameters: [designParameter(face), ifMatchParameter, ...dryRunParameters],
      requestBody: {
        description: `The ${kind}.`,
        required: true,
        content: content(bodySchema(face, false), replacing),
      },
      responses: { '200': changedAnswer(kind, designSchema(face), dryRun) },
      failures: [400, 403, 404, 406, 409, 412, 413, 415, 422, 503],
      agent: agent(`updates the ${kind}`, `${plural}_replace`),
    },
    delete: {
      operationId: `${plural}_delete`,
      tag: 'toolsets',
      summary: `Delete one of your ${plural}.`,
      description: `Its versions are kept and stay readable for you. Use this when it is no longer used. Do not use it to change it: use ${plural}_replace instead. Side effects: removes the ${kind}; creating it again with the same id restores it.`,
      parameters: [designParameter(face), ifMatchParameter, ...dryRunParameters],
      responses: {
        '200': dryRunAnswer(dryRunResultSchema),
        '204': { description: `The ${kind} was deleted.` },
      },
      failures: [400, 403, 404, 406, 412, 503],
      agent: agent(`removes the ${kind}`, `${plural}_create`),
    },
  };
}

function describeHistory(face: DesignFace): Pick<DesignDescriptions, 'versions' | 'version'> {
  const { kind, plural } = face;
  const action = {
    type: 'string',
    enum: ['create', 'update', 'delete'],
    description: 'Action that created the version.',
  };
  const kept: JsonObject = {
    version: whole('Version number.'),
    action,
    actor: text('Subject that performed it.'),
    at: text('Time of the action.', { format: 'date-time' }),
  };
  const page = pageSchema({
    member: 'versions',
    description: 'A page of versions, newest first.',
    itemsDescription: 'Stored versions.',
    items: closed('A stored version.', kept),
  });
  const forOwners = ownersOnly(kind);
  return {
    versions: {
      operationId: `${plural}_versions_list`,
      tag: 'toolsets',
      summary: `List the stored versions of one of your ${plural}.`,
      description: `Lists versions, newest first. Use this to see who changed it and when. Do not use it to see what changed: use ${plural}_diff instead. ${forOwners}`,
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
      summary: `Read one stored version of one of your ${plural}.`,
      description: `Returns the ${kind} at that version. Use this to roll back: send it again with ${plural}_replace. Do not use it to read the current state: use ${plural}_read instead. ${forOwners}`,
      parameters: [designParameter(face), versionParameter(), fieldsParameter('the version')],
      responses: {
        '200': jsonAnswer(
          'The version.',
          closed('A stored version, or the members selected with fields.', { ...kept, [kind]: stateSchema(face) }),
        ),
      },
      failures: [400, 403, 404, 406, 503],
      agent: { read_only: true, next: [`${plural}_replace`], untrusted: ['/actor', `/${kind}`] },
    },
  };
}

function ownersOnly(kind: string): string {
  return `Only for callers that may change the ${kind}; also works after deletion. No side effects.`;
}

function describeDiff(face: DesignFace): RouteDescription {
  const { kind, plural } = face;
  const side = (name: 'from' | 'to', fallback: string): ParameterDescription => ({
    name,
    in: 'query',
    description: `Version number; defaults to ${fallback}.`,
    schema: { type: 'integer', minimum: 1 },
  });
  const change = closed(
    'A difference.',
    {
      kind: text('Stable code of the difference.'),
      member: text('Member that changed.'),
      message: text('Human-readable message.'),
      ...face.schemas.change,
    },
    ['kind', 'message'],
  );
  const compared = closed(
    'The differences.',
    {
      from: whole('Older version.'),
      to: whole('Newer version.'),
      changes: { type: 'array', description: 'The differences, in order.', items: change },
      count: { type: 'integer', minimum: 0, description: 'Number of differences.' },
    },
    ['from', 'to', 'changes', 'count'],
  );
  return {
    operationId: `${plural}_diff`,
    tag: 'toolsets',
    summary: `Compare two versions of one of your ${plural}.`,
    description: `Returns the differences between two versions, by default those of the last change. Use this to review a change. Do not use it to read a version: use ${plural}_version_read instead. ${ownersOnly(kind)}`,
    parameters: [designParameter(face), side('from', 'the version before to'), side('to', 'the newest version')],
    responses: { '200': jsonAnswer('The differences.', compared) },
    failures: [400, 403, 404, 406, 503],
    agent: { read_only: true, next: [`${plural}_version_read`], untrusted: ['/changes'] },
  };
}
