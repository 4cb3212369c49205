/** How the routes that make, show, change and delete toolsets are described. */
import type { RouteDescription } from '@dragoman/core';
import { fieldsParameter } from '@dragoman/core';
import type { JsonObject } from '@dragoman/model';
import { pageHeaders, pageParameters } from './cursor-page.js';
import { dryRunMetadata, dryRunParameters, rehearsalSchema } from './dry-run.js';
import { ifMatchParameter, toolsetHeaders, toolsetParameter } from './toolset-ports.js';
import { createSchema, replaceSchema, summarySchema, toolsetExample, toolsetSchema } from './toolset-schemas.js';

const { id: _, ...replaceExample } = toolsetExample;

/** Words of designers and vendors; numbers, times and states are this server's own. */
export const untrustedTools = (place: string) => [
  ...['id', 'name', 'description', 'owner', 'grants', 'tools', 'open', 'localised', 'root'].map(
    (name) => `${place}/${name}`,
  ),
];

/** What a dry run says: the toolset as it would be. */
export const toolsetRehearsal: JsonObject = {
  type: 'object',
  title: 'ToolsetRehearsal',
  description: 'Dry run only: what the same request without it would do; nothing was changed.',
  required: ['dry_run', 'would_change', 'reversible', 'outcome', 'toolset'],
  properties: {
    dry_run: { type: 'boolean', const: true, description: 'Always true: nothing was changed.' },
    would_change: { type: 'boolean', description: 'Whether anything would change.' },
    reversible: { type: 'boolean', description: 'Whether the change could be taken back.' },
    outcome: { type: 'string', enum: ['created', 'updated', 'unchanged'], description: 'What would happen.' },
    toolset: toolsetSchema,
  },
  additionalProperties: false,
};

/** A toolset after a change, or what a dry run foresees. */
export const changedToolset: JsonObject = {
  description: 'The toolset after the change, or what a dry run foresees.',
  anyOf: [toolsetSchema, toolsetRehearsal],
};

const jsonBody = (schema: JsonObject, value: JsonObject) => ({
  description: 'The toolset.',
  required: true,
  content: {
    'application/json': { schema, examples: { harbour_desk: { summary: 'One tool with words of its own', value } } },
  },
});

/** The description of `GET /toolsets`. */
export const listDescription: RouteDescription = {
  operationId: 'toolsets_list',
  tag: 'toolsets',
  summary: 'List the toolsets that you may see.',
  description:
    'Toolsets by id, without their tools. Use this to find a toolset. Do not use it to read the tools of one: use toolsets_read for that. No side effects.',
  parameters: [...pageParameters, fieldsParameter('each toolset')],
  responses: {
    '200': {
      description: 'A page of toolsets.',
      headers: pageHeaders,
      content: {
        'application/json': {
          schema: {
            type: 'object',
            description: 'A page of toolsets.',
            required: ['toolsets', 'top'],
            properties: {
              toolsets: { type: 'array', description: 'Toolsets of this page.', items: summarySchema },
              top: { type: 'integer', minimum: 1, description: 'Most toolsets of this page, as applied.' },
              next_cursor: {
                type: 'string',
                description: 'Send it as cursor for the next page; absent on the last one.',
              },
            },
            additionalProperties: false,
          },
        },
      },
    },
  },
  failures: [400, 406, 503],
  agent: { read_only: true, order: 'id asc', next: ['toolsets_read'], untrusted: untrustedTools('/toolsets/*') },
};

/** The description of `POST /toolsets`. */
export const createDescription: RouteDescription = {
  operationId: 'toolsets_create',
  tag: 'toolsets',
  summary: 'Make a toolset: choose tools from many agents, pin their versions, name and describe them.',
  description:
    'Keeps the signatures of the chosen tools as they are now, each pinned to its current version unless you name another one or "latest". Private to you unless you say otherwise. ' +
    'Names must be unique in the set: a clash is refused with a proposal for each tool, or settled with "resolve_names": true. ' +
    'Use this to fix what an agent may do. Do not use it to find tools: use tool_choices_list for that. Side effects: creates a toolset and an N-ACT root for it.',
  parameters: [...dryRunParameters],
  requestBody: jsonBody(createSchema, toolsetExample),
  responses: {
    '200': {
      description: 'Dry run only: what would happen.',
      content: { 'application/json': { schema: toolsetRehearsal } },
    },
    '201': {
      description: 'The toolset.',
      headers: { ...toolsetHeaders, Location: { description: 'Address of the toolset.', schema: { type: 'string' } } },
      content: { 'application/json': { schema: toolsetSchema } },
    },
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

/** The description of `GET /toolsets/{id}`. */
export const readDescription: RouteDescription = {
  operationId: 'toolsets_read',
  tag: 'toolsets',
  summary: 'Read one toolset with its tools, your words and the vendors’.',
  description:
    'Each tool with its name toward models, the version chosen, your words and the vendor’s beside them, and choice, which sends it back as it is. ' +
    'Use this before you change a toolset. Do not use it at run time: use toolsets_export instead. Tools of agents that you may not see are left out unless the toolset is yours. No side effects.',
  parameters: [toolsetParameter, fieldsParameter('the toolset')],
  responses: {
    '200': {
      description: 'The toolset.',
      headers: toolsetHeaders,
      content: { 'application/json': { schema: toolsetSchema } },
    },
  },
  failures: [400, 404, 406, 503],
  agent: { read_only: true, next: ['toolsets_updates_list', 'toolsets_replace'], untrusted: untrustedTools('') },
};

/** The description of `PUT /toolsets/{id}`. */
export const replaceDescription: RouteDescription = {
  operationId: 'toolsets_replace',
  tag: 'toolsets',
  summary: 'Replace the tools and words of a toolset of yours.',
  description:
    'A tool that stays keeps its version and its name unless you give others; a tool left out is taken out but stays callable for those who have it. Visibility and grants stay when they are left out. ' +
    'Use this to add, remove, rename or pin tools: read with toolsets_read, edit, send back with If-Match. Do not use it to take over new versions one by one: use toolsets_updates_decide instead. ' +
    'Side effects: updates the toolset and keeps the older version.',
  parameters: [toolsetParameter, ifMatchParameter, ...dryRunParameters],
  requestBody: jsonBody(replaceSchema, replaceExample),
  responses: {
    '200': {
      description: 'The toolset after the change.',
      headers: toolsetHeaders,
      content: { 'application/json': { schema: changedToolset } },
    },
  },
  failures: [400, 403, 404, 406, 409, 412, 413, 415, 503],
  agent: {
    read_only: false,
    side_effects: ['updates the toolset', 'keeps the older version'],
    dry_run: dryRunMetadata,
    risk: { irreversible: false, requires_confirmation: false },
    undo: 'toolsets_roll_back',
    next: ['toolsets_read'],
    untrusted: untrustedTools(''),
  },
};

/** The description of `DELETE /toolsets/{id}`. */
export const deleteDescription: RouteDescription = {
  operationId: 'toolsets_delete',
  tag: 'toolsets',
  summary: 'Delete a toolset of yours.',
  description:
    'Its root is gone, and nobody calls tools through it any more; the agents stay. Use this when no agent uses the toolset. ' +
    'Do not use it to take tools out: use toolsets_replace instead. Side effects: removes the toolset; its versions are kept, and toolsets_roll_back brings it back.',
  parameters: [toolsetParameter, ifMatchParameter, ...dryRunParameters],
  responses: {
    '200': {
      description: 'Dry run only: what would happen.',
      content: { 'application/json': { schema: rehearsalSchema } },
    },
    '204': { description: 'The toolset is gone.' },
  },
  failures: [400, 403, 404, 406, 412, 503],
  agent: {
    read_only: false,
    side_effects: ['removes the toolset and its root'],
    dry_run: dryRunMetadata,
    risk: { irreversible: false, requires_confirmation: true },
    undo: 'toolsets_roll_back',
  },
};
