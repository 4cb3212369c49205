/**
 * Images, sounds and files in outputs of services. A declared type is verified by the first bytes, because readers
 * decode images and model APIs reject a whole request for a wrong type. Runs in browsers.
 */
import { isJsonObject } from './json.js';

/** An image, a sound or a file. */
export interface Media {
  mediaType: string;
  /** Base64. */
  data: string;
  name?: string;
}

/** Media in an output. */
export interface FoundMedia extends Media {
  /** JSON pointer of the data in the output. */
  pointer: string;
  /** Size of the decoded data. */
  bytes: number;
}

/** The verified type of a content. */
export interface MediaCheck {
  mediaType: string;
  /** What the content is instead of the declared image, sound or document; then it is a file of any type. */
  found?: string;
}

/** Types with their first bytes, as characters of one byte each; `?` stands for any byte. */
const signatures: readonly (readonly [mediaType: string, ...starts: string[]])[] = [
  ['image/png', '\x89PNG\r\n\x1a\n'],
  ['image/jpeg', '\xff\xd8\xff'],
  ['image/gif', 'GIF87a', 'GIF89a'],
  ['image/webp', 'RIFF????WEBP'],
  ['image/avif', '????ftypavif', '????ftypavis'],
  ['image/heic', '????ftyphei', '????ftypmif1', '????ftypmsf1'],
  ['image/bmp', 'BM'],
  ['image/tiff', 'II*\0', 'MM\0*'],
  ['audio/wav', 'RIFF????WAVE'],
  ['audio/flac', 'fLaC'],
  ['audio/ogg', 'OggS'],
  ['audio/webm', '\x1aE\xdf\xa3'],
  ['audio/mp4', '????ftyp'],
  ['audio/aac', '\xff\xf1', '\xff\xf9'],
  ['audio/mpeg', 'ID3', '\xff\xfb', '\xff\xf3', '\xff\xf2', '\xff\xfa', '\xff\xe3'],
  ['application/pdf', '%PDF-'],
];

const aliases: Readonly<Record<string, string>> = {
  'image/jpg': 'image/jpeg',
  'image/x-png': 'image/png',
  'image/x-ms-bmp': 'image/bmp',
  'audio/mp3': 'audio/mpeg',
  'audio/x-wav': 'audio/wav',
  'audio/wave': 'audio/wav',
  'audio/x-flac': 'audio/flac',
  'audio/x-m4a': 'audio/mp4',
  'audio/m4a': 'audio/mp4',
};

/** Type of a content of which nothing else is known. */
export const anyMediaType = 'application/octet-stream';

/** Characters of Base64 that hold the first bytes. */
const startCharacters = 400;

/** Maximum number of parts of an output that are searched for media. */
const maxParts = 1000;

/** Image types that every model API with images accepts. */
const modelImages: ReadonlySet<string> = new Set(['image/png', 'image/jpeg', 'image/gif', 'image/webp']);

/** True for a type that model APIs accept as an image. */
export function isModelImage(mediaType: string): boolean {
  return modelImages.has(mediaType);
}

/** The type of a content that was declared with one; `start` is its beginning in Base64. */
export function checkMediaType(declared: string, start: string): MediaCheck {
  const given = declared.split(';')[0]?.trim().toLowerCase() ?? '';
  const mediaType = aliases[given] ?? (/^[\w.+-]+\/[\w.+-]+$/.test(given) ? given : anyMediaType);
  const text = decodeStart(start);
  const row = signatures.find(([type]) => type === mediaType);
  if (row !== undefined && begins(text, row)) return { mediaType };
  const [family = ''] = mediaType.split('/');
  if (row === undefined && family !== 'image' && family !== 'audio') return { mediaType };
  const other = signatures.find((each) => begins(text, each))?.[0];
  // Services often confuse types of one family.
  if (other?.startsWith(`${family}/`) === true) return { mediaType: other };
  if (row === undefined && markupOf(text) === undefined && other === undefined) return { mediaType };
  return { mediaType: anyMediaType, found: other ?? markupOf(text) ?? `not ${mediaType}` };
}

function begins(text: string, [, ...starts]: (typeof signatures)[number]): boolean {
  return starts.some((start) => [...start].every((character, at) => character === '?' || character === text[at]));
}

function markupOf(text: string): string | undefined {
  const start = text.replace(/^\xef\xbb\xbf/, '').trimStart();
  if (/^<(?:!doctype\s+html|html|head|body|script)\b/i.test(start)) return 'HTML';
  if (/^<(?:svg|[?!])/i.test(start)) return /<svg\b/i.test(start) ? 'SVG' : 'XML';
  return /^[[{<]/.test(start) ? 'text' : undefined;
}

function decodeStart(data: string): string {
  try {
    return atob(data.slice(0, startCharacters));
  } catch {
    return '';
  }
}

/** True for a verified image or sound. */
export function isKnownMedia(mediaType: string, family: 'image' | 'audio'): boolean {
  return mediaType.startsWith(`${family}/`) && signatures.some(([type]) => type === mediaType);
}

/** Number of bytes of a Base64 text; undefined when it is not one. */
export function base64Bytes(data: string): number | undefined {
  const text = /\s/.test(data) ? data.replaceAll(/\s/g, '') : data;
  if (!/^[A-Za-z0-9+/]*={0,2}$/.test(text)) return undefined;
  const digits = text.endsWith('==') ? text.length - 2 : text.endsWith('=') ? text.length - 1 : text.length;
  return digits % 4 === 1 ? undefined : Math.floor((digits * 3) / 4);
}

/** A media item for readers: `image/png, 12,345 bytes`. */
export function describeMedia({ mediaType, bytes, name }: Pick<FoundMedia, 'mediaType' | 'bytes' | 'name'>): string {
  const size = `${mediaType}, ${bytes.toLocaleString('en-US')} bytes`;
  return name === undefined ? size : `${name.slice(0, 80)} (${size})`;
}

/**
 * The media in an output: the output itself when `mediaType` says so, parts of an MCP result (`content`), and files of
 * an A2A response (`files`).
 */
export function findMedia(output: unknown, mediaType?: string): FoundMedia[] {
  if (typeof output === 'string') return mediaType === undefined ? [] : found({ mediaType, data: output }, '');
  if (!isJsonObject(output)) return [];
  const { content, files } = output;
  return [
    ...listOf(content).flatMap((part, at) => findInPart(part, `/content/${at}`)),
    ...listOf(files).flatMap((file, at) => findInFile(file, `/files/${at}`)),
  ];
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value.slice(0, maxParts) : [];
}

function findInPart(part: unknown, at: string): FoundMedia[] {
  if (!isJsonObject(part)) return [];
  const { type, data, mimeType, resource } = part;
  if (type === 'image' || type === 'audio') return found({ mediaType: mimeType, data }, `${at}/data`);
  if (type !== 'resource' || !isJsonObject(resource)) return [];
  const name = nameOf(resource.uri);
  return found({ mediaType: resource.mimeType, data: resource.blob, name }, `${at}/resource/blob`);
}

function findInFile(file: unknown, at: string): FoundMedia[] {
  if (!isJsonObject(file)) return [];
  return found({ mediaType: file.media_type, data: file.bytes, name: file.name }, `${at}/bytes`);
}

function found({ mediaType = anyMediaType, data, name }: Partial<Record<keyof Media, unknown>>, pointer: string) {
  const bytes = typeof data === 'string' ? base64Bytes(data) : undefined;
  if (typeof data !== 'string' || bytes === undefined || typeof mediaType !== 'string') return [];
  const named = typeof name === 'string' && name !== '' ? { name: name.slice(0, 255) } : {};
  return [{ mediaType: checkMediaType(mediaType, data).mediaType, data, ...named, pointer, bytes }];
}

function nameOf(uri: unknown): string | undefined {
  if (typeof uri !== 'string' || !URL.canParse(uri)) return undefined;
  return new URL(uri).pathname.split('/').at(-1) || undefined;
}
