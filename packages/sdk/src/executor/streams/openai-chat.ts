/** The stream of OpenAI's Chat Completions API: chunks with deltas of one message. */
import { objectOf, objectsOf } from '../shapes/read-call.js';
import type { ReadStream } from './model-stream.js';
import { broken, eventsOf, indexOf, textOf } from './model-stream.js';

/** An assistant message of Chat Completions. */
export interface OpenAiChatAnswer {
  role: 'assistant';
  content: string | null;
  tool_calls?: { id: string; type: 'function'; function: { name: string; arguments: string } }[];
}

/** Joins the chunks of the first choice. */
export const readOpenAiChat: ReadStream<OpenAiChatAnswer> = async function* (stream) {
  const calls = new Map<number, { id: string; name: string; arguments: string }>();
  let content = '';
  let ended = false;
  for await (const { choices } of eventsOf('openai-chat', stream)) {
    const choice = objectsOf(choices).find(({ index }) => indexOf(index) === 0);
    const delta = objectOf(choice?.delta);
    const text = textOf(delta.content) + textOf(delta.refusal);
    content += text;
    if (text !== '') yield { type: 'text', text };
    for (const part of objectsOf(delta.tool_calls)) {
      const index = indexOf(part.index);
      const call = calls.get(index) ?? { id: '', name: '', arguments: '' };
      const named = objectOf(part.function);
      call.id ||= textOf(part.id);
      call.name ||= textOf(named.name);
      call.arguments += textOf(named.arguments);
      calls.set(index, call);
    }
    ended ||= typeof choice?.finish_reason === 'string';
  }
  if (!ended) throw broken('it ended without a finish_reason');
  const tool_calls = [...calls.entries()]
    .sort(([a], [b]) => a - b)
    .map(([, { id, ...named }]) => ({ id, type: 'function' as const, function: named }));
  const message: OpenAiChatAnswer = {
    role: 'assistant',
    content: content === '' ? null : content,
    ...(tool_calls.length === 0 ? {} : { tool_calls }),
  };
  return { own: [message], response: message };
};
