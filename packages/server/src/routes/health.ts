/** Probes for the machinery around the server: is the process alive, and can it do its work. */
import type { Route } from '@dragoman/core/http';
import { jsonReply } from '@dragoman/core/http';
import type { JsonObject } from '@dragoman/model';
import { Failure, isFailure } from '@dragoman/model';
import { withPatience } from '../runtime/with-patience.js';
import type { SearchState } from '../search/open-search.js';

/** What the probes look at. */
export interface HealthPorts {
  /** Resolves when the store answers. */
  ping: () => Promise<void>;
  /** Resolves when the index holds what the store holds. */
  catchUp: () => Promise<unknown>;
  isStopping: () => boolean;
  /** How search goes. */
  search: () => SearchState;
}

/** Longest wait for the store, in milliseconds. */
const patience = 2000;

const probe = { method: 'GET', budget: 'none', access: 'public' } as const;

const statusSchema = (word: string) => ({
  type: 'string',
  enum: [word],
  description: 'The one word for a good state.',
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
      examples: { good: { summary: 'All is well', value: { status: word } } },
    },
  },
});

const readyBody = {
  description: 'The server can do its work.',
  content: {
    'application/json': {
      schema: {
        type: 'object',
        required: ['status', 'search'],
        properties: {
          status: statusSchema('ready'),
          search: {
            type: 'object',
            description: 'How search goes.',
            required: ['matched_by'],
            properties: {
              matched_by: {
                type: 'array',
                items: { type: 'string', enum: ['words', 'meaning'] },
                description: 'What requests are compared by.',
              },
              compared_in: {
                type: 'string',
                enum: ['memory', 'database'],
                description: 'Where meanings are compared; absent when they are not.',
              },
              reason: { type: 'string', description: 'Why meanings are not compared; absent when they are.' },
            },
            additionalProperties: false,
          },
        },
        additionalProperties: false,
      },
      examples: {
        good: {
          summary: 'All is well',
          value: { status: 'ready', search: { matched_by: ['words', 'meaning'], compared_in: 'memory' } },
        },
      },
    },
  },
};

function writeSearch({ matchedBy, comparedIn, reason }: SearchState): JsonObject {
  return {
    matched_by: [...matchedBy],
    ...(comparedIn === undefined ? {} : { compared_in: comparedIn }),
    ...(reason === undefined ? {} : { reason }),
  };
}

/** The probes. */
export function createHealthRoutes(ports: HealthPorts): Route[] {
  return [
    {
      ...probe,
      path: '/healthz',
      describe: {
        operationId: 'health_read',
        tag: 'operation',
        summary: 'Say whether the process is alive.',
        description:
          'Answers as long as the process can answer at all, whatever else is wrong. Use it to decide whether to restart the process. ' +
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
        summary: 'Say whether the server can do its work.',
        description:
          'Checks that the store answers and that the index holds what the store holds; 503 with the reason otherwise. Use it to decide whether to send traffic here. ' +
          'It also says whether search compares meanings, and where; a server whose model is missing is ready and searches by words. ' +
          'Do not use it to decide on a restart: use health_read instead. No side effects.',
        responses: { '200': readyBody },
        failures: [503],
        agent: { read_only: true },
      },
      handle: async () => {
        await requireReady(ports);
        const body = { status: 'ready', search: writeSearch(ports.search()) };
        return jsonReply(body, { headers: { 'Cache-Control': 'no-store' } });
      },
    },
  ];
}

async function requireReady({ ping, catchUp, isStopping }: HealthPorts): Promise<void> {
  if (isStopping()) throw notReady('The server is stopping.');
  await requireDone(ping(), 'The store does not answer.');
  await requireDone(catchUp(), 'The index is behind the store.');
}

async function requireDone(work: Promise<unknown>, otherwise: string): Promise<void> {
  try {
    await withPatience(work, patience);
  } catch (error) {
    throw notReady(otherwise, isFailure(error) ? error.retryAfter : undefined, error);
  }
}

function notReady(message: string, retryAfter = 1, cause?: unknown): Failure {
  return new Failure('UNAVAILABLE', { message, retryAfter, cause });
}
