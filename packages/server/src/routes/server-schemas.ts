/** Schemas and an example of the stdio server routes. */
import { wholeSchema as count, textSchema as text } from '@dragoman/core/http';
import type { JsonObject } from '@dragoman/model';

const serverSchema = {
  type: 'object',
  description: 'One stdio MCP server in one worker.',
  required: ['name', 'command', 'worker', 'state', 'restarts', 'waiting', 'stderr'],
  properties: {
    name: text('Name of the server in the settings.'),
    command: text('The command that starts it, without arguments.'),
    worker: count('Process id of the worker that runs it.'),
    state: {
      type: 'string',
      enum: ['running', 'idle', 'paused'],
      description: 'idle: it starts with the next call; paused: it has failed and is not started again yet.',
    },
    pid: count('Process id; absent when it does not run.'),
    uptime_ms: count('Milliseconds since it was started; absent when it does not run.'),
    restarts: count('How often it was started again.'),
    waiting: count('Calls that wait for its response.'),
    reason: text('Why it ended last; absent when it never ended.'),
    retry_ms: count('Milliseconds before it may be started again; only while it is paused.'),
    stderr: {
      type: 'array',
      maxItems: 20,
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
      description: 'One for each server and worker.',
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
  worker: 4242,
  state: 'paused',
  restarts: 3,
  waiting: 0,
  reason: 'The MCP server ended (exit code 1).',
  retry_ms: 1600,
  stderr: ['Error: Cannot find module'],
};
