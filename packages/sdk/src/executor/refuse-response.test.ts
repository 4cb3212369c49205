/** Tests that only finished responses of the named API count as responses, and what the refusals say. */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { createRig } from './session.support.js';
import type { ShapeName } from './shapes/index.js';
import { shapes } from './shapes/index.js';
import { createToolServer, weather } from './tool-server.support.js';

const names = Object.keys(shapes) as ShapeName[];
const recorded = (name: ShapeName): unknown =>
  JSON.parse(readFileSync(new URL(`./shapes/fixtures/${name}.json`, import.meta.url), 'utf8'));

async function refusalOf(shape: ShapeName, response: unknown): Promise<string> {
  const server = createToolServer({ tools: [weather] });
  const session = await createRig([server], { tools: [{ tool: weather.name }] }).executor.startSession();
  const error = await session.run(shape, response).then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  expect(error).toMatchObject({ code: 'INVALID_ARGUMENT' });
  expect(server.invoked()).toEqual([]);
  return String((error as Error).message);
}

async function* chunks() {
  yield { object: 'chat.completion.chunk', choices: [{ delta: { content: 'x' } }] };
}

const unusable: [string, unknown, RegExp][] = [
  ['undefined', undefined, /it is undefined; pass the response of the model/],
  ['null', null, /it is null/],
  ['text', 'Hello', /it is a string/],
  ['a stream', chunks(), /it is a stream; pass it to session\.stream/],
  ['a web stream', new ReadableStream(), /it is a stream/],
  ['a promise', Promise.resolve({}), /it is a promise; await it/],
  ['an error', new Error('model overloaded'), /it is an error, "model overloaded"/],
  [
    'an error object',
    { type: 'error', error: { type: 'overloaded_error', message: 'Overloaded' } },
    /error, "Overloaded"/,
  ],
  ['an error body', { error: { message: 'Rate limit reached', code: 'rate_limit' } }, /error, "Rate limit reached"/],
  ['an empty object', {}, /it is an empty object/],
  ['another object', { result: 1, usage: {} }, /an object with the members result, usage/],
  [
    'a chunk of Chat Completions',
    { object: 'chat.completion.chunk', choices: [{ delta: {} }] },
    /one chunk of a stream/,
  ],
  ['an event of Responses', { type: 'response.output_text.delta', delta: 'x' }, /one chunk of a stream/],
  ['an event of Messages', { type: 'content_block_delta', index: 0, delta: {} }, /one chunk of a stream/],
  ['an event of Converse', { contentBlockDelta: { delta: { text: 'x' } } }, /one chunk of a stream/],
];

describe.each(names)('%s', (shape) => {
  it.each(unusable)('refuses %s with a clear error', async (_, response, message) => {
    const text = await refusalOf(shape, response);
    expect(text).toContain(`Not a response for the shape ${shape}`);
    expect(text).toMatch(message);
    expect(text).toContain('Nothing was executed.');
  });

  it.each(names.filter((name) => name !== shape))('refuses a response of %s and names its shape', async (other) => {
    expect(await refusalOf(shape, recorded(other))).toContain(`it is a response for the shape ${other}`);
  });

  it('accepts its own recorded response', () => {
    expect(shapes[shape].accepts(recorded(shape))).toBe(true);
  });
});

const finished: [ShapeName, unknown][] = [
  ['openai-chat', { choices: [{ message: { role: 'assistant', content: 'Done.' } }] }],
  ['openai-chat', { role: 'assistant', content: null, tool_calls: [] }],
  ['openai-responses', { object: 'response', status: 'completed', error: null, output: [{ type: 'message' }] }],
  ['openai-responses', []],
  ['anthropic', { type: 'message', role: 'assistant', content: [] }],
  ['google', { candidates: [{ content: { role: 'model', parts: [{ text: 'Done.' }] }, finishReason: 'STOP' }] }],
  ['google', { candidates: [{ finishReason: 'STOP' }] }],
  ['bedrock', { output: { message: { role: 'assistant', content: [{ text: 'Done.' }] } }, stopReason: 'end_turn' }],
  ['vercel', { text: 'Done.', toolCalls: [] }],
];

it.each(finished)('%s: a finished response without calls is an empty turn', async (shape, response) => {
  const session = await createRig([createToolServer({ tools: [] })], { tools: [] }).executor.startSession();
  expect(await session.run(shape, response)).toEqual({ outcomes: [], messages: [], stop: false, changed: false });
});

const unfinished: [ShapeName, unknown, RegExp][] = [
  ['openai-responses', { object: 'response', status: 'queued', output: [] }, /did not finish it \("queued"\)/],
  ['openai-responses', { status: 'failed', error: { message: 'Server error' }, output: [] }, /error, "Server error"/],
  ['google', { promptFeedback: { blockReason: 'SAFETY' } }, /did not finish it \("SAFETY"\)/],
  ['google', { candidates: [{ finishReason: 'MALFORMED_FUNCTION_CALL' }] }, /"MALFORMED_FUNCTION_CALL"/],
  ['openai-chat', { object: 'chat.completion', choices: [] }, /an object with the members object, choices/],
];

it.each(unfinished)('%s: a response without an answer is refused', async (shape, response, message) => {
  expect(await refusalOf(shape, response)).toMatch(message);
});
