/** A scripted model with the HTTP APIs of five vendors, whole and streamed, at a loopback address for their own SDKs. */
import type { HttpHost } from '../http-host.js';
import { startHttpHost } from '../http-host.js';
import type { Script, Use } from './script.js';

type Said = string | Use[];
type Event = [name: string, data: object];

interface Api {
  path: RegExp;
  whole(said: Said, turn: number): object;
  events(said: Said, turn: number): Event[];
}

const idOf = (turn: number, at: number) => `call_${turn}_${at}`;
const usesOf = (said: Said): Use[] => (typeof said === 'string' ? [] : said);
const textOf = (said: Said): string => (typeof said === 'string' ? said : '');

const chatCalls = (said: Said, turn: number) =>
  usesOf(said).map(([name, inputs], at) => ({
    index: at,
    id: idOf(turn, at),
    type: 'function',
    function: { name, arguments: JSON.stringify(inputs) },
  }));

const chat: Api = {
  path: /\/chat\/completions$/,
  whole: (said, turn) => ({
    object: 'chat.completion',
    choices: [
      {
        index: 0,
        finish_reason: usesOf(said).length > 0 ? 'tool_calls' : 'stop',
        message: {
          role: 'assistant',
          content: textOf(said) || null,
          ...(usesOf(said).length > 0 ? { tool_calls: chatCalls(said, turn) } : {}),
        },
      },
    ],
  }),
  events(said, turn) {
    const chunk = (delta: object, finish_reason: string | null): Event => [
      '',
      { object: 'chat.completion.chunk', choices: [{ index: 0, delta, finish_reason }] },
    ];
    const body = usesOf(said).length > 0 ? { tool_calls: chatCalls(said, turn) } : { content: textOf(said) };
    return [chunk({ role: 'assistant', ...body }, null), chunk({}, usesOf(said).length > 0 ? 'tool_calls' : 'stop')];
  },
};

const responses: Api = {
  path: /\/responses$/,
  whole(said, turn) {
    const calls = usesOf(said).map(([name, inputs], at) => ({
      type: 'function_call',
      id: `fc_${idOf(turn, at)}`,
      call_id: idOf(turn, at),
      name,
      arguments: JSON.stringify(inputs),
      status: 'completed',
    }));
    const content = [{ type: 'output_text', text: textOf(said), annotations: [] }];
    const message = { type: 'message', id: `msg_${turn}`, role: 'assistant', status: 'completed', content };
    const output = calls.length > 0 ? calls : [message];
    return { id: `resp_${turn}`, object: 'response', status: 'completed', error: null, output };
  },
  events: (said, turn) => [
    ['response.output_text.delta', { type: 'response.output_text.delta', delta: textOf(said) }],
    ['response.completed', { type: 'response.completed', response: responses.whole(said, turn) }],
  ],
};

const blocksOf = (said: Said, turn: number) =>
  typeof said === 'string'
    ? [{ type: 'text', text: said }]
    : said.map(([name, input], at) => ({ type: 'tool_use', id: idOf(turn, at), name, input }));

const messages: Api = {
  path: /\/messages$/,
  whole: (said, turn) => ({
    id: `msg_${turn}`,
    type: 'message',
    role: 'assistant',
    model: 'scripted',
    content: blocksOf(said, turn),
    stop_reason: typeof said === 'string' ? 'end_turn' : 'tool_use',
    usage: { input_tokens: 1, output_tokens: 1 },
  }),
  events(said, turn) {
    const event = (type: string, data: object): Event => [type, { type, ...data }];
    const blocks = blocksOf(said, turn).flatMap((block, index) => {
      const isText = 'text' in block;
      const empty = isText ? { ...block, text: '' } : { ...block, input: {} };
      const delta = isText
        ? { type: 'text_delta', text: block.text }
        : { type: 'input_json_delta', partial_json: JSON.stringify(block.input) };
      return [
        event('content_block_start', { index, content_block: empty }),
        event('content_block_delta', { index, delta }),
        event('content_block_stop', { index }),
      ];
    });
    return [
      event('message_start', { message: { ...messages.whole(said, turn), content: [] } }),
      ...blocks,
      event('message_delta', { delta: { stop_reason: 'tool_use' }, usage: { output_tokens: 1 } }),
      event('message_stop', {}),
    ];
  },
};

const gemini: Api = {
  path: /:(?:stream)?generateContent$/i,
  whole(said, turn) {
    const calls = usesOf(said).map(([name, args], at) => ({ functionCall: { id: idOf(turn, at), name, args } }));
    const parts = calls.length > 0 ? calls : [{ text: textOf(said) }];
    return { candidates: [{ content: { role: 'model', parts }, finishReason: 'STOP' }] };
  },
  events: (said, turn) => [['', gemini.whole(said, turn)]],
};

const converse: Api = {
  path: /\/converse$/,
  whole(said, turn) {
    const uses = usesOf(said).map(([name, input], at) => ({ toolUse: { toolUseId: idOf(turn, at), name, input } }));
    const content = uses.length > 0 ? uses : [{ text: textOf(said) }];
    const usage = { inputTokens: 1, outputTokens: 1, totalTokens: 2 };
    const stopReason = uses.length > 0 ? 'tool_use' : 'end_turn';
    return { output: { message: { role: 'assistant', content } }, stopReason, usage, metrics: { latencyMs: 1 } };
  },
  events: () => [],
};

const apis = [chat, responses, messages, gemini, converse];

/** Starts the model; every API continues the same script. */
export function startModelHost(script: Script): Promise<HttpHost> {
  return startHttpHost(async (url, { body }) => {
    const { pathname } = new URL(url);
    const api = apis.find(({ path }) => path.test(pathname));
    if (api === undefined) return new Response('{}', { status: 404 });
    const request = JSON.parse(String(body)) as { stream?: boolean };
    const said = script.next(request);
    const turn = script.seen.length;
    if (request.stream !== true && !pathname.includes('streamGenerateContent'))
      return Response.json(api.whole(said, turn));
    const lines = api
      .events(said, turn)
      .map(([name, data]) => `${name === '' ? '' : `event: ${name}\n`}data: ${JSON.stringify(data)}\n\n`);
    return new Response(lines.join(''), { headers: { 'content-type': 'text/event-stream' } });
  });
}
