/**
 * The common interface of all model APIs. A shape is pure: it knows field names, but no signatures, servers or
 * credentials.
 */

import type { JsonObject, JsonValue, Media } from '@dragoman/model';
import type { CallOptions } from '../../transport.js';

/** JSON Schema of the inputs of a signature: one flat object of scalars. */
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

/** Complete JSON Schema of an input, which may be nested and have references. */
export interface CompleteSchema {
  type: 'object';
  properties: JsonObject;
  required: string[];
  [keyword: string]: JsonValue;
}

/** JSON Schema of the inputs of a shown tool. */
export type ToolSchema = ShownSchema | CompleteSchema;

/** A tool as a model sees it: valid names, texts, limits; no id. */
export interface ShownTool {
  /** At most 64 characters of `[A-Za-z0-9_-]`, unique among the shown tools. */
  name: string;
  description: string;
  schema: ToolSchema;
}

/** A tool call of a model. */
export interface ToolCall {
  /** The model's id of this call; the reply carries it. */
  id: string;
  /** Name of the tool, as shown. */
  name: string;
  /** Inputs by shown name; absent when they could not be parsed. */
  inputs?: Record<string, unknown>;
  /** Why the inputs could not be parsed. */
  unreadable?: string;
  /** True: the API has rejected the call and informed the model, so there is no second reply. */
  answered?: true;
  /** True: the framework has executed the call and informed the model. */
  executed?: true;
}

/** The reply to the model for one call. */
export interface ToolReply {
  id: string;
  name: string;
  /** True: the text is a correction or an error, not a result. */
  failed: boolean;
  /** The whole reply as text: for a result its JSON. */
  text: string;
  /** The result; absent when it failed. */
  result?: JsonObject;
  /** Images, sounds and files of the result, which it only describes. */
  media?: readonly Media[];
}

/** Executes one call for a framework that runs its own loop, and returns the reply to the model. */
export type PerformCall = (call: ToolCall, options: CallOptions) => Promise<ToolReply>;

/** One provider's representation of tools, calls and replies. */
export interface ModelShape<Opening, Tools, Message> {
  /** The instructions and the tools, to merge into the first request of a session. */
  opening(instructions: string, tools: readonly ShownTool[], perform?: PerformCall): Opening;
  /** The definitions of the tools; `perform` executes a call, for APIs whose tools execute themselves. */
  tools(tools: readonly ShownTool[], perform?: PerformCall): Tools;
  /** True for a finished response of this API, or the message in it; false for anything else. */
  accepts(response: unknown): boolean;
  /** The tool calls in a response of the provider, in order; empty when it contains only text. */
  readCalls(response: unknown): ToolCall[];
  /** The messages or items to append to the conversation. */
  writeReplies(replies: readonly ToolReply[]): Message[];
}
