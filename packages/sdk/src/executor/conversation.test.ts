/** Conversations: turns, limits, cancellation, failures, both model APIs; and scripts. */
import { describe, expect, it } from 'vitest';
import type { AskModel, ConversationEvent } from './conversation.js';
import { createConversation } from './conversation.js';
import { createScriptedModel, readScript } from './scripted-model.js';
import { createRig } from './session.support.js';
import { createToolServer, weather } from './tool-server.support.js';

async function converse(ask: AskModel, more: { api?: 'openai-chat' | 'anthropic'; maxRounds?: number } = {}) {
  const server = createToolServer({ tools: [weather] });
  const { executor } = createRig([server], { tools: [{ tool: weather.name }], procedure: 'Be kind.' });
  const session = await executor.startSession();
  const conversation = createConversation({ session, api: 'openai-chat', ask, now: () => 0, ...more });
  const send = async (text: string, signal?: AbortSignal) => {
    const events: ConversationEvent[] = [];
    for await (const event of conversation.send(text, signal === undefined ? {} : { signal })) events.push(event);
    return events;
  };
  return { send, server };
}

const call = `call ${weather.name} {"City": "Omaha"}`;

describe('a conversation', () => {
  it('asks, executes the calls, shows the results to the model, and ends with its answer', async () => {
    const bodies: unknown[] = [];
    const scripted = createScriptedModel(`say The sky decides.\n${call}\n\nsay Sunny.`);
    const { send } = await converse((body, options) => {
      bodies.push(structuredClone(body));
      return scripted(body, options);
    });
    const events = await send('Weather in Omaha?');
    expect(events.map(({ type }) => type)).toEqual('message asked replied call outcome asked replied ended'.split(' '));
    expect(events[1]).toMatchObject({ tools: [weather.name], tokens: expect.any(Number) });
    expect(events[2]).toMatchObject({ text: 'The sky decides.', calls: [{ name: weather.name }] });
    expect(events[4]).toMatchObject({ outcome: { kind: 'succeeded' } });
    expect(events.at(-1)).toEqual({ type: 'ended', reason: 'answered' });
    expect(bodies[1]).toMatchObject({
      messages: [
        { role: 'system', content: expect.stringContaining('Be kind.') },
        { role: 'user' },
        { role: 'assistant', tool_calls: [{}] },
        { role: 'tool', tool_call_id: 'call_1_1' },
      ],
    });
  });

  it('speaks the API of Anthropic, with its reasoning and its usage', async () => {
    const bodies: Record<string, unknown>[] = [];
    const answers = [
      [
        { type: 'thinking', thinking: 'A city is named.' },
        { type: 'tool_use', id: 't1', name: weather.name, input: { City: 'Omaha' } },
      ],
      [{ type: 'text', text: 'Sunny.' }],
    ];
    const { send } = await converse(
      async (body) => {
        bodies.push(body);
        return { role: 'assistant', content: answers[bodies.length - 1], usage: { input_tokens: 7, output_tokens: 3 } };
      },
      { api: 'anthropic' },
    );
    const events = await send('Weather?');
    expect(events[2]).toMatchObject({ reasoning: 'A city is named.', usage: { input: 7, output: 3 } });
    expect(events.at(-2)).toMatchObject({ text: 'Sunny.' });
    expect(bodies[1]).toMatchObject({
      system: expect.stringContaining('Be kind.'),
      max_tokens: expect.any(Number),
      messages: [{}, { role: 'assistant' }, { role: 'user', content: [{ type: 'tool_result', tool_use_id: 't1' }] }],
    });
  });

  it('passes on a streamed response as it arrives, with the usage at its end', async () => {
    async function* stream() {
      yield { choices: [{ index: 0, delta: { content: 'Sun' } }] };
      yield { choices: [{ index: 0, delta: { content: 'ny.' }, finish_reason: 'stop' }] };
      yield { choices: [], usage: { prompt_tokens: 9, completion_tokens: 2 } };
    }
    const { send } = await converse(async () => stream());
    const events = await send('Weather?');
    expect(events.map(({ type }) => type)).toEqual('message asked delta delta replied ended'.split(' '));
    expect(events[2]).toEqual({ type: 'delta', round: 1, of: 'text', text: 'Sun' });
    expect(events[4]).toMatchObject({ text: 'Sunny.', usage: { input: 9, output: 2 } });
    const { send: sendBroken } = await converse(async () => (async function* () {})());
    expect((await sendBroken('Weather?')).at(-1)).toMatchObject({ reason: 'failed' });
  });

  it('ends after the limit of requests', async () => {
    const script = Array.from({ length: 9 }, (_, at) => call.replace('Omaha', `Omaha ${at}`)).join('\n\n');
    const { send, server } = await converse(createScriptedModel(script), { maxRounds: 3 });
    expect((await send('Go on')).at(-1)).toMatchObject({ reason: 'rounds', message: 'The model was asked 3 times.' });
    expect(server.invoked()).toHaveLength(3);
  });

  it('ends with a reason when it is canceled or the model fails, and can go on', async () => {
    const controller = new AbortController();
    controller.abort();
    const scripted = createScriptedModel('say Hello.');
    let isBroken = false;
    const bodies: { messages: unknown[] }[] = [];
    const { send } = await converse(async (body, options) => {
      bodies.push(structuredClone(body) as { messages: unknown[] });
      if (isBroken) return { error: { message: 'Overloaded' } };
      return scripted(body, options);
    });
    expect((await send('One', controller.signal)).at(-1)).toEqual({ type: 'ended', reason: 'canceled' });
    isBroken = true;
    expect((await send('Two')).at(-1)).toMatchObject({
      reason: 'failed',
      message: expect.stringContaining('Overloaded'),
    });
    isBroken = false;
    expect((await send('Three')).at(-1)).toMatchObject({ reason: 'answered' });
    expect(bodies.at(-1)?.messages).toHaveLength(2);
  });
});

describe('a script', () => {
  it('has responses of say and call lines, and comments', () => {
    expect(readScript('# first\nsay a\nsay b\ncall x {"n": 1}\ncall y\n\n\nsay c')).toEqual([
      {
        say: 'a\nb',
        calls: [
          { tool: 'x', inputs: { n: 1 } },
          { tool: 'y', inputs: {} },
        ],
      },
      { say: 'c', calls: [] },
    ]);
  });

  it('is refused with every wrong line', () => {
    expect(() => readScript('tell a\n\ncall x {n}\ncall y []')).toThrow(
      'line 1: begin with "say" or "call"; line 3: the inputs of x are not a JSON object; line 4: the inputs of y',
    );
  });
});
