/** Reads description documents from files and standard input: bounded, UTF-8, JSON, and YAML by the file's name. */
import { resolve } from 'node:path';
import type { JsonObject } from '@dragoman/model';
import { isJsonObject } from '@dragoman/model';
import type { Surroundings } from './surroundings.js';

/** Largest file that is read, in bytes. */
export const largestFile = 64 * 1024 * 1024;

/** A document with where it came from. */
export interface FoundDocument {
  /** `agents.json`, or `agents.json#2` for the third of several. */
  origin: string;
  document: JsonObject;
  /** Characters that it takes as JSON. */
  length: number;
}

/** A file that cannot be used, in words that are safe to show. */
export class UnreadableFile extends Error {
  constructor(message: string, cause?: unknown) {
    super(message, cause === undefined ? {} : { cause });
    this.name = 'UnreadableFile';
  }
}

/** The value in a file, or in standard input for `-`. */
export async function readValue(surroundings: Surroundings, path: string): Promise<unknown> {
  const text = await readText(surroundings, path);
  return /\.ya?ml$/i.test(path) ? parseYaml(text) : parse(text);
}

/** The text of a file, or of standard input for `-`. */
export async function readText(surroundings: Surroundings, path: string): Promise<string> {
  const pieces = path === '-' ? surroundings.stdin : surroundings.openFile(resolve(surroundings.cwd, path));
  return decode(await collect(pieces));
}

/** Workflows are what people write in YAML; a fault of its syntax is told with its place. */
async function parseYaml(text: string): Promise<unknown> {
  const { parseArazzo } = await import('@dragoman/core');
  const { document, diagnostics } = parseArazzo(text);
  if (document !== undefined) return document;
  const [{ message, location } = { message: 'it cannot be read', location: undefined }] = diagnostics;
  const place = location?.start === undefined ? '' : ` (line ${location.start.line}, column ${location.start.column})`;
  throw new UnreadableFile(`${message}${place}`);
}

/** The JSON value in bytes that come piece by piece. */
export async function readPieces(pieces: AsyncIterable<Uint8Array>): Promise<unknown> {
  return parse(decode(await collect(pieces)));
}

/** The documents in a file, or in standard input for `-`: one object, or an array of them. */
export async function readDocuments(surroundings: Surroundings, path: string): Promise<FoundDocument[]> {
  const value = await readValue(surroundings, path);
  const origin = path === '-' ? 'standard input' : path;
  const items = Array.isArray(value) ? value : [value];
  if (items.length === 0) throw new UnreadableFile('the array is empty');
  return items.map((document: unknown, index) => {
    const place = Array.isArray(value) ? `${origin}#${index}` : origin;
    if (!isJsonObject(document)) throw new UnreadableFile(`${place} is not a JSON object`);
    return { origin: place, document, length: lengthOf(document, place) };
  });
}

/** Parsing takes any depth, writing does not. */
function lengthOf(document: JsonObject, place: string): number {
  try {
    return JSON.stringify(document).length;
  } catch (error) {
    throw new UnreadableFile(`${place} is nested too deeply`, error);
  }
}

async function collect(pieces: AsyncIterable<Uint8Array>): Promise<Uint8Array> {
  const parts: Uint8Array[] = [];
  let size = 0;
  try {
    for await (const piece of pieces) {
      size += piece.byteLength;
      if (size > largestFile) throw new UnreadableFile(`it is larger than ${largestFile} bytes`);
      parts.push(piece);
    }
  } catch (error) {
    throw error instanceof UnreadableFile ? error : new UnreadableFile(reasonOf(error), error);
  }
  return Buffer.concat(parts);
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

function reasonOf(error: unknown): string {
  const { code } = error as NodeJS.ErrnoException;
  if (code === 'ENOENT') return 'there is no such file';
  if (code === 'EISDIR') return 'it is a directory';
  if (code === 'EACCES' || code === 'EPERM') return 'it may not be read';
  return `it cannot be read${code === undefined ? '' : ` (${code})`}`;
}
