/** Amazon Bedrock's Converse API. */
import type { JsonObject, Media } from '@dragoman/model';
import { defineTools } from './define-tools.js';
import type { CompleteSchema, ModelShape } from './model-shape.js';
import { objectOf, objectsOf, readCall } from './read-call.js';
import { divideMedia, resultWithLines } from './reply-media.js';

/** A tool of Converse. */
export interface BedrockTool {
  toolSpec: { name: string; description: string; inputSchema: { json: CompleteSchema } };
}

/** The replies of one turn, which all belong in one user message. */
export interface BedrockMessage {
  role: 'user';
  content: {
    toolResult: {
      toolUseId: string;
      content: (
        | { json: JsonObject }
        | { text: string }
        | { image: { format: BedrockImageFormat; source: { bytes: Uint8Array } } }
      )[];
      status: 'success' | 'error';
    };
  }[];
}

/** Image formats of Converse. */
export type BedrockImageFormat = 'png' | 'jpeg' | 'gif' | 'webp';

/** The start of a conversation in Converse, which rejects an empty list of tools. */
export interface BedrockOpening {
  system?: { text: string }[];
  toolConfig?: { tools: BedrockTool[] };
}

/** Accepts a whole response, or its message. */
export const bedrock: ModelShape<BedrockOpening, BedrockTool[], BedrockMessage> = {
  opening: (instructions, tools) => ({
    ...(instructions === '' ? {} : { system: [{ text: instructions }] }),
    ...(tools.length === 0 ? {} : { toolConfig: { tools: bedrock.tools(tools) } }),
  }),
  tools: (tools) => defineTools('bedrock', tools),
  accepts(response) {
    const { role, content } = messageOf(response);
    const isBlock = (block: unknown) => !('type' in objectOf(block));
    return role === 'assistant' && Array.isArray(content) && content.every(isBlock);
  },
  readCalls(response) {
    const message = messageOf(response);
    return objectsOf(message.content)
      .filter(({ toolUse }) => toolUse !== undefined)
      .map(({ toolUse }, index) => {
        const { toolUseId, name, input } = objectOf(toolUse);
        return readCall({ id: toolUseId, name, inputs: input }, index);
      });
  },
  writeReplies(replies) {
    if (replies.length === 0) return [];
    const content = replies.map(({ id, text, failed, result, ...reply }) => {
      const { images, lines } = divideMedia(reply);
      const first = failed || result === undefined ? { text } : { json: resultWithLines(result, lines) };
      return {
        toolResult: {
          toolUseId: id,
          content: [first, ...images.map(imageOf)],
          status: failed ? ('error' as const) : ('success' as const),
        },
      };
    });
    return [{ role: 'user', content }];
  },
};

function messageOf(response: unknown): Record<string, unknown> {
  const whole = objectOf(response);
  return objectOf(objectOf(whole.output).message ?? whole.message ?? whole);
}

function imageOf({ mediaType, data }: Media) {
  const bytes = Uint8Array.from(atob(data), (character) => character.charCodeAt(0));
  return { image: { format: mediaType.slice('image/'.length) as BedrockImageFormat, source: { bytes } } };
}
