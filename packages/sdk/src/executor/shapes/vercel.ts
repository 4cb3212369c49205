/**
 * The Vercel AI SDK, version 5 or later: tools by name, with the symbol that `jsonSchema()` would set on their schemas.
 */
import type { JsonObject } from '@dragoman/model';
import { projectForAnyApi } from '@dragoman/model';
import type { CompleteSchema, ModelShape, PerformCall, ShownTool, ToolReply } from './model-shape.js';
import { objectOf, objectsOf, readCall } from './read-call.js';
import { divideMedia, resultWithLines, withLines } from './reply-media.js';

const mark = Symbol.for('vercel.ai.schema');

/**
 * A schema that the AI SDK accepts as its own, and that its types accept as a Standard Schema. The executor validates
 * inputs, so it validates nothing itself.
 */
export interface VercelSchema {
  jsonSchema: CompleteSchema;
  validate: undefined;
  readonly '~standard': {
    readonly version: 1;
    readonly vendor: string;
    readonly validate: (value: unknown) => { value: unknown };
    readonly jsonSchema: { input: () => CompleteSchema; output: () => CompleteSchema };
  };
}

/** One of the AI SDK's `tools`. */
export interface VercelTool {
  description: string;
  inputSchema: VercelSchema;
  /** Executes a call in the framework's own loop; throws what the model must know. Only tools of a session have it. */
  execute?: (input: unknown, options: VercelCallOptions) => Promise<JsonObject>;
  /** What the model sees of a result of `execute`: images as images. Version 5 passes the output itself. */
  toModelOutput?: (options: { output: unknown }) => VercelOutput;
}

/** What the AI SDK passes to `execute`. */
export interface VercelCallOptions {
  toolCallId: string;
  abortSignal?: AbortSignal | undefined;
}

/** The AI SDK's `tools`. */
export type VercelTools = Record<string, VercelTool>;

/** The replies of one turn. */
export interface VercelMessage {
  role: 'tool';
  content: {
    type: 'tool-result';
    toolCallId: string;
    toolName: string;
    output: VercelOutput;
  }[];
}

/** The result of a tool; with images it is a list of parts. */
export type VercelOutput =
  | { type: 'json'; value: JsonObject }
  | { type: 'error-text'; value: string }
  | { type: 'content'; value: ({ type: 'text'; text: string } | { type: 'media'; data: string; mediaType: string })[] };

/** The start of a conversation: arguments of `generateText` and similar functions. */
export interface VercelOpening {
  system?: string;
  tools: VercelTools;
}

/** Accepts the result of `generateText`, or one step of it. */
export const vercel: ModelShape<VercelOpening, VercelTools, VercelMessage> = {
  opening: (instructions, tools, perform) => ({
    ...(instructions === '' ? {} : { system: instructions }),
    tools: vercel.tools(tools, perform),
  }),
  tools: (tools, perform) => Object.fromEntries(tools.map((tool) => [tool.name, defineTool(tool, perform)])),
  accepts: (response) => Array.isArray(objectOf(response).toolCalls),
  readCalls(response) {
    const { toolCalls, toolResults, content } = objectOf(response);
    const ended = [...objectsOf(toolResults), ...objectsOf(content).filter(({ type }) => type === 'tool-error')];
    const executed = new Set(ended.map(({ toolCallId }) => toolCallId));
    return objectsOf(toolCalls).map((call, index) => {
      const { id, name, ...read } = readCall({ id: call.toolCallId, name: call.toolName, inputs: call.input }, index);
      if (call.invalid === true) {
        return { id, name, unreadable: 'The inputs are not a JSON object for a shown tool.', answered: true };
      }
      return { id, name, ...read, ...(executed.has(call.toolCallId) ? { executed: true as const } : {}) };
    });
  },
  writeReplies(replies) {
    if (replies.length === 0) return [];
    const content = replies.map((reply) => ({
      type: 'tool-result' as const,
      toolCallId: reply.id,
      toolName: reply.name,
      output: outputOf(reply),
    }));
    return [{ role: 'tool', content }];
  },
};

function defineTool({ name, description, schema }: ShownTool, perform: PerformCall | undefined): VercelTool {
  // The SDK passes tools on to any provider.
  const tool = projectForAnyApi({ name, description, schema: schema as unknown as JsonObject });
  return {
    description: tool.description,
    inputSchema: markSchema(tool.schema as unknown as CompleteSchema),
    ...(perform === undefined ? {} : executeWith(name, perform)),
  };
}

function markSchema(jsonSchema: CompleteSchema): VercelSchema {
  const standard = {
    version: 1,
    vendor: 'dragoman',
    validate: (value: unknown) => ({ value }),
    jsonSchema: { input: () => jsonSchema, output: () => jsonSchema },
  } as const;
  const schema = { [mark]: true, jsonSchema, validate: undefined, '~standard': standard };
  return schema;
}

function executeWith(name: string, perform: PerformCall): Required<Pick<VercelTool, 'execute' | 'toModelOutput'>> {
  const replies = new WeakMap<object, ToolReply>();
  return {
    async execute(input, { toolCallId, abortSignal }) {
      const call = readCall({ id: toolCallId, name, inputs: input }, 0);
      const reply = await perform(call, abortSignal === undefined ? {} : { signal: abortSignal });
      const { failed, text, result = { message: text } } = reply;
      // The SDK reports an exception to the model as a failed call.
      if (failed) throw new Error(text);
      const output = resultWithLines(result, divideMedia(reply, 'none').lines);
      replies.set(output, { ...reply, result });
      return output;
    },
    toModelOutput(options) {
      const output = objectOf('output' in options ? options.output : options) as JsonObject;
      const reply = replies.get(output);
      return reply === undefined ? { type: 'json', value: output } : outputOf(reply);
    },
  };
}

function outputOf({ text, failed, result, ...reply }: ToolReply): VercelOutput {
  if (failed || result === undefined) return { type: 'error-text', value: text };
  const { images, lines } = divideMedia(reply);
  if (images.length === 0) return { type: 'json', value: resultWithLines(result, lines) };
  const parts = images.map(({ mediaType, data }) => ({ type: 'media' as const, data, mediaType }));
  return { type: 'content', value: [{ type: 'text', text: withLines(text, lines) }, ...parts] };
}
