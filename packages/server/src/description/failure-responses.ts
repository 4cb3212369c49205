/** The failure table as OpenAPI components: one reusable response per HTTP status, one example per code. */
import type { FailureCode, JsonObject } from '@dragoman/model';
import { failures } from '@dragoman/model';

const sampleTrace = '4bf92f3577b34da6a3ce929d0e0e4736';

/** Name of the reusable response for a status in `components.responses`. */
export function responseName(status: number): string {
  const [first] = codesOf(status);
  if (first === undefined) throw new Error(`no failure has the status ${status}`);
  return failures[first].title.replace(/[^A-Za-z]+(\w)/g, (_, letter: string) => letter.toUpperCase());
}

/** Creates the reusable responses for these statuses. */
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
        description: 'Seconds to wait before retrying.',
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

/** Schema of the common error body. */
export const problemSchema: JsonObject = {
  type: 'object',
  title: 'Problem',
  description:
    'The common error body: RFC 9457 problem details with a stable code, whether a retry can succeed, and the AIDIP error object.',
  required: ['type', 'title', 'status', 'detail', 'code', 'retryable', 'trace_id', 'error'],
  properties: {
    type: { type: 'string', format: 'uri-reference', description: 'URL that explains this problem type.' },
    title: { type: 'string', description: 'Short name of the problem type.' },
    status: { type: 'integer', minimum: 400, maximum: 599, description: 'HTTP status, repeated.' },
    detail: { type: 'string', description: 'What went wrong in this request.' },
    code: { type: 'string', enum: Object.keys(failures), description: 'Stable code for programs.' },
    retryable: { type: 'boolean', description: 'True when the same request may succeed when retried unchanged.' },
    outcome_unknown: {
      type: 'boolean',
      description:
        'True when the call may have taken effect although it failed. Check with the service before retrying.',
    },
    retry_after: {
      type: 'number',
      minimum: 0,
      description: 'Seconds to wait before retrying; equals the Retry-After header.',
    },
    field_errors: {
      type: 'array',
      description: 'All invalid fields of the request.',
      items: {
        type: 'object',
        required: ['field', 'code', 'detail'],
        properties: {
          field: { type: 'string', description: 'Path of the field, such as `operations[0].inputs`.' },
          pointer: { type: 'string', description: 'JSON pointer (RFC 6901) to the field.' },
          code: { type: 'string', description: 'Stable code of the problem.' },
          detail: { type: 'string', description: 'What is wrong and what is expected.' },
        },
        additionalProperties: false,
      },
    },
    method: { type: 'string', description: 'AGIS method that was rejected.' },
    pass: { type: 'integer', minimum: 1, maximum: 8, description: 'AGIS validation pass that rejected it.' },
    rule: { type: 'string', description: 'AGIS rule that was violated.' },
    fix: { type: 'string', description: 'Suggested correction.' },
    methods: {
      type: 'array',
      description: 'AGIS methods supported at this address.',
      items: { type: 'string', description: 'A method.' },
    },
    trace_id: { type: 'string', description: 'W3C trace id; include it when you report the error to the operator.' },
    error: {
      type: 'object',
      description: 'The same error in AIDIP form.',
      required: ['code', 'message'],
      properties: {
        code: { type: 'string', description: 'AIDIP error code.' },
        message: { type: 'string', description: 'Human-readable message.' },
        details: {
          type: 'array',
          description: 'Invalid fields in AIDIP form.',
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
