/** Reads documents from files and standard input, up to a size limit: UTF-8 JSON, or YAML by file name. */
import { resolve } from 'node:path';
import type { JsonObject, JsonValue } from '@dragoman/model';
import { isJsonObject, toFailure } from '@dragoman/model';
import type { Runtime } from '../terminal/runtime.js';
import { bundleFiles } from './bundle-files.js';
import { collect, UnreadableFile } from './read-bytes.js';

export { largestFile, readOrRefuse, UnreadableFile } from './read-bytes.js';

/** A document with its origin. */
export interface FoundDocument {
  /** `agents.json`, or `agents.json#2` for the third of several. */
  origin: string;
  document: JsonObject;
  /** Length as JSON, in characters. */
  length: number;
}

/** The value in a file, or in standard input for `-`. */
export async function readValue(runtime: Runtime, path: string): Promise<unknown> {
  return parseValue(path, await readText(runtime, path));
}

function parseValue(path: string, text: string): unknown {
  if (isAgis(path, text)) return parseAgisText(text, path);
  return isYaml(path, text) ? parseDescribed(text) : parse(text);
}

/** The text of a file, or of standard input for `-`. */
export async function readText(runtime: Runtime, path: string): Promise<string> {
  return decode(await readBytes(runtime, path));
}

/** The bytes of a file, or of standard input for `-`, whatever they are. */
export function readBytes(runtime: Runtime, path: string): Promise<Uint8Array> {
  return collect(path === '-' ? runtime.stdin : runtime.openFile(resolve(runtime.cwd, path)));
}

/** Parses a YAML description; reports syntax errors and duplicate keys with their location. */
async function parseDescribed(text: string): Promise<unknown> {
  const { parseDescription } = await import('@dragoman/documents');
  try {
    return parseDescription(Buffer.from(text));
  } catch (error) {
    throw new UnreadableFile(toFailure(error).message, error);
  }
}

/** Parses an AGIS document in any of its three syntaxes; reports errors with their location. */
export async function parseAgisText(text: string, uri: string): Promise<JsonValue> {
  const { parseAgis } = await import('@dragoman/agis');
  const { value, diagnostics } = parseAgis(new TextEncoder().encode(text), { uri });
  if (value !== undefined) return value.document;
  const [first] = diagnostics;
  const start = first?.location.start;
  const place = start === undefined ? '' : ` (line ${start.line}, column ${start.column})`;
  throw new UnreadableFile(`${first?.message ?? 'it cannot be parsed'}${place}`);
}

function isAgis(path: string, text: string): boolean {
  return /\.agis(\.(ya?ml|json))?$/i.test(path) || (path === '-' && /^\s*agis:/.test(text));
}

/** Standard input has no file name, so the first line decides. */
function isYaml(path: string, text: string): boolean {
  return /\.ya?ml$/i.test(path) || (path === '-' && /^\s*(---|#|[A-Za-z_][\w.-]*:(\s|$))/.test(text));
}

/** Parses JSON from chunks. */
export async function readPieces(pieces: AsyncIterable<Uint8Array>): Promise<unknown> {
  return parse(decode(await collect(pieces)));
}

/** The documents in a file, or in standard input for `-`: one object, or an array of objects. */
export async function readDocuments(runtime: Runtime, path: string): Promise<FoundDocument[]> {
  const text = await readText(runtime, path);
  const value = await parseValue(path, text);
  const origin = path === '-' ? 'standard input' : path;
  const items = Array.isArray(value) ? value : [value];
  if (items.length === 0) throw new UnreadableFile('the array is empty');
  // The registry rejects duplicate keys, which JSON.parse would drop silently.
  if (!isYaml(path, text) && items.some(isOpenApi)) await parseDescribed(text);
  const found: FoundDocument[] = [];
  for (const [index, item] of items.entries()) {
    const place = Array.isArray(value) ? `${origin}#${index}` : origin;
    if (!isJsonObject(item)) throw new UnreadableFile(`${place} is not a JSON object`);
    const document = await bundleFiles(runtime, path, item);
    found.push({ origin: place, document, length: lengthOf(document, place) });
  }
  return found;
}

function isOpenApi(value: unknown): boolean {
  return isJsonObject(value) && ['openapi', 'swagger'].some((name) => Object.hasOwn(value, name));
}

/** Parsing accepts any depth; serializing does not. */
function lengthOf(document: JsonObject, place: string): number {
  try {
    return JSON.stringify(document).length;
  } catch (error) {
    throw new UnreadableFile(`${place} is nested too deeply`, error);
  }
}

function decode(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch (error) {
    throw new UnreadableFile('it is not UTF-8', error);
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch (error) {
    throw new UnreadableFile(`it is not JSON: ${(error as Error).message}`, error);
  }
}
