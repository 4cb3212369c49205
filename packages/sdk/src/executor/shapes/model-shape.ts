/**
 * What every model interface is given and gives back, before and after its own spelling of it. A shape is pure: it knows
 * field names and nothing about signatures, servers or credentials.
 */

/** JSON Schema of the inputs of a shown tool: one flat object of scalars. */
export interface ShownSchema {
  type: 'object';
  properties: Record<string, ShownProperty>;
  required: string[];
  additionalProperties: false;
}

/** JSON Schema of one input. */
export interface ShownProperty {
  type: 'string' | 'integer' | 'boolean';
  description: string;
  enum?: string[];
  minimum?: number;
  maximum?: number;
  maxLength?: number;
}

/** A tool as a model sees it: legal names, texts, limits; no id. */
export interface ShownTool {
  /** At most 64 characters of `[A-Za-z0-9_-]`, unique among the shown tools. */
  name: string;
  description: string;
  schema: ShownSchema;
}

/** What a model asked for. */
export interface ToolCall {
  /** The model's own name for this request; results carry it back. */
  id: string;
  /** Name of the tool, as shown. */
  name: string;
  /** Inputs by shown name; absent when they could not be read. */
  inputs?: Record<string, unknown>;
  /** Why the inputs could not be read. */
  unreadable?: string;
  /** True: the interface has refused it itself and told the model, so that it gets no second reply. */
  answered?: true;
}

/** What goes back to the model for one request. */
export interface ToolReply {
  id: string;
  name: string;
  /** True: the text is a correction or an error, and no result. */
  failed: boolean;
  /** The whole reply as text: for a result its JSON. */
  text: string;
  /** The result; absent when it failed. */
  result?: Readonly<Record<string, unknown>>;
}

/** One provider's spelling of tools, calls and replies. */
export interface ModelShape<Opening, Tools, Message> {
  /** The instructions and the tools, to be merged into the first request of a session. */
  opening(instructions: string, tools: readonly ShownTool[]): Opening;
  tools(tools: readonly ShownTool[]): Tools;
  /** The tool calls in a response of the provider, in order; none when it holds only words. */
  readCalls(response: unknown): ToolCall[];
  /** The messages, or items, to append to the conversation. */
  writeReplies(replies: readonly ToolReply[]): Message[];
}
