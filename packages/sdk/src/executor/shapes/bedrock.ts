/** Amazon Bedrock's Converse API. */
import { defineTools } from './define-tools.js';
import type { ModelShape, ToolSchema } from './model-shape.js';
import { objectOf, objectsOf, readCall } from './read-call.js';

/** A tool of Converse. */
export interface BedrockTool {
  toolSpec: { name: string; description: string; inputSchema: { json: ToolSchema } };
}

/** The replies of one turn, which all belong in one user message. */
export interface BedrockMessage {
  role: 'user';
  content: {
    toolResult: {
      toolUseId: string;
      content: ({ json: Readonly<Record<string, unknown>> } | { text: string })[];
      status: 'success' | 'error';
    };
  }[];
}

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
  readCalls(response) {
    const whole = objectOf(response);
    const message = objectOf(objectOf(whole.output).message ?? whole.message ?? whole);
    return objectsOf(message.content)
      .filter(({ toolUse }) => toolUse !== undefined)
      .map(({ toolUse }, index) => {
        const { toolUseId, name, input } = objectOf(toolUse);
        return readCall({ id: toolUseId, name, inputs: input }, index);
      });
  },
  writeReplies(replies) {
    if (replies.length === 0) return [];
    const content = replies.map(({ id, text, failed, result }) => ({
      toolResult: {
        toolUseId: id,
        content: [failed || result === undefined ? { text } : { json: result }],
        status: failed ? ('error' as const) : ('success' as const),
      },
    }));
    return [{ role: 'user', content }];
  },
};
