/** Changes the JSON of an answer on its way out, for the properties that make answers smaller or mark what is in them. */
import type { JsonValue } from '@dragoman/model';
import { readAnswer, usualAnswerBytes, withBody } from './answer.js';

/** What a property makes of an answer's JSON; undefined leaves the answer as it is. */
export type ChangeJson = (value: JsonValue) => JsonValue | undefined;

/** Which answers are looked at, by the bytes of their bodies. */
export interface RewriteBounds {
  limit?: number;
  least?: number;
}

/**
 * The answer with what `change` makes of its JSON. Streams and answers that are no success, no JSON, coded, above the limit
 * or not well formed are given as they are.
 */
export async function rewriteJson(
  answer: Response,
  change: ChangeJson,
  { limit = usualAnswerBytes, least = 0 }: RewriteBounds = {},
): Promise<Response> {
  if (!isPlainJson(answer)) return answer;
  const { response, bytes } = await readAnswer(answer, limit);
  const value = bytes === undefined || bytes.byteLength < least ? undefined : parse(bytes);
  const changed = value === undefined ? undefined : change(value);
  return changed === undefined ? response : withBody(response, JSON.stringify(changed));
}

const jsonType = /^\s*application\/(?:json|[\w!#$&^.-]+\+json)\s*(?:;|$)/i;

function isPlainJson({ ok, headers }: Response): boolean {
  return ok && jsonType.test(headers.get('content-type') ?? '') && !headers.has('content-encoding');
}

/** An empty body is no JSON either: answers to HEAD have none. */
function parse(bytes: Uint8Array): JsonValue | undefined {
  try {
    return JSON.parse(Buffer.from(bytes).toString('utf8')) as JsonValue;
  } catch {
    return undefined;
  }
}
