/** Schemas and examples of the routes for the audit log. */
import { wholeSchema as number, textSchema as text } from '@dragoman/core/http';

const recordSchema = {
  type: 'object',
  required: ['seq', 'at', 'actor', 'action', 'target', 'outcome', 'code', 'trace_id', 'previous', 'hash'],
  properties: {
    seq: number('Place in the chain, without a hole.'),
    at: { type: 'string', format: 'date-time', description: 'When.' },
    actor: text('Subject of the caller.'),
    action: text('What was done or tried.'),
    target: text('Id of what it was done to; empty when there is none.'),
    outcome: { type: 'string', enum: ['done', 'refused'], description: 'How it ended.' },
    code: text('Failure code of a refusal; empty otherwise.'),
    trace_id: text('Trace of the request.'),
    detail: text('Further facts as JSON text, such as those of a call; absent when there are none.'),
    previous: text('Hash of the record before.'),
    hash: text('Hash of this record.'),
  },
  additionalProperties: false,
};

const pointSchema = (description: string) => ({
  type: 'object',
  description,
  required: ['seq', 'hash'],
  properties: { seq: number('Sequence number.'), hash: text('Hash of that record.') },
  additionalProperties: false,
});

/** Members of a record. */
export const recordMembers: readonly string[] = Object.keys(recordSchema.properties);

/** A record, or the members selected with `fields`. */
const recordAnswer = {
  description: 'A record, or with fields the members asked for.',
  anyOf: [recordSchema, { ...recordSchema, required: [] }],
};

/** A page of records. */
export const auditPageSchema = {
  type: 'object',
  required: ['records'],
  properties: {
    records: { type: 'array', description: 'In the order of the log.', items: recordAnswer },
    next_after: number('Value of `after` for the next page; absent on the last one.'),
  },
  additionalProperties: false,
};

/** What a verification found. */
export const auditVerdictSchema = {
  type: 'object',
  required: ['ok', 'checked', 'from', 'to', 'breaks'],
  properties: {
    ok: { type: 'boolean', description: 'True when the chain is whole.' },
    checked: number('Records looked at.'),
    from: pointSchema('The point that the check started behind.'),
    to: pointSchema('The last record; worth noting elsewhere.'),
    breaks: {
      type: 'array',
      description: 'Where the chain does not hold, in its order; at most 100.',
      items: {
        type: 'object',
        required: ['kind', 'seq', 'detail'],
        properties: {
          kind: text('Kind of break.'),
          seq: number('First record concerned.'),
          detail: text('Sentence for people.'),
        },
        additionalProperties: false,
      },
    },
  },
  additionalProperties: false,
};

/** A record as it is listed. */
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

/** A whole chain. */
export const verdictExample = {
  ok: true,
  checked: 1,
  from: { seq: 0, hash: 'genesis' },
  to: { seq: 1, hash: auditExample.hash },
  breaks: [],
};
