/** Changes the JSON of an answer on its way out, for the properties that make answers smaller or mark what is in them. */
import type { JsonValue } from '@dragoman/model';
import { headerOf, readAnswer, usualAnswerBytes, withBody } from './answer.js';

/** What a property makes of an answer's JSON; undefined leaves the answer as it is. */
export type ChangeJson = (value: JsonValue) => JsonValue | undefined;

/** Which answers are looked at, by the bytes of their bodies. */
export interface RewriteBounds {
  limit?: number;
  least?: number;
  /** True: an answer that nests too deep to be changed is not given at all. */
  mustChange?: boolean;
}

/**
 * The answer with what `change` makes of its JSON. Streams and answers that are no success, no JSON, coded, above the limit,
 * not well formed or nested deeper than the stack goes are given as they are.
 */
export async function rewriteJson(
  answer: Response,
  change: ChangeJson,
  { limit = usualAnswerBytes, least = 0, mustChange = false }: RewriteBounds = {},
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

/** A view, since a copy of the bytes is as dear as reading them. */
function textOf({ buffer, byteOffset, byteLength }: Uint8Array): string {
  return Buffer.from(buffer, byteOffset, byteLength).toString('utf8');
}

/** An empty body is no JSON either: answers to HEAD have none. */
function parse(bytes: Uint8Array): JsonValue | undefined {
  try {
    return JSON.parse(textOf(bytes)) as JsonValue;
  } catch {
    return undefined;
  }
}
