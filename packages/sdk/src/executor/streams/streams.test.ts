/** Tests streamed responses: events as the official SDKs yield them, one text, one valid call, one unparsable. */
import { describe, expect, it } from 'vitest';
import type { StreamPart } from '../perform-response.js';
import { createRig } from '../session.support.js';
import type { ShapeName } from '../shapes/index.js';
import { createToolServer, weather } from '../tool-server.support.js';

const omaha = '{"City":"Omaha","Days_Ahead":2}';
const [first, second] = [omaha.slice(0, 9), omaha.slice(9)];

async function* from(events: readonly unknown[]): AsyncGenerator<unknown> {
  yield* events;
}

const chat = (delta: object, finish_reason: string | null = null) => ({
  object: 'chat.completion.chunk',
  choices: [{ index: 0, delta, finish_reason }],
});
const part = (index: number, id: string | undefined, name: string | undefined, text: string) =>
  chat({
    tool_calls: [{ index, ...(id === undefined ? {} : { id, type: 'function' }), function: { name, arguments: text } }],
  });
const fcall = (id: string, text: string) => ({
  type: 'function_call',
  call_id: id,
  name: weather.name,
  arguments: text,
});
const block = (index: number, content_block: object) => ({ type: 'content_block_start', index, content_block });
const delta = (index: number, inner: object) => ({ type: 'content_block_delta', index, delta: inner });
const bedrockStart = (contentBlockIndex: number, toolUseId: string) => ({
  contentBlockStart: { contentBlockIndex, start: { toolUse: { toolUseId, name: weather.name } } },
});
const bedrockDelta = (contentBlockIndex: number, inner: object) => ({
  contentBlockDelta: { contentBlockIndex, delta: inner },
});
const google = (parts: object[], finishReason?: string) => ({
  candidates: [{ content: { role: 'model', parts }, ...(finishReason === undefined ? {} : { finishReason }) }],
});

/** The events of each API; the last one ends the response. */
const recorded: Record<ShapeName, unknown[]> = {
  'openai-chat': [
    chat({ role: 'assistant', content: 'I will ' }),
    chat({ content: 'look.' }),
    part(0, 'call_a', weather.name, ''),
    part(0, undefined, undefined, first),
    part(1, 'call_b', weather.name, '{"City":'),
    part(0, undefined, undefined, second),
    chat({}, 'tool_calls'),
    { object: 'chat.completion.chunk', choices: [], usage: { total_tokens: 7 } },
  ],
  'openai-responses': [
    { type: 'response.created', response: { status: 'in_progress' } },
    { type: 'response.output_text.delta', delta: 'I will ' },
    { type: 'response.output_text.delta', delta: 'look.' },
    { type: 'response.function_call_arguments.delta', delta: first },
    {
      type: 'response.completed',
      response: { status: 'completed', output: [fcall('call_a', omaha), fcall('call_b', '{"City":')] },
    },
  ],
  anthropic: [
    { type: 'message_start', message: { role: 'assistant', content: [] } },
    block(0, { type: 'thinking', thinking: '', signature: '' }),
    delta(0, { type: 'thinking_delta', thinking: 'Weather.' }),
    delta(0, { type: 'signature_delta', signature: 'sig' }),
    block(1, { type: 'text', text: '' }),
    delta(1, { type: 'text_delta', text: 'I will ' }),
    delta(1, { type: 'text_delta', text: 'look.' }),
    block(2, { type: 'tool_use', id: 'call_a', name: weather.name, input: {} }),
    delta(2, { type: 'input_json_delta', partial_json: first }),
    delta(2, { type: 'input_json_delta', partial_json: second }),
    block(3, { type: 'tool_use', id: 'call_b', name: weather.name, input: {} }),
    delta(3, { type: 'input_json_delta', partial_json: '{"City":' }),
    { type: 'message_delta', delta: { stop_reason: 'tool_use' } },
    { type: 'message_stop' },
  ],
  google: [
    google([{ text: 'I will ' }]),
    google([{ text: 'look.' }]),
    google([{ functionCall: { id: 'call_a', name: weather.name, args: JSON.parse(omaha) as object } }]),
    google([{ functionCall: { id: 'call_b', name: weather.name, args: '{"City":' } }], 'STOP'),
  ],
  bedrock: [
    { messageStart: { role: 'assistant' } },
    bedrockDelta(0, { text: 'I will ' }),
    bedrockDelta(0, { text: 'look.' }),
    { contentBlockStop: { contentBlockIndex: 0 } },
    bedrockStart(1, 'call_a'),
    bedrockDelta(1, { toolUse: { input: first } }),
    bedrockDelta(1, { toolUse: { input: second } }),
    bedrockStart(2, 'call_b'),
    bedrockDelta(2, { toolUse: { input: '{"City":' } }),
    { messageStop: { stopReason: 'tool_use' } },
  ],
  vercel: [
    { type: 'text-delta', id: 't', text: 'I will ' },
    { type: 'text-delta', id: 't', text: 'look.' },
    { type: 'tool-call', toolCallId: 'call_a', toolName: weather.name },
    { type: 'finish', finishReason: 'tool-calls' },
  ],
};

/** The stream as the SDK of the API returns it. */
function streamOf(shape: ShapeName, events: readonly unknown[]): unknown {
  if (shape === 'bedrock') return { stream: from(events) };
  if (shape !== 'vercel') return from(events);
  const calls = [
    { toolCallId: 'call_a', toolName: weather.name, input: JSON.parse(omaha) as object },
    { toolCallId: 'call_b', toolName: weather.name, input: '{"City":' },
  ];
  return {
    fullStream: from(events),
    response: Promise.resolve({ messages: [{ role: 'assistant', content: 'call_a' }] }),
    toolCalls: Promise.resolve(calls),
    toolResults: Promise.resolve([]),
    content: Promise.resolve([]),
  };
}

async function readAll(shape: ShapeName, stream: unknown) {
  const server = createToolServer({ tools: [weather] });
  const session = await createRig([server], { tools: [{ tool: weather.name }] }).executor.startSession();
  const parts: StreamPart<ShapeName>[] = [];
  for await (const each of session.stream(shape, stream)) parts.push(each);
  return { server, parts };
}

describe.each(Object.keys(recorded) as ShapeName[])('%s', (shape) => {
  it('passes the text on as it arrives, executes the calls, and ends with the turn', async () => {
    const { server, parts } = await readAll(shape, streamOf(shape, recorded[shape]));
    const texts = parts.flatMap((each) => (each.type === 'text' ? [each.text] : []));
    expect(texts).toEqual(['I will ', 'look.']);
    expect(parts.filter(({ type }) => type !== 'text' && type !== 'reasoning').map(({ type }) => type)).toEqual([
      'call',
      'outcome',
      'call',
      'outcome',
      'turn',
    ]);
    const last = parts.at(-1);
    if (last?.type !== 'turn') throw new Error('the last part is not the turn');
    expect(last.turn.outcomes.map(({ kind }) => kind)).toEqual(['succeeded', 'refused']);
    expect(JSON.stringify(last.turn.own)).toContain('call_a');
    expect(JSON.stringify(last.turn.messages)).toMatch(/JSON/);
    expect(server.invoked().map(({ body }) => body?.input_parameters)).toEqual([
      [
        { name: 'City', value: 'Omaha' },
        { name: 'Days Ahead', value: 2 },
      ],
    ]);
  });

  it('refuses a stream that breaks off, and executes nothing', async () => {
    const end = recorded[shape].findLastIndex((each) =>
      /finish|message_?stop|completed|STOP/i.test(JSON.stringify(each)),
    );
    const cut = streamOf(shape, recorded[shape].slice(0, shape === 'openai-chat' ? 6 : end));
    await expect(readAll(shape, cut)).rejects.toMatchObject({
      code: 'INVALID_RESPONSE',
      message: expect.stringContaining('ended without') as string,
    });
  });

  it('reports an error event of the API, and executes nothing', async () => {
    const error = { type: 'error', error: { message: 'Overloaded' } };
    const failing = streamOf(shape, [...recorded[shape].slice(0, 2), error]);
    await expect(readAll(shape, failing)).rejects.toThrow(/the API reported an error, "Overloaded"/);
  });

  it('refuses a response that is not a stream', async () => {
    await expect(readAll(shape, { choices: [] })).rejects.toMatchObject({
      code: expect.stringMatching(/^INVALID_/) as string,
    });
  });
});

it('keeps the signatures of reasoning in the message of the model', async () => {
  const { parts } = await readAll('anthropic', streamOf('anthropic', recorded.anthropic));
  expect(parts[0]).toEqual({ type: 'reasoning', text: 'Weather.' });
  expect(parts.at(-1)).toMatchObject({
    turn: {
      own: [
        {
          role: 'assistant',
          content: [
            { type: 'thinking', thinking: 'Weather.', signature: 'sig' },
            { type: 'text', text: 'I will look.' },
            { type: 'tool_use', id: 'call_a', input: { City: 'Omaha', Days_Ahead: 2 } },
            { type: 'tool_use', id: 'call_b', input: {} },
          ],
        },
      ],
    },
  });
});

it('does not take the error of a call that the AI SDK executed for an error of the model', async () => {
  const [first, ...others] = recorded.vercel;
  const failed = { type: 'tool-error', toolCallId: 'x', error: new Error('It failed.') };
  const { parts } = await readAll('vercel', streamOf('vercel', [first, failed, ...others]));
  expect(parts.at(-1)?.type).toBe('turn');
});

it('reports an exception in the stream of Converse', async () => {
  const failing = streamOf('bedrock', [{ throttlingException: { message: 'Slow down' } }]);
  await expect(readAll('bedrock', failing)).rejects.toThrow(/throttlingException/);
});
