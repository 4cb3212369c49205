/** OpenAI's Responses API. */
import { defineTools } from './define-tools.js';
import type { CompleteSchema, ModelShape, ToolReply } from './model-shape.js';
import { objectOf, objectsOf, readCall } from './read-call.js';
import { divideMedia, withLines } from './reply-media.js';

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
  output: string | OpenAiResponsesContent[];
}

/** A part of a result with images. */
export type OpenAiResponsesContent =
  | { type: 'input_text'; text: string }
  | { type: 'input_image'; image_url: string; detail: 'auto' };

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
    replies.map((reply) => ({ type: 'function_call_output', call_id: reply.id, output: outputOf(reply) })),
};

function outputOf(reply: ToolReply): string | OpenAiResponsesContent[] {
  const { images, lines } = divideMedia(reply);
  const text = withLines(reply.text, lines);
  if (images.length === 0) return text;
  const parts = images.map(({ mediaType, data }) => ({
    type: 'input_image' as const,
    image_url: `data:${mediaType};base64,${data}`,
    detail: 'auto' as const,
  }));
  return [{ type: 'input_text', text }, ...parts];
}
