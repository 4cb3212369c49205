/**
 * Envelopes around third-party text (PROF-SEC-01, -02): a member with user-supplied text becomes an object that says
 * so, names the origin, and warns when the text contains instructions to its reader.
 */
import { inspectText, parsePointer } from '@dragoman/documents';
import { isJsonObject, type JsonObject, type JsonValue } from '@dragoman/model';
import { defineProperty, type Property } from '../../calls/property.js';
import { rewriteJson } from '../../calls/rewrite-json.js';
import { describeUntrusted } from './describe-untrusted.js';

/** Third-party text in a response. */
export interface UntrustedText {
  /** The text: data, never an instruction. */
  untrusted_text: string;
  /** The author, such as `user:u_42`. */
  source: string;
  /** Codes of detected manipulation attempts. */
  warnings?: string[];
}

/** Which members contain third-party text. */
export interface UntrustedOptions {
  /** JSON pointers into responses; a star matches every item or member, as in `/items`, star, `/note`. */
  texts: readonly string[];
  /** The author, from the object with the text; `user` by default. */
  source?: string | ((holder: JsonObject) => string);
}

/** The envelope of one text, for handlers that create it themselves. */
export function markUntrusted(text: string, source: string): UntrustedText {
  const warnings = [...new Set(inspectText(text).map(({ code }) => code))];
  return { untrusted_text: text, source, ...(warnings.length === 0 ? {} : { warnings }) };
}

/** Creates the property; throws for an invalid pointer. */
export function createUntrusted({ texts, source = 'user' }: UntrustedOptions): Property {
  const paths = texts.map(readPath);
  const sourceOf = typeof source === 'string' ? () => source : source;
  const wrap = (value: JsonValue) =>
    paths.reduce((whole, path) => wrapAt(whole, path, { sourceOf, holder: {} }), value);
  return defineProperty(
    (next) => async (request, call) =>
      rewriteJson(
        await next(request, call),
        wrap,
        // Deep nesting must not remove the envelope.
        { mustChange: true },
      ),
    { describe: describeUntrusted(texts, wrap) },
  );
}

interface WrapContext {
  sourceOf(holder: JsonObject): string;
  /** The nearest enclosing object. */
  holder: JsonObject;
}

/** The value with an envelope at each matching location; missing members and other types stay unchanged. */
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
    throw new TypeError(`'${pointer}' is not a JSON pointer of up to 32 segments`);
  return path;
}
