/** Health probes: whether the process is alive, and whether it is ready to serve. */
import type { Route } from '@dragoman/core/http';
import { fieldsParameter, jsonReply, pickFields, readFields } from '@dragoman/core/http';
import type { JsonObject } from '@dragoman/model';
import { Failure, isFailure } from '@dragoman/model';
import { withTimeout } from '../runtime/with-timeout.js';
import type { SearchState } from '../search/open-search.js';

/** What the probes check. */
export interface HealthPorts {
  /** Resolves when the store responds and accepts writes. */
  ping: () => Promise<void>;
  /** Rejects while vectors cannot be stored. */
  requireVectors: () => Promise<void>;
  /** Milliseconds of a monotonic clock. */
  elapsed: () => number;
  /** Resolves when the index is up to date with the store. */
  catchUp: () => Promise<unknown>;
  isStopping: () => boolean;
  isDraining: () => boolean;
  /** State of the search. */
  search: () => Promise<SearchState>;
  /** State of the connection to Redis; absent when it is not configured. */
  redis: (() => { connected: boolean }) | undefined;
  /** True when other nodes can use the same store. */
  hasDatabase: boolean;
}

/** Timeout for the store, in milliseconds. */
const storeTimeoutMs = 2000;

const probe = { method: 'GET', budget: 'none', access: 'anyone' } as const;

const statusSchema = (word: string) => ({
  type: 'string',
  enum: [word],
  description: 'Constant value when healthy.',
});

const statusBody = (description: string, word: string) => ({
  description,
  content: {
    'application/json': {
      schema: {
        type: 'object',
        required: ['status'],
        properties: { status: statusSchema(word) },
        additionalProperties: false,
      },
      examples: { good: { summary: 'Healthy', value: { status: word } } },
    },
  },
});

const readyMembers = ['status', 'search', 'limits', 'nodes'];

const readyBody = {
  description: 'The server is ready.',
  content: {
    'application/json': {
      schema: {
        type: 'object',
        description: 'The state of this server, or the members selected with fields.',
        properties: {
          status: statusSchema('ready'),
          search: {
            type: 'object',
            description: 'State of the search.',
            required: ['matched_by'],
            properties: {
              matched_by: {
                type: 'array',
                items: { type: 'string', enum: ['words', 'meaning'] },
                description: 'How requests are matched.',
              },
              compared_in: {
                type: 'string',
                enum: ['memory', 'database'],
                description: 'Where embeddings are compared; absent when semantic search is off.',
              },
              vectors_waiting: {
                type: 'integer',
                minimum: 0,
                description:
                  'Number of operations whose vectors are still being computed; they are ranked by keywords meanwhile. Absent when semantic search is off.',
              },
              engine: {
                type: 'string',
                enum: ['postgres'],
                description: 'Set when the index is in the database; otherwise it is in the memory of this server.',
              },
              entries_waiting: {
                type: 'integer',
                minimum: 0,
                description:
                  'With the engine postgres: number of changed services that are not indexed yet, and are not found meanwhile; counting stops at 100,000.',
              },
              entries_set_aside: {
                type: 'integer',
                minimum: 1,
                description:
                  'With the engine postgres: number of services that could not be indexed; searches do not find their current state. `GET /status` names some with the reason. Absent when there are none.',
              },
              reason: { type: 'string', description: 'Why semantic search is off; absent when it is on.' },
            },
            additionalProperties: false,
          },
          limits: {
            type: 'object',
            description: 'Where rate limits and quotas are counted.',
            required: ['counted_in'],
            properties: {
              counted_in: {
                type: 'string',
                enum: ['redis', 'process'],
                description:
                  'redis: by all nodes together; process: by this node alone, and quotas begin again when it restarts.',
              },
              reason: { type: 'string', description: 'Why Redis is not used although it is configured.' },
            },
            additionalProperties: false,
          },
          nodes: {
            type: 'object',
            description: 'What this node shares with the other nodes of its store.',
            required: ['share'],
            properties: {
              share: {
                type: 'string',
                enum: ['everything', 'store', 'nothing'],
                description:
                  'everything: the store, and through Redis also cancellations, streams of MCP sessions, breakers, events and the clients last seen; store: only the store; nothing: no other node can use this store.',
              },
              reason: { type: 'string', description: 'Why Redis is not used although it is configured.' },
            },
            additionalProperties: false,
          },
        },
        additionalProperties: false,
      },
      examples: {
        good: {
          summary: 'Healthy',
          value: {
            status: 'ready',
            search: { matched_by: ['words', 'meaning'], compared_in: 'memory', vectors_waiting: 0 },
            limits: { counted_in: 'process' },
            nodes: { share: 'nothing' },
          },
        },
      },
    },
  },
};

function writeSearch({ matchedBy, comparedIn, waiting, engine, unindexed, setAside, reason }: SearchState): JsonObject {
  return {
    matched_by: [...matchedBy],
    ...(comparedIn === undefined ? {} : { compared_in: comparedIn }),
    ...(waiting === undefined ? {} : { vectors_waiting: waiting }),
    ...(engine === undefined ? {} : { engine }),
    ...(unindexed === undefined ? {} : { entries_waiting: unindexed }),
    ...(setAside === undefined || setAside.count === 0 ? {} : { entries_set_aside: setAside.count }),
    ...(reason === undefined ? {} : { reason }),
  };
}

/** Everyone may ask, so the reason, which may name addresses, is in the log only. */
function writeLimits(redis: { connected: boolean } | undefined): JsonObject {
  if (redis === undefined) return { counted_in: 'process' };
  return redis.connected ? { counted_in: 'redis' } : { counted_in: 'process', reason: redisTrouble };
}

const redisTrouble = 'Redis is configured but unavailable; see the log.';

function writeNodes({ redis, hasDatabase }: Pick<HealthPorts, 'redis' | 'hasDatabase'>): JsonObject {
  const state = redis?.();
  if (state?.connected === true) return { share: 'everything' };
  return { share: hasDatabase ? 'store' : 'nothing', ...(state === undefined ? {} : { reason: redisTrouble }) };
}

/** Milliseconds for which the result of a trial write is used again: anyone may ask, and a write costs. */
const trialMs = 1000;

/** Creates the probe routes. */
export function createHealthRoutes(given: HealthPorts): Route[] {
  const tryWrite = async () => {
    await given.ping();
    await given.requireVectors().catch((error: unknown) => {
      throw notReady(`Vectors cannot be stored. ${reasonOf(error) ?? ''}`.trim(), undefined, error);
    });
  };
  const ports = { ...given, ping: remember(tryWrite, trialMs, given.elapsed) };
  return [
    {
      ...probe,
      path: '/healthz',
      describe: {
        operationId: 'health_read',
        tag: 'operation',
        summary: 'Check whether the process is alive.',
        description:
          'Responds as long as the process can respond, regardless of its dependencies. Use it to decide whether to restart the process. ' +
          'Do not use it to decide whether to send traffic: use readiness_read instead. No side effects.',
        responses: { '200': statusBody('The process is alive.', 'alive') },
        agent: { read_only: true },
      },
      handle: async () => jsonReply({ status: 'alive' }, { headers: { 'Cache-Control': 'no-store' } }),
    },
    {
      ...probe,
      path: '/readyz',
      describe: {
        operationId: 'readiness_read',
        tag: 'operation',
        summary: 'Check whether the server is ready.',
        description:
          'Checks that the store responds and accepts writes (a trial write, at most once a second), that vectors can be stored, and that the index is up to date with the store; otherwise responds with 503 and the reason, such as a full disk. Use it to decide whether to send traffic to this server. ' +
          'It also reports whether semantic search is on, where embeddings are compared, and how many are still being computed; a server without a model is ready and searches by keywords. ' +
          'Do not use it to decide on a restart: use health_read instead. No side effects.',
        parameters: [fieldsParameter('the state', 'status')],
        responses: { '200': readyBody },
        failures: [400, 503],
        agent: { read_only: true },
      },
      handle: async ({ url }) => {
        const fields = readFields(url, readyMembers);
        await requireReady(ports);
        const limits = writeLimits(ports.redis?.());
        const body = { status: 'ready', search: writeSearch(await ports.search()), limits, nodes: writeNodes(ports) };
        return jsonReply(pickFields(body, fields), { headers: { 'Cache-Control': 'no-store' } });
      },
    },
  ];
}

/** Callers share one run of the work, and its success for so many milliseconds. */
function remember(work: () => Promise<void>, ms: number, elapsed: () => number): () => Promise<void> {
  let last: { at: number; result: Promise<void> } | undefined;
  return () => {
    if (last !== undefined && elapsed() - last.at < ms) return last.result;
    const run = { at: elapsed(), result: work() };
    run.result.catch(() => {
      if (last === run) last = undefined;
    });
    last = run;
    return run.result;
  };
}

/** The store's own reason, which contains no details of the database. */
function reasonOf(error: unknown): string | undefined {
  return isFailure(error) && error.code === 'UNAVAILABLE' ? error.message : undefined;
}

async function requireReady({ ping, catchUp, isDraining }: HealthPorts): Promise<void> {
  if (isDraining()) throw notReady('The server is stopping.');
  await requireDone(ping(), 'The store does not respond.');
  await requireDone(catchUp(), 'The index is not yet up to date with the store.');
}

async function requireDone(work: Promise<unknown>, otherwise: string): Promise<void> {
  try {
    await withTimeout(work, storeTimeoutMs);
  } catch (error) {
    throw notReady(reasonOf(error) ?? otherwise, isFailure(error) ? error.retryAfter : undefined, error);
  }
}

function notReady(message: string, retryAfter = 1, cause?: unknown): Failure {
  return new Failure('UNAVAILABLE', { message, retryAfter, cause });
}
