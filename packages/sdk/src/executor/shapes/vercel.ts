/**
 * The Vercel AI SDK, version 5 or later: tools by name, with the symbol that `jsonSchema()` would set on their schemas.
 */
import type { JsonObject } from '@dragoman/model';
import { projectForAnyApi } from '@dragoman/model';
import type { ModelShape, ToolSchema } from './model-shape.js';
import { objectOf, objectsOf, readCall } from './read-call.js';

const mark = Symbol.for('vercel.ai.schema');

/** A schema that the AI SDK accepts as its own. Inputs are validated here, so it validates nothing itself. */
export interface VercelSchema {
  jsonSchema: ToolSchema;
  validate: undefined;
}

/** The AI SDK's `tools`. They have no `execute`: the executor executes the returned `toolCalls`. */
export type VercelTools = Record<string, { description: string; inputSchema: VercelSchema }>;

/** The replies of one turn. */
export interface VercelMessage {
  role: 'tool';
  content: {
    type: 'tool-result';
    toolCallId: string;
    toolName: string;
    output: { type: 'json'; value: Readonly<Record<string, unknown>> } | { type: 'error-text'; value: string };
  }[];
}

/** The start of a conversation: arguments of `generateText` and similar functions. */
export interface VercelOpening {
  system?: string;
  tools: VercelTools;
}

/** Accepts the result of `generateText`, or one step of it. */
export const vercel: ModelShape<VercelOpening, VercelTools, VercelMessage> = {
  opening: (instructions, tools) => ({
    ...(instructions === '' ? {} : { system: instructions }),
    tools: vercel.tools(tools),
  }),
  tools: (tools) =>
    Object.fromEntries(
      tools.map(({ name, description, schema }) => {
        // The SDK passes tools on to any provider.
        const tool = projectForAnyApi({ name, description, schema: schema as unknown as JsonObject });
        const inputSchema = { [mark]: true, jsonSchema: tool.schema as unknown as ToolSchema, validate: undefined };
        return [name, { description: tool.description, inputSchema }];
      }),
    ),
  readCalls: (response) =>
    objectsOf(objectOf(response).toolCalls).map((call, index) => {
      const { id, name, ...read } = readCall({ id: call.toolCallId, name: call.toolName, inputs: call.input }, index);
      if (call.invalid !== true) return { id, name, ...read };
      return { id, name, unreadable: 'The inputs are not a JSON object for a shown tool.', answered: true };
    }),
  writeReplies(replies) {
    if (replies.length === 0) return [];
    const content = replies.map(({ id, name, text, failed, result }) => ({
      type: 'tool-result' as const,
      toolCallId: id,
      toolName: name,
      output:
        failed || result === undefined
          ? { type: 'error-text' as const, value: text }
          : { type: 'json' as const, value: result },
    }));
    return [{ role: 'tool', content }];
  },
};
