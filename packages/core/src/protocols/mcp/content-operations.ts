/**
 * The operations by which content is read: one per method of MCP, made for a call and never stored. They pass through
 * the whole gateway, so that access, rate limits, audit and limits of answers are those of every other call.
 */
import { childPointer } from '@dragoman/documents';
import type {
  Entry,
  JsonObject,
  JsonValue,
  McpContentMethod,
  Operation,
  Prompt,
  ServiceContent,
} from '@dragoman/model';
import { Failure, isJsonObject } from '@dragoman/model';
import { nameUuid } from '../../documents/name-uuid.js';
import { contentLimits, listLimits } from './wire.js';

const text = (maxLength: number): JsonObject => ({ type: 'string', minLength: 1, maxLength });

/** Maximum length of one argument of a prompt, and of a value to complete. */
const longestArgument = 100_000;

const uriInput: JsonObject = { type: 'object', required: ['uri'], properties: { uri: text(contentLimits.uri) } };

/** The input of each method, which is also its parameters on the wire. */
const inputs: Readonly<Record<McpContentMethod, JsonObject>> = {
  'resources/read': uriInput,
  'resources/subscribe': uriInput,
  'prompts/get': {
    type: 'object',
    required: ['name'],
    properties: {
      name: text(listLimits.name),
      arguments: {
        type: 'object',
        maxProperties: contentLimits.arguments,
        additionalProperties: { type: 'string', maxLength: longestArgument },
      },
    },
  },
  'completion/complete': {
    type: 'object',
    required: ['ref', 'argument'],
    properties: {
      ref: { type: 'object', required: ['type'] },
      argument: {
        type: 'object',
        required: ['name', 'value'],
        properties: { name: text(listLimits.name), value: { type: 'string', maxLength: longestArgument } },
      },
      context: { type: 'object' },
    },
  },
};

const made = new WeakMap<ServiceContent, Map<McpContentMethod, Operation>>();

/** The operation of a method; `NOT_FOUND` when the service has no content. */
export function contentOperation({ id, content }: Pick<Entry, 'id' | 'content'>, method: McpContentMethod): Operation {
  if (content === undefined) {
    throw new Failure('NOT_FOUND', { message: 'The service offers operations only, neither resources nor prompts.' });
  }
  const known = made.get(content) ?? new Map<McpContentMethod, Operation>();
  made.set(content, known);
  const operation = known.get(method) ?? makeOperation(id, content, method);
  known.set(method, operation);
  return operation;
}

function makeOperation(id: string, { server }: ServiceContent, method: McpContentMethod): Operation {
  return {
    id: nameUuid('mcp-content', id, method),
    // The slash distinguishes it from every operation of the service.
    name: method,
    impact: 'informational',
    idempotent: true,
    input: inputs[method],
    output: true,
    errors: [],
    examples: [],
    tags: [],
    version: 1,
    binding: { kind: 'mcp', server, tool: method, method },
    derived: [],
    extra: {},
  };
}

/** Throws `INVALID_INPUT` when arguments are missing that the prompt requires. */
export function requireArguments({ name, arguments: known }: Prompt, given: JsonValue): void {
  const missing = known.filter(
    (argument) => argument.required === true && !(isJsonObject(given) && Object.hasOwn(given, argument.name)),
  );
  if (missing.length === 0) return;
  const names = missing.map((argument) => `'${argument.name}'`).join(', ');
  throw new Failure('INVALID_INPUT', {
    message: `The prompt '${name}' requires arguments that are missing: ${names}.`,
    fieldErrors: missing.map((argument) => ({
      field: `arguments.${argument.name}`,
      pointer: childPointer('/arguments', argument.name),
      code: 'request/value',
      detail: 'is required',
    })),
  });
}
