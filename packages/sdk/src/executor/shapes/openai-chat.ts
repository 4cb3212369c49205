/** OpenAI's Chat Completions API, and the many compatible servers. */
import { isJsonObject } from '@dragoman/model';
import { defineTools } from './define-tools.js';
import type { CompleteSchema, ModelShape } from './model-shape.js';
import { objectOf, objectsOf, readCall } from './read-call.js';
import { divideMedia, withLines } from './reply-media.js';

/** A tool of Chat Completions. */
export interface OpenAiChatTool {
  type: 'function';
  function: { name: string; description: string; parameters: CompleteSchema };
}

/** A tool's reply in Chat Completions. */
export interface OpenAiChatMessage {
  role: 'tool';
  tool_call_id: string;
  content: string;
}

/** The start of a conversation in Chat Completions. */
export interface OpenAiChatOpening {
  messages: { role: 'system'; content: string }[];
  tools: OpenAiChatTool[];
}

/** Accepts a whole response or one assistant message. */
export const openAiChat: ModelShape<OpenAiChatOpening, OpenAiChatTool[], OpenAiChatMessage> = {
  opening: (instructions, tools) => ({
    messages: instructions === '' ? [] : [{ role: 'system', content: instructions }],
    tools: openAiChat.tools(tools),
  }),
  tools: (tools) => defineTools('openai-chat', tools),
  accepts(response) {
    const whole = objectOf(response);
    // Some compatible servers leave the role out.
    if (isJsonObject(objectsOf(whole.choices)[0]?.message)) return true;
    const { role, content } = objectOf(whole.message ?? whole);
    return role === 'assistant' && !Array.isArray(content);
  },
  readCalls(response) {
    const whole = objectOf(response);
    const message = objectOf(objectsOf(whole.choices)[0]?.message ?? whole.message ?? whole);
    return objectsOf(message.tool_calls).map((call, index) => {
      const { name, arguments: inputs } = objectOf(call.function);
      return readCall({ id: call.id, name, inputs }, index);
    });
  },
  // Messages of tools have no images in this API.
  writeReplies: (replies) =>
    replies.map((reply) => ({
      role: 'tool',
      tool_call_id: reply.id,
      content: withLines(reply.text, divideMedia(reply, 'none').lines),
    })),
};
