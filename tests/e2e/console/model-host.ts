/** A model endpoint that is not a model: OpenAI's and Anthropic's APIs, with answers that depend on the conversation only. */
import { type HttpHost, startHttpHost } from '../http-host.js';

interface Body {
  messages?: { role: string; content?: unknown }[];
  tools?: unknown[];
  model?: string;
  stream?: boolean;
}

/** A request that the endpoint received. */
export interface ModelSighting {
  path: string;
  key: string | null;
  body: Body;
}

/** What the endpoint calls, and what it says. */
export interface ModelLines {
  tool: string;
  input: object;
  why: string;
  answer: string;
}

const ship: ModelLines = {
  tool: 'find_ship',
  input: { name: 'Aurora' },
  why: 'I look for the ship first.',
  answer: 'Aurora is known; she has a berth.',
};

/**
 * Starts the endpoint: it calls its tool first, and answers after it has seen a result. The key `wrong` is refused. The
 * model `streaming` streams half an answer, and the rest after `goOn`.
 */
export async function startModelHost(
  lines = ship,
): Promise<{ host: HttpHost; seen: ModelSighting[]; goOn: () => void }> {
  const seen: ModelSighting[] = [];
  let goOn = () => {};
  const host = await startHttpHost(async (url, init) => {
    const { pathname } = new URL(url);
    const headers = new Headers(init.headers);
    const key = headers.get('authorization') ?? headers.get('x-api-key');
    const body = JSON.parse(String(init.body)) as Body;
    seen.push({ path: pathname, key, body });
    if (key?.includes('wrong') === true) {
      return Response.json({ error: { message: `Incorrect API key: ${key.replace('Bearer ', '')}` } }, { status: 401 });
    }
    if (body.stream === true && body.model === 'streaming') {
      const going = new Promise<void>((resolve) => {
        goOn = resolve;
      });
      return new Response(streamOpenAi(going), { headers: { 'content-type': 'text/event-stream' } });
    }
    return Response.json(pathname.endsWith('/messages') ? answerAnthropic(body, lines) : answerOpenAi(body, lines));
  });
  return { host, seen, goOn: () => goOn() };
}

function streamOpenAi(going: Promise<void>): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  const line = (value: unknown) => encoder.encode(`data: ${JSON.stringify(value)}\n\n`);
  return new ReadableStream({
    async start(controller) {
      controller.enqueue(line({ choices: [{ index: 0, delta: { content: 'The first half' } }] }));
      await going;
      controller.enqueue(
        line({ choices: [{ index: 0, delta: { content: ' and the second.' }, finish_reason: 'stop' }] }),
      );
      controller.enqueue(line({ choices: [], usage: { prompt_tokens: 50, completion_tokens: 7 } }));
      controller.enqueue(encoder.encode('data: [DONE]\n\n'));
      controller.close();
    },
  });
}

function answerOpenAi({ messages = [] }: Body, { tool, input, why, answer }: ModelLines): object {
  const usage = { prompt_tokens: 321, completion_tokens: 12 };
  if (messages.at(-1)?.role === 'tool')
    return { choices: [{ message: { role: 'assistant', content: answer } }], usage };
  const call = {
    id: `call_${messages.length}`,
    type: 'function',
    function: { name: tool, arguments: JSON.stringify(input) },
  };
  return { choices: [{ message: { role: 'assistant', content: why, tool_calls: [call] } }], usage };
}

function answerAnthropic({ messages = [] }: Body, { tool, input, why, answer }: ModelLines): object {
  const usage = { input_tokens: 300, output_tokens: 20 };
  const base = { type: 'message', role: 'assistant', usage };
  if (Array.isArray(messages.at(-1)?.content)) return { ...base, content: [{ type: 'text', text: answer }] };
  const call = { type: 'tool_use', id: `toolu_${messages.length}`, name: tool, input };
  return { ...base, content: [{ type: 'thinking', thinking: 'A ship is named.' }, { type: 'text', text: why }, call] };
}
