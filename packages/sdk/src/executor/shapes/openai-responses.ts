/** OpenAI's Responses API. */
import { defineTools } from './define-tools.js';
import type { CompleteSchema, ModelShape } from './model-shape.js';
import { objectOf, objectsOf, readCall } from './read-call.js';

/** A tool of Responses. Strict mode is off, because it would make optional inputs required. */
export interface OpenAiResponsesTool {
  type: 'function';
  name: string;
  description: string;
  parameters: CompleteSchema;
  strict: false;
}

/** A tool's reply in Responses. */
export interface OpenAiResponsesItem {
  type: 'function_call_output';
  call_id: string;
  output: string;
}

/** The start of a conversation in Responses. */
export interface OpenAiResponsesOpening {
  instructions?: string;
  tools: OpenAiResponsesTool[];
}

/** Accepts a whole response, or its `output`. */
export const openAiResponses: ModelShape<OpenAiResponsesOpening, OpenAiResponsesTool[], OpenAiResponsesItem> = {
  opening: (instructions, tools) => ({
    ...(instructions === '' ? {} : { instructions }),
    tools: openAiResponses.tools(tools),
  }),
  tools: (tools) => defineTools('openai-responses', tools),
  accepts(response) {
    const { output, status } = Array.isArray(response) ? { output: response } : objectOf(response);
    const ended = status === undefined || status === 'completed' || status === 'incomplete';
    return ended && Array.isArray(output) && output.every((item) => typeof objectOf(item).type === 'string');
  },
  readCalls: (response) =>
    objectsOf(Array.isArray(response) ? response : objectOf(response).output)
      .filter(({ type }) => type === 'function_call')
      .map((item, index) => readCall({ id: item.call_id, name: item.name, inputs: item.arguments }, index)),
  writeReplies: (replies) =>
    replies.map(({ id, text }) => ({ type: 'function_call_output', call_id: id, output: text })),
};
