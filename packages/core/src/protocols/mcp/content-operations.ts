/**
 * The operations by which content is read: one per method of MCP, made for a call and never stored. They pass through
 * the whole gateway, so that access, rate limits, audit and limits of answers are those of every other call.
 */
import type { Entry, JsonObject, McpContentMethod, Operation, ServiceContent } from '@dragoman/model';
import { Failure } from '@dragoman/model';
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
