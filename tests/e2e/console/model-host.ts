/** A model endpoint that is not a model: OpenAI's and Anthropic's APIs, with answers that depend on the conversation only. */
import { type HttpHost, startHttpHost } from '../http-host.js';

interface Body {
  messages?: { role: string; content?: unknown }[];
  tools?: unknown[];
  model?: string;
}

/** A request that the endpoint received. */
export interface ModelSighting {
  path: string;
  key: string | null;
  body: Body;
}

/** Starts the endpoint: it looks for the ship first, and answers after it has seen a result. The key `wrong` is refused. */
export async function startModelHost(): Promise<{ host: HttpHost; seen: ModelSighting[] }> {
  const seen: ModelSighting[] = [];
  const host = await startHttpHost(async (url, init) => {
    const { pathname } = new URL(url);
    const headers = new Headers(init.headers);
    const key = headers.get('authorization') ?? headers.get('x-api-key');
    const body = JSON.parse(String(init.body)) as Body;
    seen.push({ path: pathname, key, body });
    if (key?.includes('wrong') === true) {
      return Response.json({ error: { message: `Incorrect API key: ${key.replace('Bearer ', '')}` } }, { status: 401 });
    }
    return Response.json(pathname.endsWith('/messages') ? answerAnthropic(body) : answerOpenAi(body));
  });
  return { host, seen };
}

const why = 'I look for the ship first.';
const answer = 'Aurora is known; she has a berth.';

function answerOpenAi({ messages = [] }: Body): object {
  const usage = { prompt_tokens: 321, completion_tokens: 12 };
  if (messages.at(-1)?.role === 'tool')
    return { choices: [{ message: { role: 'assistant', content: answer } }], usage };
  const call = {
    id: `call_${messages.length}`,
    type: 'function',
    function: { name: 'find_ship', arguments: '{"name":"Aurora"}' },
  };
  return { choices: [{ message: { role: 'assistant', content: why, tool_calls: [call] } }], usage };
}

function answerAnthropic({ messages = [] }: Body): object {
  const usage = { input_tokens: 300, output_tokens: 20 };
  const base = { type: 'message', role: 'assistant', usage };
  if (Array.isArray(messages.at(-1)?.content)) return { ...base, content: [{ type: 'text', text: answer }] };
  const call = { type: 'tool_use', id: `toolu_${messages.length}`, name: 'find_ship', input: { name: 'Aurora' } };
  return { ...base, content: [{ type: 'thinking', thinking: 'A ship is named.' }, { type: 'text', text: why }, call] };
}
