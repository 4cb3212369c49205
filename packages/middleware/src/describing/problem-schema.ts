/** The schema of the error bodies that properties send (RFC 9457 with a code, a retry flag and field errors). */
import { failures, isJsonObject, type JsonObject } from '@dragoman/model';
import type { DocumentParts } from './document-parts.js';

const schemaName = 'AgentProblem';

/** A reference to the schema, which is added to the document. */
export function problemSchema(parts: DocumentParts): JsonObject {
  return parts.share('schemas', schemaName, createSchema(), true);
}

/** Adds codes to the schema, if the document has it. */
export function addProblemCodes({ components }: JsonObject, codes: readonly string[]): void {
  const schemas = isJsonObject(components) && isJsonObject(components.schemas) ? components.schemas : {};
  const problem = isJsonObject(schemas[schemaName]) ? schemas[schemaName] : {};
  const code = isJsonObject(problem.properties) ? problem.properties.code : undefined;
  if (isJsonObject(code) && Array.isArray(code.enum)) code.enum = [...new Set([...code.enum, ...codes])];
}

function text(description: string, maxLength: number, more: JsonObject = {}): JsonObject {
  return { type: 'string', description, maxLength, ...more };
}

function createSchema(): JsonObject {
  return {
    type: 'object',
    description: 'What went wrong, and whether the same request may be sent again.',
    required: ['type', 'title', 'status', 'code', 'retryable'],
    properties: {
      type: text('URL of a page about the code.', 500, { format: 'uri-reference' }),
      title: text('Short text, the same for every error with this status.', 200),
      status: { type: 'integer', minimum: 400, maximum: 599, description: 'The HTTP status.' },
      detail: text('What went wrong this time.', 2_000),
      code: text('Stable code to act on.', 100, { enum: Object.keys(failures) }),
      retryable: { type: 'boolean', description: 'True when the same request may be sent again.' },
      retry_after: { type: 'integer', minimum: 0, description: 'Seconds to wait before the next request.' },
      trace_id: text('Trace to name when you ask for help.', 64),
      field_errors: {
        type: 'array',
        description: 'All fields that were wrong.',
        maxItems: 1_000,
        items: {
          type: 'object',
          required: ['field', 'code'],
          properties: {
            field: text('Name of the field.', 500),
            pointer: text('JSON pointer of a member of the body.', 500),
            code: text('What is wrong with it.', 100),
            detail: text('Allowed values or format.', 500),
          },
        },
      },
    },
  };
}
