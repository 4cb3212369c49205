/** `GET /logs`: the latest log lines of this server, of all its workers; for administrators. */
import type { Route } from '@dragoman/core/http';
import { closedSchema, jsonReply, textSchema, timeSchema, wholeSchema } from '@dragoman/core/http';
import type { FieldError, JsonObject } from '@dragoman/model';
import { Failure } from '@dragoman/model';
import type { LogConditions, LogLine } from '../observe/log-ring.js';
import { logLevels } from '../observe/log-ring.js';
import { filter } from './audit-page.js';
import { readTime, readWhole, timeParameter } from './audit-search.js';

/** The lines of one worker. */
export interface WorkerLog {
  /** Process id of the worker. */
  worker: number;
  /** Position of its newest line. */
  last: number;
  lines: LogLine[];
}

/** What to ask each worker: the conditions, and the last position that the reader knows of each. */
export interface LogQuestion {
  conditions: LogConditions;
  after: Readonly<Record<string, number>>;
}

/** Dependencies of the route. */
export interface LogRoutePorts {
  /** The lines of every worker. */
  readLogs: (question: LogQuestion) => Promise<WorkerLog[]>;
}

const limits = { lines: 500, usual: 100 };
const positions = /^\d{1,10}:\d{1,12}(,\d{1,10}:\d{1,12}){0,255}$/;

/** Creates the route. */
export function createLogsRoute({ readLogs }: LogRoutePorts): Route {
  return {
    method: 'GET',
    path: '/logs',
    budget: 'search',
    access: 'operate',
    live: true,
    describe: describeLogs,
    async handle({ url }) {
      const question = readQuestion(url.searchParams);
      const logs = await readLogs(question);
      const lines = logs
        .flatMap(({ worker, lines: own }) => own.map((line) => ({ worker, ...line })))
        .sort((a, b) => (a.time === b.time ? a.seq - b.seq : a.time < b.time ? -1 : 1))
        .slice(-question.conditions.limit);
      const next = logs.map(({ worker, last }) => `${worker}:${last}`).join(',');
      return jsonReply({ lines, next_after: next } as unknown as JsonObject, {
        headers: { 'Cache-Control': 'no-store' },
      });
    },
  };
}

function readQuestion(search: URLSearchParams): LogQuestion {
  const fieldErrors: FieldError[] = [];
  const refuse = (field: string, detail: string) => void fieldErrors.push({ field, code: 'invalid', detail });
  const conditions: LogConditions = { limit: readWhole(search, 'limit', limits.lines, refuse) ?? limits.usual };
  const level = search.get('level');
  if (level !== null && !logLevels.some((each) => each === level)) {
    refuse('level', `must be one of ${logLevels.join(', ')}`);
  } else if (level !== null) conditions.level = level;
  for (const [name, member] of Object.entries({ trace_id: 'traceId', caller: 'caller', text: 'text' } as const)) {
    const value = search.get(name);
    if (value === null) continue;
    if (value === '' || value.length > 512) refuse(name, 'must have 1 to 512 characters');
    else conditions[member] = value;
  }
  const since = readTime(search.get('since'));
  if (since === null) refuse('since', 'must be a time such as 2026-03-01T09:30:00Z');
  else if (since !== undefined) conditions.since = since;
  const after = search.get('after') ?? '';
  if (after !== '' && !positions.test(after)) refuse('after', 'must be the next_after of an earlier answer');
  if (fieldErrors.length > 0) throw new Failure('INVALID_INPUT', { fieldErrors });
  const known = after === '' ? [] : after.split(',').map((pair) => pair.split(':'));
  return { conditions, after: Object.fromEntries(known.map(([worker, seq]) => [worker, Number(seq)])) };
}

const lineSchema = closedSchema(
  'One line of the log.',
  {
    worker: wholeSchema('Process id of the worker that wrote it.'),
    seq: wholeSchema('Its position in the log of this worker.'),
    time: timeSchema('When it was written.'),
    level: { type: 'string', enum: [...logLevels], description: 'How important it is.' },
    message: textSchema('What happened.'),
    fields: {
      type: 'object',
      description: 'The other members of the line, such as trace_id and caller; some are third-party text.',
      additionalProperties: true,
    },
  },
  ['worker', 'seq', 'time', 'level', 'message', 'fields'],
);

const example = {
  lines: [
    {
      worker: 4242,
      seq: 17,
      time: '2026-03-01T09:30:00.000Z',
      level: 'error',
      message: 'request',
      fields: { trace_id: '4bf92f3577b34da6a3ce929d0e0e4736', caller: 'ada', status: 503, code: 'UNAVAILABLE' },
    },
  ],
  next_after: '4242:17',
};

const describeLogs: Route['describe'] = {
  operationId: 'logs_read',
  tag: 'administration',
  summary: 'Read the latest lines of the log.',
  description:
    'Returns lines that this server has written to its log, oldest first: the newest ones that match, of at most 2,000 that each worker keeps in memory. Repeat the request with `after` set to `next_after` to follow the log. Lines have no payloads and no credentials; those below log.level are not kept. ' +
    'Use it to see why something failed without access to the machine. Do not use it as a record of calls: use audit_search instead. No side effects.',
  parameters: [
    {
      name: 'level',
      in: 'query',
      description: 'Only lines of this level and more important ones.',
      schema: { type: 'string', enum: [...logLevels] },
    },
    filter('trace_id', 'Only lines of this trace.'),
    filter('caller', 'Only lines of requests of this subject.'),
    filter('text', 'Only lines that contain this text.'),
    timeParameter('since', 'Only lines from this time on.'),
    {
      name: 'after',
      in: 'query',
      description: 'Only lines after those of an earlier answer: its next_after.',
      schema: { type: 'string', minLength: 1, maxLength: 8192 },
    },
    {
      name: 'limit',
      in: 'query',
      description: 'Maximum number of lines.',
      schema: { type: 'integer', minimum: 1, maximum: limits.lines, default: limits.usual },
    },
  ],
  responses: {
    '200': {
      description: 'Lines, oldest first.',
      content: {
        'application/json': {
          schema: closedSchema(
            'Lines of the log.',
            {
              lines: { type: 'array', maxItems: limits.lines, description: 'The lines.', items: lineSchema },
              next_after: textSchema('The value of after for the next request.'),
            },
            ['lines', 'next_after'],
          ),
          examples: { one: { summary: 'A failed request', value: example } },
        },
      },
    },
  },
  failures: [400, 403],
  agent: { read_only: true, untrusted: ['/lines/*/fields'] },
};
