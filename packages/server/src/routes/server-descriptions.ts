/** OpenAPI descriptions of the routes that read, add, replace and remove stdio MCP servers. */
import type { RouteDescription } from '@dragoman/core/http';
import {
  changedAnswer,
  dryRunAnswer,
  dryRunMetadata,
  dryRunParameters,
  fieldsParameter,
  idParameter,
  ifMatchParameter,
  jsonAnswer,
  locationHeader,
  stateHeaders,
} from '@dragoman/core/http';
import type { JsonObject } from '@dragoman/model';
import { dryRunResultSchema } from './dry-run.js';
import {
  addServerSchema,
  definitionExample,
  definitionSchema,
  replaceServerSchema,
  serverDryRunSchema,
} from './server-schemas.js';

const nameParameter = idParameter('Name of the server.', { example: 'files', maxLength: 100 });
const { name: _, ...replaceExample } = definitionExample;

const body = (schema: JsonObject, value: JsonObject) => ({
  description: 'The definition of the server.',
  required: true,
  content: { 'application/json': { schema, examples: { notes: { summary: 'A server for notes', value } } } },
});

const policy =
  'The setting mcp.addServers decides whether this is allowed: by default only where the server listens on loopback. ';
const preview =
  'A dry run starts the command, lists its tools and ends it again; it takes at most 20 seconds and stores nothing. ';
const previewed = ['/preview/tools', '/preview/stderr', '/preview/server_name', '/preview/server_version'];

/** Description of `GET /servers/{id}`. */
export const readServerDescription: RouteDescription = {
  operationId: 'servers_read',
  tag: 'administration',
  summary: 'Read the definition of one stdio MCP server.',
  description:
    'Returns the command, its arguments and the names of its environment variables; their values are never returned. ' +
    'Use it before you replace a server. Do not use it to see whether a server runs: use servers_list instead. No side effects.',
  parameters: [nameParameter, fieldsParameter('the definition')],
  responses: { '200': jsonAnswer('The definition.', definitionSchema, stateHeaders) },
  failures: [400, 403, 404],
  agent: { read_only: true, next: ['servers_replace', 'servers_remove'] },
};

/** Description of `POST /servers`. */
export const addServerDescription: RouteDescription = {
  operationId: 'servers_add',
  tag: 'administration',
  summary: 'Add an MCP server that runs as a child process of this server.',
  description:
    'Stores a command that is run without a shell, with the rights of this server, when the MCP server is first called; one process serves all workers. Its tools can then be imported from stdio:<name>. ' +
    `${policy}${preview}` +
    'Use it to add a program that speaks MCP on standard input and output. Do not use it for a server at a URL: use imports_create for that. Side effects: stores a command; the first call runs it.',
  parameters: [...dryRunParameters],
  requestBody: body(addServerSchema, definitionExample),
  responses: {
    '200': dryRunAnswer(serverDryRunSchema),
    '201': jsonAnswer('The definition.', definitionSchema, { ...stateHeaders, ...locationHeader('the server') }),
  },
  failures: [400, 403, 409, 413, 415, 503],
  agent: {
    read_only: false,
    side_effects: ['stores a command that runs on the machine of the server'],
    dry_run: dryRunMetadata,
    risk: { irreversible: false, requires_confirmation: true },
    undo: 'servers_remove',
    next: ['servers_list'],
    untrusted: previewed,
  },
};

/** Description of `PUT /servers/{id}`. */
export const replaceServerDescription: RouteDescription = {
  operationId: 'servers_replace',
  tag: 'administration',
  summary: 'Replace the definition of one added stdio MCP server.',
  description:
    'Ends the old process; the next call runs the new command. A variable that is left out is removed, and null keeps its stored value. ' +
    `${policy}${preview}` +
    'Use it to change a command or a secret. Do not use it for a server of mcp.stdio: change the settings for that. Side effects: ends a process; calls that wait for it fail.',
  parameters: [nameParameter, ifMatchParameter, ...dryRunParameters],
  requestBody: body(replaceServerSchema, replaceExample),
  responses: { '200': changedAnswer('server', definitionSchema, serverDryRunSchema) },
  failures: [400, 403, 404, 409, 412, 413, 415, 503],
  agent: {
    read_only: false,
    side_effects: ['stores a command that runs on the machine of the server', 'ends a process'],
    dry_run: dryRunMetadata,
    risk: { irreversible: false, requires_confirmation: true },
    next: ['servers_list'],
    untrusted: previewed,
  },
};

/** Description of `DELETE /servers/{id}`. */
export const removeServerDescription: RouteDescription = {
  operationId: 'servers_remove',
  tag: 'administration',
  summary: 'Remove one added stdio MCP server.',
  description:
    'Ends its process and removes its definition and the values of its variables. Services that were imported from it stay in the catalogue, and calls of them fail. ' +
    'Use it when the server is no longer needed. Do not use it to restart a server: use servers_restart instead. Side effects: ends a process; the values of its variables are lost.',
  parameters: [nameParameter, ifMatchParameter, ...dryRunParameters],
  responses: {
    '200': dryRunAnswer(dryRunResultSchema),
    '204': { description: 'The server was removed.' },
  },
  failures: [400, 403, 404, 409, 412, 503],
  agent: {
    read_only: false,
    side_effects: ['removes the server and ends its process'],
    dry_run: dryRunMetadata,
    risk: { irreversible: true, requires_confirmation: true },
  },
};
