/** Large results of calls over MCP, read part by part. */
import type { JsonValue } from '@dragoman/model';
import { isJsonObject } from '@dragoman/model';
import { clientError } from './dragoman-error.js';
import type { CallOptions, Transport } from './transport.js';

/** Which part of a result to read. */
export interface ResultPartOptions extends CallOptions {
  /** JSON pointer; the whole result by default. */
  pointer?: string;
  /** Items, members or characters to skip. */
  offset?: number;
  /** Maximum characters of the part, as JSON; 40,000 by default. */
  characters?: number;
}

/** A part of a large result. */
export interface LargeResultPart {
  id: string;
  /** When the result is removed. */
  expires_at: string;
  /** Characters of the whole result, as JSON. */
  characters: number;
  pointer: string;
  kind: 'object' | 'array' | 'string' | 'number' | 'boolean' | 'null';
  /** Number of items, members or characters at the pointer. */
  count?: number;
  offset: number;
  length: number;
  /** Third-party content; values that are too large are replaced by a text that names their pointer. */
  value: JsonValue;
  /** Offset of the next part; absent for the last one. */
  next_offset?: number;
}

/** Calls for large results. */
export interface ResultCalls {
  /** Reads a part of a result that this caller got, by the `result_id` that the result names. */
  read(id: string, options?: ResultPartOptions): Promise<LargeResultPart>;
}

/** Creates the calls over a transport. */
export function createResultCalls(transport: Transport): ResultCalls {
  return {
    async read(id, { pointer, offset, characters, ...options } = {}) {
      const query = new URLSearchParams({
        ...(pointer === undefined ? {} : { pointer }),
        ...(offset === undefined ? {} : { offset: String(offset) }),
        ...(characters === undefined ? {} : { characters: String(characters) }),
      });
      const request = { ...options, method: 'GET', to: ['results', id], query, repeatable: true } as const;
      const { body, status } = await transport.send(request);
      if (isJsonObject(body) && typeof body.pointer === 'string' && Object.hasOwn(body, 'value')) {
        return body as unknown as LargeResultPart;
      }
      throw clientError('INVALID_RESPONSE', { message: 'The response is not a part of a result.', status });
    },
  };
}
