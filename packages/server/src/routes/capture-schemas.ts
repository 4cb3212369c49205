/** Schemas and examples of captured payloads, and how they are written. */
import type { CapturedPart } from '@dragoman/core/engine';
import { closedSchema, textSchema, timeSchema, wholeSchema } from '@dragoman/core/http';
import type { JsonObject } from '@dragoman/model';
import type { StoredCapture } from '../gateway/payload-capture.js';
import { captureLimits } from '../gateway/payload-capture.js';

const partSchema = (description: string): JsonObject => ({
  type: 'object',
  description: `${description} Secrets are replaced with "[secret withheld]".`,
  properties: {
    value: {
      type: ['object', 'array', 'string', 'number', 'boolean', 'null'],
      additionalProperties: true,
      items: {},
      description: 'The value, when all of it is kept.',
    },
    beginning: textSchema('The beginning of its JSON, when it is larger than 8,192 characters.'),
    characters: wholeSchema('Length of its whole JSON, with beginning.'),
    omitted: textSchema('Why nothing of it is kept.', { enum: ['streamed', 'too large', 'too complex'] }),
  },
  additionalProperties: false,
});

/** Schema of what a call sent and received. */
export const payloadSchema: JsonObject = {
  type: 'object',
  description: 'What the call sent and received; only while payloads of the service are captured.',
  required: ['input'],
  properties: { input: partSchema('The input.'), output: partSchema('The output; absent when there was none.') },
  additionalProperties: false,
};

/** Schema of a captured call. */
export const capturedSchema = {
  type: 'object',
  description: 'A captured call.',
  required: ['id', 'at', 'operation', 'caller', 'trace_id', 'input'],
  properties: {
    id: textSchema('Id of the captured call.'),
    at: timeSchema('When the call ended.'),
    operation: textSchema('Name of the operation.'),
    caller: textSchema('Subject of the caller.'),
    trace_id: textSchema('Trace of the call.'),
    status: { type: 'integer', description: 'HTTP status of the service; absent when the call failed.' },
    code: textSchema('Failure code; absent when the service answered.'),
    input: partSchema('The input.'),
    output: partSchema('The output; absent when there was none.'),
  },
  additionalProperties: false,
} satisfies JsonObject;

/** Members of a captured call, for field selection. */
export const capturedMembers: readonly string[] = Object.keys(capturedSchema.properties);

/** Schema of the state of capturing. */
export const captureSchema: JsonObject = closedSchema(
  'Whether payloads of a service are captured.',
  {
    service: textSchema('Id of the service.'),
    on: { type: 'boolean', description: 'True while payloads are captured.' },
    until: timeSchema('When it ends and everything captured is removed; only while it is on.'),
    may_change: { type: 'boolean', description: 'True when you may switch it and see what was captured.' },
    max_minutes: wholeSchema('Maximum number of minutes.'),
    started_at: timeSchema('When it was switched on; only for those who may change it.'),
    by: textSchema('Who switched it on; only for those who may change it.'),
    calls: wholeSchema('Number of captured calls; only for those who may change it.'),
    max_calls: wholeSchema('Maximum number of captured calls; further ones are not captured.'),
  },
  ['service', 'on', 'may_change', 'max_minutes', 'max_calls'],
);

/** Examples of both. */
export const captureExample: JsonObject = {
  service: 'pier-weather-001',
  on: true,
  until: '2026-03-01T09:45:00.000Z',
  may_change: true,
  max_minutes: 60,
  started_at: '2026-03-01T09:30:00.000Z',
  by: 'local',
  calls: 1,
  max_calls: captureLimits.calls,
};
export const capturedExample: JsonObject = {
  id: '7d1c7a34-52b1-4c6e-9a5d-0f4f0e6b7a10',
  at: '2026-03-01T09:31:00.000Z',
  operation: 'forecast',
  caller: 'local',
  trace_id: '4bf92f3577b34da6a3ce929d0e0e4736',
  status: 200,
  input: { value: { pier: 'North', password: '[secret withheld]' } },
  output: { value: { knots: 14 } },
};

const writePart = (part: CapturedPart): JsonObject => ({ ...part });

/** What a call sent and received. */
export function writePayload({ input, output }: StoredCapture): JsonObject {
  return { input: writePart(input), ...(output === undefined ? {} : { output: writePart(output) }) };
}

/** A captured call. */
export function writeCaptured(call: StoredCapture): JsonObject {
  const { id, at, operation, caller, traceId, status, code } = call;
  return {
    id,
    at,
    operation,
    caller,
    trace_id: traceId,
    ...(status === undefined ? {} : { status }),
    ...(code === undefined ? {} : { code }),
    ...writePayload(call),
  };
}
