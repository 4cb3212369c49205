/** How the routes that make, show, change and delete toolsets are described. */
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
import { rehearsalSchema } from './dry-run.js';
import { createSchema, replaceSchema, summarySchema, toolsetExample, toolsetSchema } from './toolset-schemas.js';

const { id: _, ...replaceExample } = toolsetExample;

/** Words of designers and vendors; numbers, times and states are this server's own. */
const untrustedTools = (place: string) => [
  ...['id', 'name', 'description', 'owner', 'grants', 'tools', 'open', 'localised', 'root'].map(
    (name) => `${place}/${name}`,
  ),
];

const toolsetRehearsal: JsonObject = dryRunSchema({
  title: 'ToolsetRehearsal',
  outcomes: ['created', 'updated', 'unchanged'],
  more: { toolset: toolsetSchema },
});

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
    '200': dryRunAnswer(toolsetRehearsal),
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
    '200': jsonAnswer('The toolset.', toolsetSchema, stateHeaders),
  },
  failures: [400, 404, 406, 503],
  agent: { read_only: true, next: ['toolsets_updates_list', 'toolsets_replace'], untrusted: untrustedTools('') },
};

/** What a route that changes one toolset says of itself; the rest is the same for all of them. */
type ToolsetChange = Pick<RouteDescription, 'operationId' | 'summary' | 'description' | 'requestBody'> & {
  /** Operations to use next. */
  next?: readonly string[];
};

/** Describes a route that changes one toolset and answers with it, or with the report of a dry run. */
export function describeToolsetChange({ next, ...change }: ToolsetChange): RouteDescription {
  return {
    ...change,
    tag: 'toolsets',
    parameters: [toolsetParameter, ifMatchParameter, ...dryRunParameters],
    responses: { '200': changedAnswer('toolset', toolsetSchema, toolsetRehearsal) },
    failures: [400, 403, 404, 406, 409, 412, 413, 415, 503],
    agent: {
      read_only: false,
      side_effects: ['updates the toolset', 'keeps the older version'],
      dry_run: dryRunMetadata,
      risk: { irreversible: false, requires_confirmation: false },
      undo: 'toolsets_roll_back',
      ...(next === undefined ? {} : { next: [...next] }),
      untrusted: untrustedTools(''),
    },
  };
}

/** The description of `PUT /toolsets/{id}`. */
export const replaceDescription: RouteDescription = describeToolsetChange({
  operationId: 'toolsets_replace',
  summary: 'Replace the tools and words of a toolset of yours.',
  description:
    'A tool that stays keeps its version and its name unless you give others; a tool left out is taken out but stays callable for those who have it. Visibility and grants stay when they are left out. ' +
    'Use this to add, remove, rename or pin tools: read with toolsets_read, edit, send back with If-Match. Do not use it to take over new versions one by one: use toolsets_updates_decide instead. ' +
    'Side effects: updates the toolset and keeps the older version.',
  requestBody: jsonBody(replaceSchema, replaceExample),
  next: ['toolsets_read'],
});

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
    '200': dryRunAnswer(rehearsalSchema),
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
