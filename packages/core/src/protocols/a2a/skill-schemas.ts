/** Input and output of a skill without schemas: a message of text, data and files, and its response. */
import type { JsonObject, JsonValue, Operation } from '@dragoman/model';
import { isJsonObject } from '@dragoman/model';
import type { PartContent } from './message-parts.js';
import { a2aLimits, memberOf } from './wire.js';

const file: JsonObject = {
  type: 'object',
  properties: {
    url: { type: 'string', description: 'URL of the file.' },
    bytes: { type: 'string', description: 'Content of the file, in Base64.' },
    name: { type: 'string' },
    media_type: { type: 'string' },
  },
};

/** Input: the message to the agent, and its conversation. */
export const messageInput: JsonObject = Object.freeze({
  type: 'object',
  properties: {
    message: { type: 'string', description: 'Text of the message to the agent.' },
    data: { description: 'Structured input in addition to the text.' },
    files: { type: 'array', items: file, maxItems: 20, description: 'Files for the agent.' },
    context_id: {
      type: 'string',
      maxLength: a2aLimits.id,
      description: 'Conversation to continue, from an earlier output.',
    },
    task_id: {
      type: 'string',
      maxLength: a2aLimits.id,
      description: 'Task that waits for this input, from an earlier output.',
    },
  },
  required: ['message'],
  additionalProperties: false,
});

/** Output: the agent's response, and the state of its task. */
export const messageOutput: JsonObject = Object.freeze({
  type: 'object',
  properties: {
    text: { type: 'string', description: "Text of the agent's response." },
    data: { type: 'array', description: 'Structured values, in order.' },
    files: { type: 'array', items: file },
    state: {
      type: 'string',
      enum: ['completed', 'input-required', 'auth-required'],
      description: 'input-required: the agent asks for input; answer with the same task_id.',
    },
    context_id: { type: 'string' },
    task_id: { type: 'string' },
  },
  required: ['state'],
});

/** True when an operation takes messages rather than an object of its own. */
export function takesMessages({ binding }: Operation): boolean {
  return binding.kind === 'a2a' && binding.structured !== true;
}

/** The content of such an input. */
export function contentOfInput(input: JsonObject): PartContent {
  const message = memberOf(input, 'message');
  const data = memberOf(input, 'data');
  const files = memberOf(input, 'files');
  return {
    ...(typeof message === 'string' && message !== '' ? { text: message } : {}),
    data: data === undefined ? [] : [data],
    files: Array.isArray(files) ? files.filter(isJsonObject) : [],
  };
}

/** Converts an incoming message to such an input. */
export function inputOfContent({ text, data, files }: PartContent, place: MessagePlace): JsonObject {
  const [only] = data;
  return {
    message: text ?? '',
    ...(only === undefined ? {} : { data: data.length === 1 ? only : data }),
    ...(files.length === 0 ? {} : { files }),
    ...(place.contextId === undefined ? {} : { context_id: place.contextId }),
    ...(place.taskId === undefined ? {} : { task_id: place.taskId }),
  };
}

/** The conversation and task of a message. */
export interface MessagePlace {
  contextId?: string;
  taskId?: string;
}

/** The content of such an output. */
export function contentOfOutput(output: JsonValue | undefined): PartContent {
  if (!isJsonObject(output)) return { data: output === undefined ? [] : [output], files: [] };
  const text = memberOf(output, 'text');
  const data = memberOf(output, 'data');
  const files = memberOf(output, 'files');
  return {
    ...(typeof text === 'string' ? { text } : {}),
    data: Array.isArray(data) ? data : [],
    files: Array.isArray(files) ? files.filter(isJsonObject) : [],
  };
}
