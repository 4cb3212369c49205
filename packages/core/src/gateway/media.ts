/**
 * Images, sounds and files in answers. An answer has them as parts in the form of MCP, whatever the protocol of the
 * service; every face writes the parts in its own form. Types are verified where an answer is read.
 */
import type { Diagnostic, JsonObject, JsonValue, Operation } from '@dragoman/model';
import { anyMediaType, checkMediaType, diagnose, isJsonObject, isKnownMedia, isModelImage } from '@dragoman/model';
import type { AnswerOutcome } from './call.js';
import { gatewayDiagnostics } from './diagnostics.js';

/** Header with the media type of an output that is Base64, in lower case. */
export const mediaTypeHeader = 'x-dragoman-media-type';

/** URI of an embedded resource that has none of its own. */
const ownUri = 'urn:dragoman:output';

const partTypes: ReadonlySet<unknown> = new Set(['text', 'image', 'audio', 'resource', 'resource_link']);

/** Bytes that a service declared with a type. */
export interface DeclaredMedia {
  mediaType: string;
  /** Base64. */
  data: string;
  name?: string;
  uri?: string;
}

/** The part for bytes, and the finding when they are not what was declared. */
export function mediaPart(declared: DeclaredMedia, pointer: string): { part: JsonObject; findings: Diagnostic[] } {
  const { data } = declared;
  const { mediaType, found } = checkMediaType(declared.mediaType, data.slice(0, 1000));
  const about = { declared: declared.mediaType.slice(0, 80), found: found ?? '' };
  const findings =
    found === undefined ? [] : [diagnose(gatewayDiagnostics, 'gateway/media-mismatch', { pointer }, about)];
  return { part: partOf({ ...declared, mediaType }), findings };
}

function partOf({ mediaType, data, name, uri }: DeclaredMedia): JsonObject {
  if (isModelImage(mediaType)) return { type: 'image', data, mimeType: mediaType };
  if (isKnownMedia(mediaType, 'audio')) return { type: 'audio', data, mimeType: mediaType };
  const own = name === undefined ? ownUri : `${ownUri}:${encodeURIComponent(name.slice(0, 200))}`;
  return { type: 'resource', resource: { uri: uri ?? own, mimeType: mediaType, blob: data } };
}

/** The parts of a service, with verified types; those that are not what was declared become files. */
export function verifyParts(parts: readonly JsonObject[], findings: Diagnostic[]): JsonObject[] {
  return parts.map((part, at) => {
    const { type, data, mimeType } = part;
    if ((type !== 'image' && type !== 'audio') || typeof data !== 'string' || typeof mimeType !== 'string') return part;
    const { mediaType, found } = checkMediaType(mimeType, data.slice(0, 1000));
    if (found === undefined) return mediaType === mimeType ? part : { ...part, mimeType: mediaType };
    const made = mediaPart({ mediaType: mimeType, data }, `/content/${at}`);
    findings.push(...made.findings);
    return made.part;
  });
}

/** The answer of bytes: Base64, with its type in a header. */
export function toMediaAnswer(answer: AnswerOutcome, raw: Uint8Array, declared: string): AnswerOutcome {
  const data = Buffer.from(raw.buffer, raw.byteOffset, raw.byteLength).toString('base64');
  const { part, findings } = mediaPart({ mediaType: declared, data }, '');
  const { mimeType, resource } = part;
  const type = isJsonObject(resource) ? resource.mimeType : mimeType;
  return {
    ...answer,
    body: data,
    content: [part],
    headers: { ...answer.headers, [mediaTypeHeader]: typeof type === 'string' ? type : anyMediaType },
    findings: [...answer.findings, ...findings],
  };
}

/**
 * The answer with files as parts, after its body as text. A file has `url`, or Base64 in `bytes`, and perhaps `name`
 * and `media_type`.
 */
export function withFiles(answer: AnswerOutcome, files: readonly JsonObject[]): AnswerOutcome {
  if (files.length === 0) return answer;
  const made = files.map((file, at) => filePart(file, `/files/${at}`));
  const text = { type: 'text', text: JSON.stringify(withoutBytes(answer.body ?? null)) };
  return {
    ...answer,
    content: [text, ...made.map(({ part }) => part)],
    findings: [...answer.findings, ...made.flatMap(({ findings }) => findings)],
  };
}

function filePart({ url, bytes, name, media_type: type }: JsonObject, pointer: string): ReturnType<typeof mediaPart> {
  const mediaType = typeof type === 'string' ? type : anyMediaType;
  const named = typeof name === 'string' ? { name } : {};
  if (typeof bytes === 'string') return mediaPart({ mediaType, data: bytes, ...named }, pointer);
  const link = { type: 'resource_link', uri: url ?? '', name: named.name ?? 'file', mimeType: mediaType };
  return { part: link, findings: [] };
}

/** A response of an A2A agent without the bytes of its files, which are parts of the answer. */
export function withoutBytes(body: JsonValue): JsonValue {
  if (!isJsonObject(body) || !Array.isArray(body.files)) return body;
  const files = body.files.map((file) => {
    if (!isJsonObject(file) || typeof file.bytes !== 'string') return file;
    const { bytes: _, ...rest } = file;
    return rest;
  });
  return { ...body, files };
}

/** True when the files of a body are the parts of its answer. */
export function hasFiles(body: JsonValue | undefined, operation: Pick<Operation, 'binding'> | undefined): boolean {
  const binding = operation?.binding;
  const isMessage = binding?.kind === 'a2a' && binding.structured !== true;
  return isMessage && isJsonObject(body) && Array.isArray(body.files);
}

/** The parts of an answer that its body does not contain. */
export function keptContent(
  { body, content }: Pick<AnswerOutcome, 'body' | 'content'>,
  operation: Pick<Operation, 'binding'> | undefined,
): { content?: JsonObject[] } {
  if (content === undefined || typeof body === 'string' || hasFiles(body, operation)) return {};
  const others = content.filter(({ type }) => type !== 'text');
  return others.length === 0 || (isJsonObject(body) && body.content === content) ? {} : { content: others };
}

/** An answer that was stored. */
export interface KeptAnswer {
  body?: JsonValue;
  content?: readonly JsonObject[];
  mediaType?: string | undefined;
}

/** The parts of an answer that was stored; undefined when it has none. */
export function restoreContent(
  { body, content, mediaType }: KeptAnswer,
  operation: Pick<Operation, 'binding'> | undefined,
): JsonObject[] | undefined {
  if (content !== undefined) return [{ type: 'text', text: JSON.stringify(body ?? null) }, ...content];
  if (mediaType !== undefined && typeof body === 'string') return [mediaPart({ mediaType, data: body }, '').part];
  if (hasFiles(body, operation) && isJsonObject(body)) {
    const files = Array.isArray(body.files) ? body.files.filter(isJsonObject) : [];
    const answer: AnswerOutcome = { kind: 'answer', status: 200, body, headers: {}, findings: [], replayed: false };
    return withFiles(answer, files).content;
  }
  if (operation?.binding.kind !== 'mcp' || !isJsonObject(body) || Object.keys(body).length !== 1) return undefined;
  const parts = Array.isArray(body.content) ? body.content.filter(isJsonObject) : [];
  return parts.length > 0 && parts.every(({ type }) => partTypes.has(type)) ? parts : undefined;
}

/** True for an answer whose body is bytes, which a face writes in its own form. */
export function isMedia({ body, headers }: Pick<AnswerOutcome, 'body' | 'headers'>): boolean {
  return typeof body === 'string' && Object.hasOwn(headers, mediaTypeHeader);
}
