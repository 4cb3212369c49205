/** Tools for model APIs: definitions, tokens, limits, loosened rules. */
import type { ToolsetTool } from '@dragoman/sdk';
import { expect, it } from 'vitest';
import { modelTargets, tokensOf, toolsFor } from './model-tools.js';

const tool = (name: string, input_schema: unknown = { type: 'object' }) =>
  ({ name, description: `Does ${name}.`, input_schema }) as unknown as ToolsetTool;

it('writes tools for MCP and for every model API', () => {
  expect(modelTargets.map(({ value }) => value)).toEqual([
    'mcp',
    'openai-chat',
    'openai-responses',
    'anthropic',
    'google',
    'bedrock',
  ]);
  expect(toolsFor('anthropic', [tool('a')]).definitions).toMatchObject([
    { name: 'a', description: 'Does a.', input_schema: { type: 'object' } },
  ]);
  expect(tokensOf(tool('a'))).toBe(toolsFor('mcp', [tool('a')]).tokens);
});

it('says which limit is exceeded and which rules only a description has', () => {
  const many = Array.from({ length: 129 }, (_, at) => tool(`t${at}`));
  expect(toolsFor('openai-chat', many).tooMany).toBe(128);
  expect(toolsFor('mcp', many).tooMany).toBeUndefined();
  const union = tool('u', {
    oneOf: [
      { type: 'object', properties: { id: { type: 'string' } }, required: ['id'] },
      { type: 'object', properties: { name: { type: 'string' } }, required: ['name'] },
    ],
  });
  expect(toolsFor('openai-chat', [union, tool('a')]).loosened).toEqual(['u']);
});
