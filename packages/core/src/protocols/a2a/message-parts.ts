/**
 * Converts the parts of messages and artifacts of both revisions to one plain value: joined text, data, files. Inputs
 * and outputs of skills without schemas have this form.
 */
import type { JsonObject, JsonValue } from '@dragoman/model';
import { isJsonObject } from '@dragoman/model';
import { memberOf } from './wire.js';

/** The content of a list of parts. */
export interface PartContent {
  /** Texts, joined by empty lines. */
  text?: string;
  /** Structured values, in order. */
  data: JsonValue[];
  files: JsonObject[];
}

/** Reads the parts of either revision; a part of an unknown kind is kept as data. */
export function readParts(parts: JsonValue | undefined): PartContent {
  const content: PartContent = { data: [], files: [] };
  const texts: string[] = [];
  for (const part of Array.isArray(parts) ? parts : []) {
    if (!isJsonObject(part)) continue;
    const text = memberOf(part, 'text');
    const data = memberOf(part, 'data');
    const file = fileOf(part);
    if (typeof text === 'string') texts.push(text);
    else if (data !== undefined) content.data.push(data);
    else content[file === undefined ? 'data' : 'files'].push(file ?? part);
  }
  if (texts.length > 0) content.text = texts.join('\n\n');
  return content;
}

/** A file as inputs and outputs represent it: `url`, or Base64 in `bytes`. */
function fileOf(part: JsonObject): JsonObject | undefined {
  const older = memberOf(part, 'file');
  const holder = isJsonObject(older) ? older : part;
  const url = memberOf(holder, 'url') ?? memberOf(holder, 'uri');
  const bytes = memberOf(holder, 'raw') ?? memberOf(holder, 'bytes');
  if (typeof url !== 'string' && typeof bytes !== 'string') return undefined;
  const name = memberOf(holder, 'filename') ?? memberOf(holder, 'name');
  const type = memberOf(holder, 'mediaType') ?? memberOf(holder, 'mimeType');
  return {
    ...(typeof url === 'string' ? { url } : { bytes: bytes as string }),
    ...(typeof name === 'string' && name !== '' ? { name } : {}),
    ...(typeof type === 'string' && type !== '' ? { media_type: type } : {}),
  };
}

/** Writes a content as parts of 1.0. */
export function writeParts({ text, data, files }: PartContent): JsonObject[] {
  return [
    ...(text === undefined ? [] : [{ text }]),
    ...data.map((value) => ({ data: value, mediaType: 'application/json' })),
    ...files.map(writeFile),
  ];
}

function writeFile(file: JsonObject): JsonObject {
  const { url, bytes, name, media_type: type } = file;
  return {
    ...(typeof url === 'string' ? { url } : { raw: typeof bytes === 'string' ? bytes : '' }),
    ...(typeof name === 'string' ? { filename: name } : {}),
    ...(typeof type === 'string' ? { mediaType: type } : {}),
  };
}

/** Writes the parts of an answer, in the form of MCP, as parts of 1.0; parts that A2A cannot represent become data. */
export function writeContent(content: readonly JsonObject[]): JsonObject[] {
  return content.map((part) => {
    const { type, text, data, mimeType, resource, uri, name } = part;
    if (type === 'text') return { text: text ?? '' };
    if (type === 'image' || type === 'audio') return { raw: data ?? '', mediaType: mimeType ?? '' };
    if (type === 'resource_link')
      return writeFile({ url: uri ?? '', name: name ?? null, media_type: mimeType ?? null });
    if (!isJsonObject(resource)) return { data: part, mediaType: 'application/json' };
    if (typeof resource.text === 'string') return { text: resource.text };
    const file = { bytes: resource.blob ?? '', media_type: resource.mimeType ?? null };
    return writeFile({ ...file, name: fileName(resource.uri) ?? null });
  });
}

/** The last segment of a URI; undefined where there is none. */
function fileName(uri: JsonValue | undefined): string | undefined {
  const [, name] = typeof uri === 'string' ? (/[/:]([^/:?#]+)(?:[?#].*)?$/.exec(uri) ?? []) : [];
  if (name === undefined || name === 'output') return undefined;
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}

/** Converts a 1.0 part to 0.3. */
export function toOlderPart(part: JsonObject): JsonObject {
  const { text, data } = part;
  if (typeof text === 'string') return { kind: 'text', text };
  if (data !== undefined) return { kind: 'data', data: isJsonObject(data) ? data : { value: data } };
  const { url, raw, filename, mediaType } = part;
  return {
    kind: 'file',
    file: {
      ...(typeof url === 'string' ? { uri: url } : { bytes: typeof raw === 'string' ? raw : '' }),
      ...(typeof filename === 'string' ? { name: filename } : {}),
      ...(typeof mediaType === 'string' ? { mimeType: mediaType } : {}),
    },
  };
}
