/** The stream of Anthropic's Messages API: blocks with deltas. */
import { objectOf } from '../shapes/read-call.js';
import type { ModelDelta, ReadStream, StreamEvent } from './model-stream.js';
import { broken, eventsOf, indexOf, ownInputs, parseInputs, textOf } from './model-stream.js';

/** An assistant message of Messages. */
export interface AnthropicAnswer {
  role: 'assistant';
  content: StreamEvent[];
}

interface Block {
  block: StreamEvent;
  /** JSON of the inputs, in parts. */
  json: string;
}

/** Joins the blocks of the message. */
export const readAnthropic: ReadStream<AnthropicAnswer> = async function* (stream) {
  const blocks = new Map<number, Block>();
  let ended = false;
  for await (const event of eventsOf('anthropic', stream)) {
    const index = indexOf(event.index);
    if (event.type === 'content_block_start')
      blocks.set(index, { block: { ...objectOf(event.content_block) }, json: '' });
    if (event.type === 'content_block_delta') yield* extend(blocks.get(index), objectOf(event.delta));
    ended ||= event.type === 'message_stop';
  }
  if (!ended) throw broken('it ended without message_stop');
  const read = [...blocks.values()].map(({ block, json }) =>
    json === '' ? block : { ...block, input: parseInputs(json) },
  );
  const content = read.map((block) => ('input' in block ? { ...block, input: ownInputs(block.input) } : block));
  return { own: [{ role: 'assistant', content }], response: { role: 'assistant', content: read } };
};

function* extend(at: Block | undefined, delta: StreamEvent): Generator<ModelDelta, void> {
  if (at === undefined) return;
  const { block } = at;
  if (delta.type === 'input_json_delta') at.json += textOf(delta.partial_json);
  if (delta.type === 'signature_delta') block.signature = textOf(block.signature) + textOf(delta.signature);
  if (delta.type === 'citations_delta') {
    block.citations = [...(Array.isArray(block.citations) ? (block.citations as unknown[]) : []), delta.citation];
  }
  for (const [member, type] of [['text', 'text'] as const, ['thinking', 'reasoning'] as const]) {
    const text = textOf(delta[member]);
    if (text === '') continue;
    block[member] = textOf(block[member]) + text;
    yield { type, text };
  }
}
