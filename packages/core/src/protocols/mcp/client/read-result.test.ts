/** Refusals of servers as failures: what is wrong, and what the client of the call lacks. */
import type { JsonObject, McpContentMethod } from '@dragoman/model';
import { Failure } from '@dragoman/model';
import { describe, expect, it } from 'vitest';
import type { LinkError } from './mcp-link.js';
import { contentOutcome } from './read-content-result.js';
import { failureOf } from './read-result.js';

const refusal = (code: number, data?: JsonObject): LinkError => ({
  kind: 'error',
  error: { code, message: 'No.', ...(data === undefined ? {} : { data }) },
  status: 400,
});

describe('a server that requires a capability of the client', () => {
  it.each<[JsonObject, string, JsonObject]>([
    [{ elicitation: { url: {}, other: {} } }, 'input of its user (elicitation)', { elicitation: { url: {} } }],
    [
      { sampling: { tools: {} }, roots: {} },
      'a message of its model (sampling) and its roots',
      { sampling: { tools: {} }, roots: {} },
    ],
    [{ novel: {} }, 'needs to ask the client', {}],
  ])('is reported with what it asked for: %j', (requiredCapabilities, words, required) => {
    const failure = failureOf(refusal(-32021, { requiredCapabilities }));
    expect(failure).toMatchObject({ code: 'INPUT_UNAVAILABLE', members: { required_capabilities: required } });
    expect(failure.message).toContain(words);
  });
});

describe('a server that refuses the parameters', () => {
  it.each<[McpContentMethod, number, string]>([
    ['resources/read', -32602, 'NOT_FOUND'],
    ['resources/read', -32002, 'NOT_FOUND'],
    ['prompts/get', -32602, 'INVALID_INPUT'],
    ['completion/complete', -32602, 'INVALID_INPUT'],
    ['completion/complete', -32603, 'UPSTREAM_ERROR'],
  ])('of %s with %i is reported as %s', (method, code, expected) => {
    const read = () => contentOutcome(method, { ...refusal(code), status: 200 });
    expect(read).toThrow(Failure);
    expect(read).toThrow(expect.objectContaining({ code: expected, said: 'No.' }));
  });
});
