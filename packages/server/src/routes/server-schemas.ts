/** Schemas and examples of the stdio server routes. */
import {
  closedSchema,
  wholeSchema as count,
  dryRunSchema,
  listSchema,
  textSchema as text,
  timeSchema,
} from '@dragoman/core/http';
import type { JsonObject } from '@dragoman/model';
import { serverLimits } from './server-request.js';

const origin: JsonObject = {
  type: 'string',
  enum: ['settings', 'added'],
  description: 'settings: it is configured in mcp.stdio; added: an administrator added it at run time.',
};

const serverSchema = {
  type: 'object',
  description: 'One stdio MCP server.',
  required: ['name', 'command', 'origin', 'worker', 'state', 'restarts', 'waiting', 'stderr'],
  properties: {
    name: text('Name of the server.'),
    command: text('The command that starts it, without arguments.'),
    origin,
    worker: count('Id of the process that runs it: the server, or the parent process of its workers.'),
    state: {
      type: 'string',
      enum: ['running', 'idle', 'paused', 'disabled'],
      description:
        'idle: it starts with the next call; paused: it has failed and is not started again yet; disabled: it was added, and the settings do not allow that it runs.',
    },
    pid: count('Process id; absent when it does not run.'),
    uptime_ms: count('Milliseconds since it was started; absent when it does not run.'),
    restarts: count('How often it was started again.'),
    waiting: count('Calls that wait for its response.'),
    reason: text('Why it ended last, or why it is disabled; absent when it never ended.'),
    retry_ms: count('Milliseconds before it may be started again; only while it is paused.'),
    stderr: {
      type: 'array',
      maxItems: 50,
      description: 'Its last lines on standard error: third-party text.',
      items: { type: 'string', description: 'One line, at most 500 characters.' },
    },
  },
  additionalProperties: false,
};

/** Members of a server, for field selection. */
export const serverMembers: readonly string[] = Object.keys(serverSchema.properties);

/** The list of servers. */
export const serverListSchema: JsonObject = {
  type: 'object',
  description: 'The stdio MCP servers.',
  required: ['servers'],
  properties: {
    servers: {
      type: 'array',
      maxItems: 10_000,
      description: 'One for each server.',
      items: {
        description: 'A server, or the members selected with fields.',
        anyOf: [serverSchema, { ...serverSchema, required: [] }],
      },
    },
  },
  additionalProperties: false,
};

/** The answer to a restart. */
export const restartSchema: JsonObject = {
  type: 'object',
  description: 'A restarted server.',
  required: ['server', 'restarted'],
  properties: {
    server: text('Name of the server.'),
    restarted: { type: 'boolean', description: 'True: it was started again.' },
  },
  additionalProperties: false,
};

/** An example. */
export const serverExample = {
  name: 'files',
  command: 'npx',
  origin: 'settings',
  worker: 4242,
  state: 'paused',
  restarts: 3,
  waiting: 0,
  reason: 'The MCP server ended (exit code 1).',
  retry_ms: 1600,
  stderr: ['Error: Cannot find module'],
};

const commandText = text('Program to run, without a shell: a path, or a name that is looked up in PATH.', {
  minLength: 1,
  maxLength: serverLimits.text,
});
const argsSchema = listSchema(
  'Arguments of the program, passed as they are.',
  { type: 'string', description: 'An argument.', maxLength: serverLimits.text },
  { maxItems: serverLimits.count },
);
const cwdText = text('Working directory, an absolute path; without it that of this server.', {
  maxLength: serverLimits.text,
});

const definitionProperties = {
  name: text('Name; the server is addressed as stdio:<name>.'),
  origin,
  command: commandText,
  args: argsSchema,
  cwd: cwdText,
  env: listSchema(
    'Names of its environment variables; values are never returned.',
    { type: 'string', description: 'A name.' },
    { maxItems: serverLimits.count },
  ),
  owner: text('Subject of the caller that added it; only for added servers.'),
  version: count('Increases with every change; only for added servers.'),
  created_at: timeSchema('When it was added.'),
  updated_at: timeSchema('When it was last changed.'),
};

/** The definition of a server. */
export const definitionSchema: JsonObject = {
  title: 'StdioServerDefinition',
  ...closedSchema('The definition of a stdio MCP server.', definitionProperties, [
    'name',
    'origin',
    'command',
    'args',
    'env',
  ]),
};

/** Members of a definition, for field selection. */
export const definitionMembers: readonly string[] = Object.keys(definitionProperties);

const writtenProperties: JsonObject = {
  command: commandText,
  args: argsSchema,
  cwd: cwdText,
  env: {
    type: 'object',
    description:
      'Values of environment variables by name, in addition to PATH, HOME, LANG and TMPDIR. They are sealed and never returned; null keeps the stored value.',
    maxProperties: serverLimits.count,
    propertyNames: { pattern: serverLimits.variable.source, maxLength: 200 },
    additionalProperties: {
      type: ['string', 'null'],
      description: 'A value, or null to keep the stored one.',
      maxLength: serverLimits.value,
    },
  },
};

/** The body that replaces a definition. */
export const replaceServerSchema: JsonObject = {
  type: 'object',
  description: 'The new definition.',
  required: ['command'],
  properties: writtenProperties,
  additionalProperties: false,
};

/** The body that adds a server. */
export const addServerSchema: JsonObject = {
  type: 'object',
  description: 'The definition.',
  required: ['name', 'command'],
  properties: {
    name: text('Name; the server is addressed as stdio:<name>.', { pattern: serverLimits.name.source }),
    ...writtenProperties,
  },
  additionalProperties: false,
};

const previewSchema = closedSchema(
  'What the command does as an MCP server; it was started for this and ended again.',
  {
    starts: { type: 'boolean', description: 'True: it answered with a list of tools.' },
    server_name: text('Name that it gives itself: third-party text.'),
    server_version: text('Version that it gives itself: third-party text.'),
    tools: listSchema(
      'Its first tools: third-party text.',
      closedSchema('A tool.', { name: text('Name of the tool.'), description: text('Its description, truncated.') }, [
        'name',
        'description',
      ]),
      { maxItems: 500 },
    ),
    tool_count: count('Number of all its tools.'),
    problem: closedSchema(
      'Why it cannot be used; absent when it can.',
      { code: text('Failure code.'), message: text('What failed.') },
      ['code', 'message'],
    ),
    stderr: listSchema(
      'Its last lines on standard error: third-party text.',
      { type: 'string', description: 'One line, at most 500 characters.' },
      { maxItems: 20 },
    ),
  },
  ['starts', 'tools', 'tool_count', 'stderr'],
);

/** The report of a dry run that adds or replaces a server. */
export const serverDryRunSchema: JsonObject = dryRunSchema({
  title: 'StdioServerRehearsal',
  outcomes: ['created', 'updated', 'unchanged'],
  more: { server: definitionSchema, preview: previewSchema },
});

/** An example of a body. */
export const definitionExample = {
  name: 'notes',
  command: 'notes-mcp',
  args: ['--folder', '/srv/notes'],
  env: { NOTES_TOKEN: 'a-secret-of-yours' },
};
