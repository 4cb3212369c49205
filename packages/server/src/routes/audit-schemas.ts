/** Schemas and examples of the audit log routes. */
import type { AuditRecord } from '@dragoman/core/engine';
import { wholeSchema as number, textSchema as text } from '@dragoman/core/http';
import type { JsonObject } from '@dragoman/model';

const recordSchema = {
  type: 'object',
  required: ['seq', 'at', 'actor', 'action', 'target', 'outcome', 'code', 'trace_id', 'previous', 'hash'],
  properties: {
    seq: number('Sequence number in the chain, without gaps.'),
    at: { type: 'string', format: 'date-time', description: 'Time of the record.' },
    actor: text('Subject of the caller.'),
    action: text('Action that was performed or attempted.'),
    target: text('Id of the object acted on; empty when there is none.'),
    outcome: {
      type: 'string',
      enum: ['done', 'refused', 'failed', 'unknown'],
      description:
        'done: performed; refused: rejected by this server, nothing was sent; failed: did not succeed, see code; unknown: sent, and it may have taken effect.',
    },
    code: text('Failure code; empty when the action was done.'),
    trace_id: text('Trace id of the request.'),
    detail: text('Details as JSON text, such as those of a call; absent when there are none.'),
    previous: text('Hash of the previous record.'),
    hash: text('Hash of this record.'),
  },
  additionalProperties: false,
};

const pointSchema = (description: string) => ({
  type: 'object',
  description,
  required: ['seq', 'hash'],
  properties: { seq: number('Sequence number.'), hash: text('Hash of the record.') },
  additionalProperties: false,
});

/** Members of a record, for field selection. */
export const recordMembers: readonly string[] = Object.keys(recordSchema.properties);

/** A record, or the members selected with `fields`. */
const recordAnswer = {
  description: 'A record, or the members selected with fields.',
  anyOf: [recordSchema, { ...recordSchema, required: [] }],
};

/** A page of records. */
export const auditPageSchema = {
  type: 'object',
  required: ['records'],
  properties: {
    records: { type: 'array', description: 'Records in log order.', items: recordAnswer },
    next_after: number('Value of `after` for the next page; absent on the last one.'),
  },
  additionalProperties: false,
};

/** A page of records that were found. */
export const auditFoundSchema = {
  type: 'object',
  required: ['records'],
  properties: {
    records: { type: 'array', description: 'Records, newest first.', items: recordAnswer },
    next_before: number('Value of `before` for the next page; absent on the last one.'),
  },
  additionalProperties: false,
};

/** Writes a record for the response; the members covered by the hash keep their values. */
export function writeRecord({ traceId, ...record }: AuditRecord): JsonObject {
  return { ...record, trace_id: traceId };
}

/** Result of a verification. */
const auditVerdictSchema = {
  type: 'object',
  required: ['ok', 'checked', 'from', 'to', 'breaks', 'unknown', 'running', 'gaps', 'anchors'],
  properties: {
    ok: { type: 'boolean', description: 'True when the chain is intact and no call lacks its end.' },
    checked: number('Number of records checked.'),
    from: pointSchema('The point after which the check started.'),
    to: pointSchema('The last record; store it elsewhere for later comparison.'),
    breaks: {
      type: 'array',
      description: 'Breaks in the chain, in chain order; at most 100.',
      items: {
        type: 'object',
        required: ['kind', 'seq', 'detail'],
        properties: {
          kind: text('Kind of break.'),
          seq: number('First affected record.'),
          detail: text('Human-readable explanation.'),
        },
        additionalProperties: false,
      },
    },
    unknown: number('Number of checked records with the outcome unknown.'),
    anchors: number('Number of anchors, heads of the log noted in a second place, that the chain was compared with.'),
    running: number('Number of calls that can change something, have left and still run.'),
    gaps: {
      type: 'array',
      description: 'Calls that were started and have no end, although their server no longer runs; at most 100.',
      items: {
        type: 'object',
        required: ['call', 'at', 'actor', 'target', 'trace_id'],
        properties: {
          call: text('Id of the call, as in the detail of its record.'),
          at: { type: 'string', format: 'date-time', description: 'When the call was about to leave.' },
          actor: text('Subject of the caller.'),
          target: text('Id of the service.'),
          trace_id: text('Trace id of the call.'),
        },
        additionalProperties: false,
      },
    },
  },
  additionalProperties: false,
};

/** Members of a result, for field selection. */
export const verdictMembers: readonly string[] = Object.keys(auditVerdictSchema.properties);

/** A result, or the members selected with `fields`. */
export const auditVerdictAnswer = {
  description: 'A result, or the members selected with fields.',
  anyOf: [auditVerdictSchema, { ...auditVerdictSchema, required: [] }],
};

/** Example of a listed record. */
export const auditExample = {
  seq: 1,
  at: '2026-03-01T09:30:00.000Z',
  actor: 'local',
  action: 'entry.create',
  target: 'freight-desk',
  outcome: 'done',
  code: '',
  trace_id: '4bf92f3577b34da6a3ce929d0e0e4736',
  previous: 'genesis',
  hash: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
};

/** Example of an intact chain. */
export const verdictExample = {
  ok: true,
  checked: 1,
  from: { seq: 0, hash: 'genesis' },
  to: { seq: 1, hash: auditExample.hash },
  breaks: [],
  unknown: 0,
  running: 0,
  gaps: [],
  anchors: 0,
};
