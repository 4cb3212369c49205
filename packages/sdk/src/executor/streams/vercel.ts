/** The result of the AI SDK's `streamText`, which assembles the response itself. */
import { objectOf, objectsOf } from '../shapes/read-call.js';
import type { ReadStream, StreamEvent } from './model-stream.js';
import { broken, eventsOf, textOf } from './model-stream.js';

const kinds: Readonly<Record<string, 'text' | 'reasoning'>> = { 'text-delta': 'text', 'reasoning-delta': 'reasoning' };

/** Takes the result itself, because only that has the messages of the model. */
export const readVercel: ReadStream<StreamEvent> = async function* (result) {
  const { fullStream, response, toolCalls, toolResults, content } = objectOf(result);
  if (response === undefined) throw broken('pass the result of streamText, not one of its streams');
  let ended = false;
  for await (const part of eventsOf('vercel', fullStream)) {
    const type = textOf(part.type);
    const kind = kinds[type];
    if (kind !== undefined) yield { type: kind, text: textOf(part.text) };
    if (type === 'abort') throw broken('the call of the model was aborted');
    ended ||= type === 'finish';
  }
  if (!ended) throw broken('it ended without finish');
  const own = objectsOf(objectOf(await response).messages);
  const read = { toolCalls: await toolCalls, toolResults: await toolResults, content: await content };
  return { own, response: read };
};
