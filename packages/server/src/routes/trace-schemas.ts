/** Schema and example of a trace. */
import { wholeSchema as count, textSchema as text } from '@dragoman/core/http';
import type { JsonObject } from '@dragoman/model';
import { callParts } from '@dragoman/model';
import { explainFailure, problemSchema } from '../description/explain-failure.js';
import { payloadSchema } from './capture-schemas.js';

const number = (description: string) => ({ type: 'number', minimum: 0, description });

const partSchema = {
  type: 'object',
  description: 'One part of a call; it ends where the next one begins.',
  required: ['part', 'kind', 'start_ms', 'ms'],
  properties: {
    part: { type: 'string', enum: Object.keys(callParts), description: 'What it is.' },
    kind: {
      type: 'string',
      enum: ['check', 'work', 'wait', 'try'],
      description: 'A check of this server, its other work, waiting, or the service itself.',
    },
    start_ms: number('Milliseconds since the start of the call.'),
    ms: number('Duration in milliseconds.'),
    status: { type: 'integer', description: 'HTTP status of the service; only of a try.' },
    code: text('Failure code, if the part failed.'),
  },
  additionalProperties: false,
};

const stepSchema = {
  type: 'object',
  description: 'One call or change.',
  required: ['seq', 'action', 'started_at', 'service', 'caller', 'outcome', 'code'],
  properties: {
    seq: count('Sequence number of its audit record.'),
    action: text('Action, such as call.'),
    started_at: { type: 'string', format: 'date-time', description: 'When it started.' },
    ms: { type: 'number', minimum: 0, description: 'Duration in milliseconds; absent for changes.' },
    service: text('Id of the service or other object.'),
    caller: text('Subject of the caller.'),
    outcome: { type: 'string', enum: ['done', 'refused', 'failed', 'unknown'], description: 'Outcome.' },
    code: text('Failure code; empty when it was done.'),
    operation: text('Name of the operation.'),
    face: text('Protocol through which it was called.'),
    version: count('Version of the operation.'),
    status: { type: 'integer', description: 'HTTP status sent to the caller.' },
    tries: count('Attempts that left the server.'),
    upstream: text('Origin of the service that was called.'),
    upstream_status: { type: 'integer', description: 'HTTP status of the service.' },
    workflow: text('Workflow that made this call.'),
    step: text('Step of the workflow.'),
    steps: count('Calls that this workflow made.'),
    items: count('Calls in a batch.'),
    failed_items: count('Calls of the batch that failed.'),
    findings: count('Findings on the answer.'),
    replayed: { type: 'boolean', description: 'True when the answer was replayed and nothing was sent.' },
    dry_run: { type: 'boolean', description: 'True for a preview.' },
    payload: payloadSchema,
    timeline: {
      type: 'array',
      maxItems: 41,
      description: 'Checks, tries, waits, and other work from 0.1 ms on, in order; absent for changes.',
      items: partSchema,
    },
  },
  additionalProperties: false,
};

const traceSchema = {
  type: 'object',
  description: 'One trace.',
  required: ['trace_id', 'steps', 'problems', 'is_cut'],
  properties: {
    trace_id: text('Trace id.'),
    steps: {
      type: 'array',
      maxItems: 500,
      description: 'Calls and changes in order of their start.',
      items: stepSchema,
    },
    problems: { type: 'array', maxItems: 100, description: 'The failure codes that occur.', items: problemSchema },
    is_cut: { type: 'boolean', description: 'True when the trace has more records than are shown.' },
  },
  additionalProperties: false,
};

/** Members of the answer, for field selection. */
export const traceMembers: readonly string[] = Object.keys(traceSchema.properties);

/** A trace, or the members selected with `fields`. */
export const traceAnswer: JsonObject = {
  description: 'A trace, or the members selected with fields.',
  anyOf: [traceSchema, { ...traceSchema, required: [] }],
};

/** An example of a trace. */
export const traceExample = {
  trace_id: '4bf92f3577b34da6a3ce929d0e0e4736',
  steps: [
    {
      seq: 7,
      action: 'call',
      started_at: '2026-03-01T09:30:00.000Z',
      ms: 5012.4,
      service: 'pier-weather-001',
      caller: 'local',
      outcome: 'failed',
      code: 'UPSTREAM_TIMEOUT',
      operation: 'forecast',
      face: 'rest',
      version: 1,
      status: 504,
      tries: 2,
      upstream: 'https://pierweather.example',
      timeline: [
        { part: 'access', kind: 'check', start_ms: 0, ms: 0.1 },
        { part: 'input', kind: 'check', start_ms: 0.1, ms: 0.3 },
        { part: 'try', kind: 'try', start_ms: 0.4, ms: 2400, status: 503 },
        { part: 'wait', kind: 'wait', start_ms: 2400.4, ms: 112 },
        { part: 'try', kind: 'try', start_ms: 2512.4, ms: 2500, code: 'UPSTREAM_TIMEOUT' },
      ],
    },
  ],
  problems: [explainFailure('UPSTREAM_TIMEOUT')],
  is_cut: false,
};
