/** Schemas and examples of the routes about the server itself. */
import { wholeSchema as count, textSchema as text } from '@dragoman/core/http';
import type { JsonObject } from '@dragoman/model';

const state = {
  type: 'string',
  enum: ['ready', 'degraded', 'failed'],
  description: 'degraded: it works, and needs attention.',
};
const list = (description: string, items: JsonObject) => ({ type: 'array', maxItems: 10_000, description, items });
const object = (description: string, properties: JsonObject, optional: readonly string[] = []): JsonObject => ({
  type: 'object',
  description,
  required: Object.keys(properties).filter((name) => !optional.includes(name)),
  properties,
  additionalProperties: false,
});

const partSchema = object(
  'One part.',
  {
    part: {
      type: 'string',
      enum: ['store', 'disk', 'index', 'vectors', 'nodes', 'workers', 'redis', 'sources', 'servers'],
      description: 'Name of the part.',
    },
    state,
    detail: text('A sentence for people.'),
    free_bytes: count('Free bytes of the disk.'),
    total_bytes: count('Size of the disk in bytes.'),
    waiting: count('Operations that wait for vectors.'),
    count: count('Number of nodes, workers, sources or servers.'),
  },
  ['free_bytes', 'total_bytes', 'waiting', 'count'],
);

const shareSchema = object('Use of one shared resource in one worker.', {
  worker: count('Process id of the worker.'),
  resource: {
    type: 'string',
    enum: ['connections', 'body_bytes', 'requests', 'streams'],
    description: 'What is shared.',
  },
  capacity: count('Units that all callers together may hold.'),
  in_use: count('Units in use.'),
  callers: count('Callers that hold something.'),
  top: list(
    'Callers that hold most, at most 5.',
    object('One caller.', { caller: text('Caller or client address.'), held: count('Units that it holds.') }),
  ),
});

const rateSchema = object('Use of one rate limit.', {
  caller: text('Caller or client address; for calls of one service, also the service.'),
  budget: text('Kind of request: read, search, write or invoke.'),
  used_percent: { type: 'integer', minimum: 0, maximum: 100, description: '100: further requests are rejected.' },
});

const errorSchema = object(
  'Something that went wrong.',
  {
    at: { type: 'string', format: 'date-time', description: 'When.' },
    kind: {
      type: 'string',
      enum: ['call', 'log'],
      description: 'call: a call failed; log: the server logged an error.',
    },
    detail: text('What failed; may contain third-party text.'),
    trace_id: text('Its trace, for traces_read.'),
  },
  ['trace_id'],
);

const statusProperties = {
  state,
  version: text('Version of the server.'),
  started_at: { type: 'string', format: 'date-time', description: 'When this process started.' },
  parts: list('The parts.', partSchema),
  shares: list('What callers share, by worker.', shareSchema),
  rates: list('Callers nearest to their rate limits, at most 20.', rateSchema),
  errors: list('The last errors, newest first, at most 5.', errorSchema),
};

/** Members of the state, for field selection. */
export const statusMembers: readonly string[] = Object.keys(statusProperties);

/** The state, or the members selected with `fields`. */
export const statusAnswer: JsonObject = {
  description: 'The state, or the members selected with fields.',
  anyOf: [
    object('The state of this server.', statusProperties),
    { ...object('The selected members.', statusProperties), required: [] },
  ],
};

const settingProperties = {
  key: text('Name of the setting.'),
  value: {
    type: ['string', 'number', 'boolean', 'array', 'object', 'null'],
    description: 'Its value; null when it is not set. Secrets are hidden.',
    items: { type: ['string', 'object'], description: 'A value of a list.' },
    additionalProperties: true,
  },
  origin: text('Where the value comes from: default, or the file, variable or flag.'),
  description: text('What it does.'),
  environment: text('Environment variable that sets it.'),
};

/** Members of a setting, for field selection. */
export const settingMembers: readonly string[] = Object.keys(settingProperties);

/** Members that are returned without a selection: the descriptions are most of the bytes. */
export const usualSettingMembers: readonly string[] = settingMembers.filter((member) => member !== 'description');

/** The list of settings. */
export const settingListSchema: JsonObject = object('The settings in force.', {
  settings: list('Every setting.', {
    description: 'A setting without its description, or the members selected with fields.',
    anyOf: [
      object('One setting.', settingProperties),
      { ...object('The selected members.', settingProperties), required: [] },
    ],
  }),
});

/** An example of a setting. */
export const settingExample = {
  key: 'server.port',
  value: 4780,
  origin: 'default',
  description: 'Port to listen on; 0 selects a free port.',
  environment: 'DRAGOMAN_PORT',
};

/** An example of the state. */
export const statusExample = {
  state: 'ready',
  version: '0.1.0',
  started_at: '2026-03-01T09:00:00.000Z',
  parts: [{ part: 'store', state: 'ready', detail: 'It responds and accepts writes.' }],
  shares: [
    {
      worker: 4242,
      resource: 'streams',
      capacity: 2048,
      in_use: 2,
      callers: 1,
      top: [{ caller: 'caller:ada', held: 2 }],
    },
  ],
  rates: [{ caller: 'caller:ada', budget: 'read', used_percent: 12 }],
  errors: [],
};
