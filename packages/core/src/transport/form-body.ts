/**
 * Reads a form with limits (RFC 7578): text fields as they are, files as base64, since the inputs of a call are JSON.
 */
import type { JsonObject, JsonValue } from '@dragoman/model';
import { Failure } from '@dragoman/model';
import type { BodySource } from './json-body.js';
import { readBodyBytes } from './json-body.js';

/** One part of a form. */
export interface FormPart {
  name: string;
  /** The text, or base64 of a file's bytes. */
  text: string;
  isFile: boolean;
}

/** Maximum number of parts of one form. */
const maxParts = 1_000;

/** True for `multipart/form-data`, whatever its boundary. */
export function isFormType(contentType: string | null): boolean {
  return contentType !== null && /^multipart\/form-data\s*(?:;|$)/i.test(contentType);
}

/** The parts of the request's body; rejects invalid and large bodies with 400 and 413. */
export async function readFormParts(request: BodySource, limits: { bytes: number }): Promise<FormPart[]> {
  const bytes = await readBodyBytes(request, limits.bytes);
  const type = request.headers.get('content-type') ?? '';
  const form = await new Response(bytes, { headers: { 'content-type': type } }).formData().catch((cause: unknown) => {
    throw unreadable('The body cannot be read as a form: check its boundary and that it is complete.', cause);
  });
  const parts = [...form];
  if (parts.length > maxParts) throw unreadable(`The form has ${parts.length} parts; the maximum is ${maxParts}.`);
  return Promise.all(
    parts.map(async ([name, value]) =>
      typeof value === 'string'
        ? { name, text: value, isFile: false }
        : { name, text: Buffer.from(await value.arrayBuffer()).toString('base64'), isFile: true },
    ),
  );
}

function unreadable(message: string, cause?: unknown): Failure {
  return new Failure('INVALID_INPUT', { message, cause });
}

/** The parts as members; a repeated name has all its values, in order. */
export function joinParts(parts: readonly FormPart[], toValue: (part: FormPart) => JsonValue): JsonObject {
  const values = new Map<string, JsonValue[]>();
  for (const part of parts) values.set(part.name, [...(values.get(part.name) ?? []), toValue(part)]);
  // From entries, so that a name such as `__proto__` becomes an ordinary member.
  return Object.fromEntries([...values].map(([name, all]) => [name, all.length === 1 ? (all[0] ?? null) : all.flat()]));
}
