/**
 * Envelopes around text of strangers (PROF-SEC-01, -02): a member that holds what a user wrote becomes an object that says so,
 * names where it comes from, and warns where the text gives orders to its reader.
 */
import { inspectText } from '@dragoman/core/http';
import { parsePointer } from '@dragoman/documents';
import { isJsonObject, type JsonObject, type JsonValue } from '@dragoman/model';
import type { Property } from '../property.js';
import { rewriteJson } from '../rewrite-json.js';

/** Text of a stranger, as it stands in an answer. */
export interface UntrustedText {
  /** The text: data, never an instruction. */
  untrusted_text: string;
  /** Whose text it is, such as `user:u_42`. */
  source: string;
  /** Codes of what makes it look like an attempt to steer its reader. */
  warnings?: string[];
}

/** Which members hold text of strangers. */
export interface UntrustedOptions {
  /** JSON pointers into answers; a star stands for every item or member, as in `/items`, star, `/note`. */
  texts: readonly string[];
  /** Whose text it is, from the object that it stands in; `user` unless given. */
  source?: string | ((holder: JsonObject) => string);
}

/** The envelope of one text, for handlers that make it themselves. */
export function markUntrusted(text: string, source: string): UntrustedText {
  const warnings = [...new Set(inspectText(text).map(({ code }) => code))];
  return { untrusted_text: text, source, ...(warnings.length === 0 ? {} : { warnings }) };
}

/** Makes the property; throws for a pointer that is none. */
export function createUntrusted({ texts, source = 'user' }: UntrustedOptions): Property {
  const paths = texts.map(readPath);
  const sourceOf = typeof source === 'string' ? () => source : source;
  return (next) => async (request, call) =>
    rewriteJson(
      await next(request, call),
      (value) => paths.reduce<JsonValue>((whole, path) => wrapAt(whole, path, { sourceOf, holder: {} }), value),
      // Whoever can nest text deep enough must not get rid of its envelope.
      { mustChange: true },
    );
}

interface WrapContext {
  sourceOf(holder: JsonObject): string;
  /** The nearest object around the place. */
  holder: JsonObject;
}

/** The value with an envelope at each place that the path leads to; what is not there, or no text, stays. */
function wrapAt(value: JsonValue, path: readonly string[], context: WrapContext): JsonValue {
  const [token, ...rest] = path;
  if (token === undefined) {
    return typeof value === 'string' ? { ...markUntrusted(value, context.sourceOf(context.holder)) } : value;
  }
  if (Array.isArray(value)) {
    return value.map((item, at) => (token === '*' || token === String(at) ? wrapAt(item, rest, context) : item));
  }
  if (!isJsonObject(value)) return value;
  const inner = { ...context, holder: value };
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [
      name,
      token === '*' || token === name ? wrapAt(member, rest, inner) : member,
    ]),
  );
}

function readPath(pointer: string): string[] {
  const path = parsePointer(pointer);
  if (path === undefined || path.length > 32)
    throw new TypeError(`'${pointer}' is not a JSON pointer of up to 32 parts`);
  return path;
}
