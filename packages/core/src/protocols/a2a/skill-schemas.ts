/** Input and output of a skill that tells no schemas: a message of text, data and files, and what comes back of it. */
import type { JsonObject, JsonValue, Operation } from '@dragoman/model';
import { isJsonObject } from '@dragoman/model';
import type { PartContent } from './message-parts.js';
import { memberOf } from './wire.js';

const file: JsonObject = {
  type: 'object',
  properties: {
    url: { type: 'string', description: 'Where the file is.' },
    bytes: { type: 'string', description: 'The file itself, in Base64.' },
    name: { type: 'string' },
    media_type: { type: 'string' },
  },
};

/** Input: what is said to the agent, and where in a conversation. */
export const messageInput: JsonObject = Object.freeze({
  type: 'object',
  properties: {
    message: { type: 'string', description: 'What the agent is asked, in words.' },
    data: { description: 'Structured input beside the words.' },
    files: { type: 'array', items: file, maxItems: 20, description: 'Files for the agent.' },
    context_id: { type: 'string', maxLength: 200, description: 'Conversation to go on with, from an earlier output.' },
    task_id: { type: 'string', maxLength: 200, description: 'Task that waits for this input, from an earlier output.' },
  },
  required: ['message'],
  additionalProperties: false,
});

/** Output: what the agent said, and how its task stands. */
export const messageOutput: JsonObject = Object.freeze({
  type: 'object',
  properties: {
    text: { type: 'string', description: 'What the agent said.' },
    data: { type: 'array', description: 'Structured values, in order.' },
    files: { type: 'array', items: file },
    state: {
      type: 'string',
      enum: ['completed', 'input-required', 'auth-required'],
      description: 'input-required: the agent asks something; answer with the same task_id.',
    },
    context_id: { type: 'string' },
    task_id: { type: 'string' },
  },
  required: ['state'],
});

/** True when an operation takes messages as they are and not an object of its own. */
export function takesMessages({ binding }: Operation): boolean {
  return binding.kind === 'a2a' && binding.structured !== true;
}

/** The content of an input of that form. */
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

/** The input of that form for a content that came in as a message. */
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

/** Where in a conversation a message stands. */
export interface MessagePlace {
  contextId?: string;
  taskId?: string;
}

/** The content of an output of that form. */
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
