/**
 * Brings in the files that an OpenAPI document on disk refers to, so that one document is sent. Only files below the
 * document's own folder are read: a stranger's document must not carry private files of this machine to a registry.
 */
import { dirname, resolve, sep } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { JsonObject } from '@dragoman/model';
import { collect, UnreadableFile } from './read-bytes.js';
import type { Surroundings } from './surroundings.js';

/** Files that one document may bring, and their bytes in all. */
const limits = { documents: 5_000, bytes: 64 * 1024 * 1024, concurrency: 8 };

/** A document with what it refers to, and the files by their places in it. */
export interface FileBundle {
  document: JsonObject;
  files: { uri: string; bytes: Uint8Array }[];
}

/** The document with what it refers to; itself when it is of another kind or refers to no file. */
export async function bundleFiles(surroundings: Surroundings, path: string, document: JsonObject): Promise<JsonObject> {
  return (await openBundle(surroundings, path, document)).document;
}

/** The same with the files themselves, named as seen from where the command runs. */
export async function openBundle(surroundings: Surroundings, path: string, document: JsonObject): Promise<FileBundle> {
  if (path === '-' || !['openapi', 'swagger'].some((name) => Object.hasOwn(document, name)))
    return { document, files: [] };
  const { bundleDocuments, parseReferenced, withRefused } = await import('@dragoman/core/descriptions');
  const file = resolve(surroundings.cwd, path);
  const folder = `${dirname(file)}${sep}`;
  const read = new Map<string, Uint8Array>();
  const bundled = await bundleDocuments(document, pathToFileURL(file).href, {
    limits,
    async fetch(uri) {
      const bytes = await collect(surroundings.openFile(pathOf(uri, folder), { below: folder }));
      read.set(uri, bytes);
      return { value: parseReferenced(uri, bytes), bytes: bytes.byteLength };
    },
  });
  const { refused, addresses } = bundled;
  const files = addresses.map((uri) => ({
    uri: uri.replace(pathToFileURL(folder).href, dirname(path) === '.' ? '' : `${dirname(path)}/`),
    bytes: read.get(uri) ?? new Uint8Array(),
  }));
  const named = refused.map((each) => ({ ...each, uri: each.uri.replace(pathToFileURL(folder).href, '') }));
  return { document: refused.length === 0 ? bundled.document : withRefused(bundled.document, named), files };
}

function pathOf(uri: string, folder: string): string {
  if (!uri.startsWith('file:')) throw new UnreadableFile('only files are read from here; import by address instead');
  const path = fileURLToPath(uri);
  if (!path.startsWith(folder)) throw new UnreadableFile("it lies outside the document's own folder");
  return path;
}
