/** Rewrites the JSON of a response, for properties that reduce or mark responses. */
import type { JsonValue } from '@dragoman/model';
import { defaultResponseBytes, headerOf, readAnswer, withBody } from './answer.js';

/** A property's change of a response's JSON; undefined leaves the response unchanged. */
export type ChangeJson = (value: JsonValue) => JsonValue | undefined;

/** Which responses are read, by body size. */
export interface RewriteBounds {
  limit?: number;
  least?: number;
  /** True: a response that is nested too deeply to be changed is not sent at all. */
  mustChange?: boolean;
}

/**
 * The response with its JSON changed by `change`. Streams, errors, non-JSON, encoded, oversized, malformed and too
 * deeply nested responses stay unchanged.
 */
export async function rewriteJson(
  answer: Response,
  change: ChangeJson,
  { limit = defaultResponseBytes, least = 0, mustChange = false }: RewriteBounds = {},
): Promise<Response> {
  if (!isPlainJson(answer)) return answer;
  const { response, bytes } = await readAnswer(answer, limit);
  const value = bytes === undefined || bytes.byteLength < least ? undefined : parse(bytes);
  try {
    const changed = value === undefined ? undefined : change(value);
    return changed === undefined ? response : withBody(response, JSON.stringify(changed));
  } catch (thrown) {
    if (mustChange || !(thrown instanceof RangeError)) throw thrown;
    return response;
  }
}

const jsonType = /^\s*application\/(?:json|[\w!#$&^.-]+\+json)\s*(?:;|$)/i;

function isPlainJson(answer: Response): boolean {
  return (
    answer.ok && jsonType.test(headerOf(answer, 'content-type') ?? '') && headerOf(answer, 'content-encoding') === null
  );
}

/** A view, because copying the bytes costs as much as reading them. */
function textOf({ buffer, byteOffset, byteLength }: Uint8Array): string {
  return Buffer.from(buffer, byteOffset, byteLength).toString('utf8');
}

/** An empty body is not JSON: responses to HEAD have none. */
function parse(bytes: Uint8Array): JsonValue | undefined {
  try {
    return JSON.parse(textOf(bytes)) as JsonValue;
  } catch {
    return undefined;
  }
}
