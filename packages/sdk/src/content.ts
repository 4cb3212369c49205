/** Resources and prompts of services: what MCP servers offer besides operations. */
import type { JsonObject } from '@dragoman/model';
import { isJsonObject } from '@dragoman/model';
import { clientError } from './dragoman-error.js';
import type { CallOptions, Incoming, Transport } from './transport.js';

/** A part of a resource; third-party content. */
export interface ResourceContents {
  uri: string;
  mimeType?: string;
  text?: string;
  /** Bytes in Base64. */
  blob?: string;
}

/** A message of a prompt; third-party content. */
export interface PromptMessage {
  role: 'user' | 'assistant';
  /** A text, an image, audio, a resource or a link to one, as in MCP. */
  content: JsonObject;
}

/** A prompt with its arguments filled in. */
export interface FilledPrompt {
  description?: string;
  messages: PromptMessage[];
}

/** Calls for the content of services. */
export interface ContentCalls {
  /** Reads a resource by its URI: a listed one, one of a template, or the target of a link in a result. */
  readResource(id: string, uri: string, options?: CallOptions): Promise<ResourceContents[]>;
  /** Gets the messages of a prompt. */
  getPrompt(
    id: string,
    name: string,
    values?: Readonly<Record<string, string>>,
    options?: CallOptions,
  ): Promise<FilledPrompt>;
}

/** Creates the calls over a transport. */
export function createContentCalls(transport: Transport): ContentCalls {
  const post = (to: string[], body: JsonObject, options: CallOptions) =>
    transport.send({ ...options, method: 'POST', to, body, repeatable: true });
  return {
    async readResource(id, uri, options = {}) {
      const incoming = await post(['agents', id, 'resources', 'read'], { uri }, options);
      return listOf(incoming, 'contents') as unknown as ResourceContents[];
    },
    async getPrompt(id, name, values = {}, options = {}) {
      const incoming = await post(['agents', id, 'prompts', 'get'], { name, arguments: { ...values } }, options);
      listOf(incoming, 'messages');
      return incoming.body as unknown as FilledPrompt;
    },
  };
}

function listOf({ body, status }: Incoming, member: string): readonly unknown[] {
  const list = isJsonObject(body) ? body[member] : undefined;
  if (Array.isArray(list)) return list;
  throw clientError('INVALID_RESPONSE', { message: `The response has no '${member}'.`, status });
}
