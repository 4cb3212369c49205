/** The stream of Amazon Bedrock's Converse API: blocks with deltas; errors are events, too. */
import { isJsonObject } from '@dragoman/model';
import { objectOf } from '../shapes/read-call.js';
import type { ModelDelta, ReadStream, StreamEvent } from './model-stream.js';
import { broken, eventsOf, indexOf, ownInputs, parseInputs, textOf } from './model-stream.js';

/** An assistant message of Converse. */
export interface BedrockAnswer {
  role: 'assistant';
  content: StreamEvent[];
}

interface Block {
  toolUse?: StreamEvent;
  input: string;
  text: string;
  reasoning: { text: string; signature?: string; redactedContent?: unknown } | undefined;
}

/** Takes the response of `ConverseStreamCommand`, or its `stream`. */
export const readBedrock: ReadStream<BedrockAnswer> = async function* (stream) {
  const blocks = new Map<number, Block>();
  let ended = false;
  for await (const event of eventsOf('bedrock', isJsonObject(stream) ? (stream.stream ?? stream) : stream)) {
    const failure = Object.keys(event).find((name) => name.endsWith('Exception'));
    if (failure !== undefined) throw broken(`the API reported ${failure}`);
    const { start, delta, contentBlockIndex } = objectOf(event.contentBlockStart ?? event.contentBlockDelta);
    if (contentBlockIndex !== undefined) {
      const block = blocks.get(indexOf(contentBlockIndex)) ?? { input: '', text: '', reasoning: undefined };
      blocks.set(indexOf(contentBlockIndex), block);
      const { toolUse } = objectOf(start);
      if (toolUse !== undefined) block.toolUse = objectOf(toolUse);
      yield* extend(block, objectOf(delta));
    }
    ended ||= event.messageStop !== undefined;
  }
  if (!ended) throw broken('it ended without messageStop');
  const content = [...blocks.values()].map((block) => finish(block, parseInputs(block.input)));
  const own = [...blocks.values()].map((block) => finish(block, ownInputs(parseInputs(block.input))));
  return { own: [{ role: 'assistant', content: own }], response: { role: 'assistant', content } };
};

function* extend(block: Block, { text, toolUse, reasoningContent }: StreamEvent): Generator<ModelDelta, void> {
  block.input += textOf(objectOf(toolUse).input);
  block.text += textOf(text);
  if (textOf(text) !== '') yield { type: 'text', text: textOf(text) };
  if (reasoningContent === undefined) return;
  const { text: thought, signature, redactedContent } = objectOf(reasoningContent);
  block.reasoning ??= { text: '' };
  block.reasoning.text += textOf(thought);
  if (signature !== undefined) block.reasoning.signature = textOf(signature);
  if (redactedContent !== undefined) block.reasoning.redactedContent = redactedContent;
  if (textOf(thought) !== '') yield { type: 'reasoning', text: textOf(thought) };
}

function finish({ toolUse, text, reasoning }: Block, input: unknown): StreamEvent {
  if (toolUse !== undefined) return { toolUse: { ...toolUse, input } };
  if (reasoning === undefined) return { text };
  const { redactedContent, ...reasoningText } = reasoning;
  return { reasoningContent: redactedContent === undefined ? { reasoningText } : { redactedContent } };
}
