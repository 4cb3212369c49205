/** The stream of OpenAI's Responses API: the last event has the whole response. */
import { objectOf, objectsOf } from '../shapes/read-call.js';
import type { ReadStream, StreamEvent } from './model-stream.js';
import { broken, eventsOf, textOf } from './model-stream.js';

/** Events with text of the model. */
const deltas: Readonly<Record<string, 'text' | 'reasoning'>> = {
  'response.output_text.delta': 'text',
  'response.refusal.delta': 'text',
  'response.reasoning_summary_text.delta': 'reasoning',
  'response.reasoning_text.delta': 'reasoning',
};

/** Passes on the deltas, and takes the output of the last event. */
export const readOpenAiResponses: ReadStream<StreamEvent> = async function* (stream) {
  let output: StreamEvent[] | undefined;
  for await (const event of eventsOf('openai-responses', stream)) {
    const kind = deltas[textOf(event.type)];
    if (kind !== undefined) yield { type: kind, text: textOf(event.delta) };
    const response = objectOf(event.response);
    if (event.type === 'response.failed') {
      throw broken(`the response failed, ${JSON.stringify(textOf(objectOf(response.error).message).slice(0, 300))}`);
    }
    if (event.type === 'response.completed' || event.type === 'response.incomplete')
      output = objectsOf(response.output);
  }
  if (output === undefined) throw broken('it ended without response.completed');
  return { own: output, response: output };
};
