/** Anthropic's Messages API. */
import { defineTools } from './define-tools.js';
import type { CompleteSchema, ModelShape, ToolReply } from './model-shape.js';
import { objectOf, objectsOf, readCall } from './read-call.js';
import { divideMedia, withLines } from './reply-media.js';

/** A tool of Messages. */
export interface AnthropicTool {
  name: string;
  description: string;
  input_schema: CompleteSchema;
}

/** The replies of one turn, which all belong in one user message. */
export interface AnthropicMessage {
  role: 'user';
  content: {
    type: 'tool_result';
    tool_use_id: string;
    content: string | AnthropicBlock[];
    is_error?: true;
  }[];
}

/** A block of a result with images. */
export type AnthropicBlock =
  | { type: 'text'; text: string }
  | { type: 'image'; source: { type: 'base64'; media_type: AnthropicImageType; data: string } };

/** Image types of Messages. */
export type AnthropicImageType = 'image/png' | 'image/jpeg' | 'image/gif' | 'image/webp';

/** The start of a conversation in Messages. */
export interface AnthropicOpening {
  system?: string;
  tools: AnthropicTool[];
}

/** Accepts a whole response, or its message. */
export const anthropic: ModelShape<AnthropicOpening, AnthropicTool[], AnthropicMessage> = {
  opening: (instructions, tools) => ({
    ...(instructions === '' ? {} : { system: instructions }),
    tools: anthropic.tools(tools),
  }),
  tools: (tools) => defineTools('anthropic', tools),
  accepts(response) {
    const { role, content } = objectOf(response);
    const isBlock = (block: unknown) => /^(?!output_)./.test(String(objectOf(block).type ?? ''));
    return role === 'assistant' && Array.isArray(content) && content.every(isBlock);
  },
  readCalls: (response) =>
    objectsOf(objectOf(response).content)
      .filter(({ type }) => type === 'tool_use')
      .map((block, index) => readCall({ id: block.id, name: block.name, inputs: block.input }, index)),
  writeReplies(replies) {
    if (replies.length === 0) return [];
    const content = replies.map((reply) => ({
      type: 'tool_result' as const,
      tool_use_id: reply.id,
      content: contentOf(reply),
      ...(reply.failed ? { is_error: true as const } : {}),
    }));
    return [{ role: 'user', content }];
  },
};

function contentOf(reply: ToolReply): string | AnthropicBlock[] {
  const { images, lines } = divideMedia(reply);
  const text = withLines(reply.text, lines);
  if (images.length === 0) return text;
  const blocks = images.map(({ mediaType, data }) => ({
    type: 'image' as const,
    source: { type: 'base64' as const, media_type: mediaType as AnthropicImageType, data },
  }));
  return [{ type: 'text', text }, ...blocks];
}
