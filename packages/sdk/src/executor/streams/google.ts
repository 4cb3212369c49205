/** The stream of Google's generateContent API: responses with parts of one content. */
import { objectOf, objectsOf } from '../shapes/read-call.js';
import type { ReadStream, StreamEvent } from './model-stream.js';
import { broken, eventsOf, textOf } from './model-stream.js';

/** A content of the model. */
export interface GoogleAnswer {
  role: 'model';
  parts: StreamEvent[];
}

/** Collects the parts of the first candidate unchanged, because signatures of thoughts belong to single parts. */
export const readGoogle: ReadStream<GoogleAnswer> = async function* (stream) {
  const parts: StreamEvent[] = [];
  let reason = '';
  for await (const event of eventsOf('google', stream)) {
    const [candidate] = objectsOf(event.candidates);
    const { blockReason } = objectOf(event.promptFeedback);
    if (blockReason !== undefined) throw broken(`the prompt was blocked (${textOf(blockReason).slice(0, 80)})`);
    for (const part of objectsOf(objectOf(candidate?.content).parts)) {
      parts.push(part);
      const text = textOf(part.text);
      if (text !== '') yield { type: part.thought === true ? 'reasoning' : 'text', text };
    }
    reason = textOf(candidate?.finishReason) || reason;
  }
  if (reason === '') throw broken('it ended without a finishReason');
  if (parts.length === 0 && reason !== 'STOP' && reason !== 'MAX_TOKENS')
    throw broken(`the model ended with ${reason}`);
  const content: GoogleAnswer = { role: 'model', parts };
  return { own: [content], response: content };
};
