/** The failure table as OpenAPI components: one reusable response per HTTP status, one example per code. */
import type { FailureCode, JsonObject } from '@dragoman/model';
import { failures } from '@dragoman/model';

const sampleTrace = '4bf92f3577b34da6a3ce929d0e0e4736';

/** Name of the reusable response for a status, as `components.responses` has it. */
export function responseName(status: number): string {
  const [first] = codesOf(status);
  if (first === undefined) throw new Error(`no failure has the status ${status}`);
  return failures[first].title.replace(/[^A-Za-z]+(\w)/g, (_, letter: string) => letter.toUpperCase());
}

/** Reusable responses for these statuses. */
export function failureResponses(statuses: Iterable<number>): JsonObject {
  const responses: JsonObject = {};
  for (const status of [...new Set(statuses)].sort((a, b) => a - b)) {
    responses[responseName(status)] = failureResponse(status);
  }
  return responses;
}

function codesOf(status: number): FailureCode[] {
  return (Object.keys(failures) as FailureCode[]).filter((code) => failures[code].status === status);
}

function failureResponse(status: number): JsonObject {
  const codes = codesOf(status);
  const description = codes.map((code) => `\`${code}\`: ${failures[code].message} ${failures[code].help}`).join('\n\n');
  const examples: JsonObject = {};
  for (const code of codes) examples[code] = { summary: failures[code].title, value: sampleProblem(code) };
  const response: JsonObject = {
    description,
    content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' }, examples } },
  };
  if (codes.some((code) => failures[code].retryable)) {
    response.headers = {
      'Retry-After': {
        description: 'Seconds to wait before the same request.',
        schema: { type: 'integer', minimum: 0 },
      },
    };
  }
  return response;
}

function sampleProblem(code: FailureCode): JsonObject {
  const row = failures[code];
  return {
    type: `/problems/${code.toLowerCase().replaceAll('_', '-')}`,
    title: row.title,
    status: row.status,
    detail: row.message,
    code,
    retryable: row.retryable,
    trace_id: sampleTrace,
    error: { code: row.aidip, message: row.message },
  };
}

/** Schema of the one error body. */
export const problemSchema: JsonObject = {
  type: 'object',
  title: 'Problem',
  description: 'The one error body: RFC 9457, with a stable code and a word on retrying, and AIDIP’s error object.',
  required: ['type', 'title', 'status', 'detail', 'code', 'retryable', 'trace_id', 'error'],
  properties: {
    type: { type: 'string', format: 'uri-reference', description: 'Address that explains this kind of problem.' },
    title: { type: 'string', description: 'Short name of the kind of problem.' },
    status: { type: 'integer', minimum: 400, maximum: 599, description: 'HTTP status, repeated.' },
    detail: { type: 'string', description: 'What failed this time.' },
    code: { type: 'string', enum: Object.keys(failures), description: 'Stable code to act on.' },
    retryable: { type: 'boolean', description: 'True when the same request may succeed later, unchanged.' },
    outcome_unknown: {
      type: 'boolean',
      description: 'True when the call may have taken effect although it failed: find out before it is sent again.',
    },
    retry_after: { type: 'number', minimum: 0, description: 'Seconds to wait; equals the Retry-After header.' },
    field_errors: {
      type: 'array',
      description: 'Every faulty field of the request, all at once.',
      items: {
        type: 'object',
        required: ['field', 'code', 'detail'],
        properties: {
          field: { type: 'string', description: 'Path of the field, as `operations[0].inputs`.' },
          pointer: { type: 'string', description: 'JSON pointer (RFC 6901) of the same place.' },
          code: { type: 'string', description: 'Stable word for the kind of fault.' },
          detail: { type: 'string', description: 'What is wrong and what would be right.' },
        },
        additionalProperties: false,
      },
    },
    method: { type: 'string', description: 'AGIS method that was refused.' },
    pass: { type: 'integer', minimum: 1, maximum: 8, description: 'Validation pass of AGIS that refused it.' },
    rule: { type: 'string', description: 'Rule of AGIS that was broken.' },
    fix: { type: 'string', description: 'What to write instead.' },
    methods: {
      type: 'array',
      description: 'AGIS methods that this address takes.',
      items: { type: 'string', description: 'A method.' },
    },
    trace_id: { type: 'string', description: 'W3C trace id; give it to the operator with a report.' },
    error: {
      type: 'object',
      description: 'The same as AIDIP writes it.',
      required: ['code', 'message'],
      properties: {
        code: { type: 'string', description: 'AIDIP’s word for the failure.' },
        message: { type: 'string', description: 'Sentence for people.' },
        details: {
          type: 'array',
          description: 'Faulty fields, as AIDIP names them.',
          items: {
            type: 'object',
            required: ['field', 'problem'],
            properties: {
              field: { type: 'string', description: 'Path of the field.' },
              problem: { type: 'string', description: 'What is wrong with it.' },
            },
            additionalProperties: false,
          },
        },
      },
      additionalProperties: false,
    },
  },
  additionalProperties: false,
};
