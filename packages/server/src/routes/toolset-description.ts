/** OpenAPI descriptions of the routes that create, read, change and delete toolsets. */
import type { RouteDescription } from '@dragoman/core/http';
import {
  changedAnswer,
  dryRunAnswer,
  dryRunMetadata,
  dryRunParameters,
  dryRunSchema,
  fieldsParameter,
  ifMatchParameter,
  jsonAnswer,
  locationHeader,
  nextLinkHeader,
  pageSchema,
  stateHeaders,
  toolsetParameter,
} from '@dragoman/core/http';
import type { JsonObject } from '@dragoman/model';
import { pageParameters } from './cursor-page.js';
import { dryRunResultSchema } from './dry-run.js';
import { createSchema, replaceSchema, summarySchema, toolsetExample, toolsetSchema } from './toolset-schemas.js';

const { id: _, ...replaceExample } = toolsetExample;

/** Members with text of designers and vendors; numbers, times and states come from this server. */
const untrustedTools = (place: string) => [
  ...['id', 'name', 'description', 'owner', 'grants', 'tools', 'open', 'content', 'localised', 'root'].map(
    (name) => `${place}/${name}`,
  ),
];

const toolsetDryRunSchema: JsonObject = dryRunSchema({
  title: 'ToolsetRehearsal',
  outcomes: ['created', 'updated', 'unchanged'],
  more: { toolset: toolsetSchema },
});

const jsonBody = (schema: JsonObject, value: JsonObject) => ({
  description: 'The toolset.',
  required: true,
  content: {
    'application/json': {
      schema,
      examples: { harbour_desk: { summary: 'One tool with a custom description', value } },
    },
  },
});

/** Description of `GET /toolsets`. */
export const listDescription: RouteDescription = {
  operationId: 'toolsets_list',
  tag: 'toolsets',
  summary: 'List the toolsets that you may see.',
  description:
    'Lists toolsets by id, without their tools. Use this to find a toolset. Do not use it to read the tools of one: use toolsets_read for that. No side effects.',
  parameters: [...pageParameters, fieldsParameter('each toolset')],
  responses: {
    '200': {
      description: 'A page of toolsets.',
      headers: nextLinkHeader,
      content: {
        'application/json': {
          schema: pageSchema({ member: 'toolsets', items: summarySchema }),
        },
      },
    },
  },
  failures: [400, 406, 503],
  agent: { read_only: true, order: 'id asc', next: ['toolsets_read'], untrusted: untrustedTools('/toolsets/*') },
};

/** Description of `POST /toolsets`. */
export const createDescription: RouteDescription = {
  operationId: 'toolsets_create',
  tag: 'toolsets',
  summary: 'Create a toolset: choose tools from many services, pin their versions, name and describe them.',
  description:
    'Stores the signatures of the chosen tools, each pinned to its current version unless you give another. The toolset is private to you unless you set visibility or grants. ' +
    'Equal names are rejected with a proposal for each tool, or resolved with resolve_names. ' +
    'Use this to define which tools an AI agent may use. Do not use it to find tools: use tool_choices_list for that. Side effects: creates a toolset and its N-ACT root.',
  parameters: [...dryRunParameters],
  requestBody: jsonBody(createSchema, toolsetExample),
  responses: {
    '200': dryRunAnswer(toolsetDryRunSchema),
    '201': jsonAnswer('The toolset.', toolsetSchema, { ...stateHeaders, ...locationHeader('the toolset') }),
  },
  failures: [400, 403, 406, 409, 413, 415, 503],
  agent: {
    read_only: false,
    side_effects: ['creates a toolset'],
    dry_run: dryRunMetadata,
    risk: { irreversible: false, requires_confirmation: false },
    undo: 'toolsets_delete',
    next: ['toolsets_read', 'toolset_tools_list'],
    untrusted: untrustedTools(''),
  },
};

/** Description of `GET /toolsets/{id}`. */
export const readDescription: RouteDescription = {
  operationId: 'toolsets_read',
  tag: 'toolsets',
  summary: 'Read one toolset with its tools, your texts and those of the vendors.',
  description:
    'Returns each tool with its name for models, the chosen version, your texts next to those of the vendor, and choice, which can be sent back to keep the tool unchanged. ' +
    'Use this before you change a toolset. Do not use it at run time: use toolsets_export instead. Tools of services that you may not see are omitted unless you own the toolset. No side effects.',
  parameters: [toolsetParameter, fieldsParameter('the toolset')],
  responses: {
    '200': jsonAnswer('The toolset.', toolsetSchema, stateHeaders),
  },
  failures: [400, 404, 406, 503],
  agent: { read_only: true, next: ['toolsets_updates_list', 'toolsets_replace'], untrusted: untrustedTools('') },
};

/** The parts of a description that differ between the routes that change one toolset. */
type ToolsetChange = Pick<RouteDescription, 'operationId' | 'summary' | 'description' | 'requestBody'> & {
  /** Operations to use next. */
  next?: readonly string[];
};

/** Describes a route that changes one toolset and responds with it, or with the result of a dry run. */
export function describeToolsetChange({ next, ...change }: ToolsetChange): RouteDescription {
  return {
    ...change,
    tag: 'toolsets',
    parameters: [toolsetParameter, ifMatchParameter, ...dryRunParameters],
    responses: { '200': changedAnswer('toolset', toolsetSchema, toolsetDryRunSchema) },
    failures: [400, 403, 404, 406, 409, 412, 413, 415, 503],
    agent: {
      read_only: false,
      side_effects: ['updates the toolset', 'keeps the previous version'],
      dry_run: dryRunMetadata,
      risk: { irreversible: false, requires_confirmation: false },
      undo: 'toolsets_roll_back',
      ...(next === undefined ? {} : { next: [...next] }),
      untrusted: untrustedTools(''),
    },
  };
}

/** Description of `PUT /toolsets/{id}`. */
export const replaceDescription: RouteDescription = describeToolsetChange({
  operationId: 'toolsets_replace',
  summary: 'Replace the tools and texts of one of your toolsets.',
  description:
    'A tool that stays keeps version and name unless you give others; one that you leave out is removed but stays callable for clients that already use it. Visibility, grants and content stay when omitted. ' +
    'Use this to add, remove, rename or pin tools: read with toolsets_read, edit, send back with If-Match. Do not use it to accept new versions: use toolsets_updates_decide instead. ' +
    'Side effects: updates the toolset and keeps the previous version.',
  requestBody: jsonBody(replaceSchema, replaceExample),
  next: ['toolsets_read'],
});

/** Description of `DELETE /toolsets/{id}`. */
export const deleteDescription: RouteDescription = {
  operationId: 'toolsets_delete',
  tag: 'toolsets',
  summary: 'Delete one of your toolsets.',
  description:
    'Its root is removed, and tools can no longer be called through it; the services stay. Use this when no AI agent uses the toolset. ' +
    'Do not use it to remove single tools: use toolsets_replace instead. Side effects: deletes the toolset; its versions are kept, and toolsets_roll_back restores it.',
  parameters: [toolsetParameter, ifMatchParameter, ...dryRunParameters],
  responses: {
    '200': dryRunAnswer(dryRunResultSchema),
    '204': { description: 'The toolset was deleted.' },
  },
  failures: [400, 403, 404, 406, 412, 503],
  agent: {
    read_only: false,
    side_effects: ['deletes the toolset and its root'],
    dry_run: dryRunMetadata,
    risk: { irreversible: false, requires_confirmation: true },
    undo: 'toolsets_roll_back',
  },
};
