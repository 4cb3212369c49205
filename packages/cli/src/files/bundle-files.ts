/**
 * Bundles the files that an OpenAPI document on disk references, so that one document is sent. Only files below the
 * folder of the document are read: an untrusted document must not send private files of this machine to a registry.
 */
import { dirname, resolve, sep } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { JsonObject } from '@dragoman/model';
import type { Runtime } from '../terminal/runtime.js';
import { collect, UnreadableFile } from './read-bytes.js';

/** Maximum number of files that a document can reference, and of their bytes. */
const limits = { documents: 5_000, bytes: 64 * 1024 * 1024, concurrency: 8 };

/** A bundled document, and the files it references. */
export interface FileBundle {
  document: JsonObject;
  files: { uri: string; bytes: Uint8Array }[];
}

/** The document with all references bundled; unchanged if it is not OpenAPI or references no files. */
export async function bundleFiles(runtime: Runtime, path: string, document: JsonObject): Promise<JsonObject> {
  return (await openBundle(runtime, path, document)).document;
}

/** Like `bundleFiles`, with the files themselves, named relative to the current directory. */
export async function openBundle(runtime: Runtime, path: string, document: JsonObject): Promise<FileBundle> {
  if (path === '-' || !['openapi', 'swagger'].some((name) => Object.hasOwn(document, name)))
    return { document, files: [] };
  const { bundleDocuments, parseReferenced, withRefused } = await import('@dragoman/core/descriptions');
  const file = resolve(runtime.cwd, path);
  const folder = `${dirname(file)}${sep}`;
  const read = new Map<string, Uint8Array>();
  const bundled = await bundleDocuments(document, pathToFileURL(file).href, {
    limits,
    async fetch(uri) {
      const bytes = await collect(runtime.openFile(pathOf(uri, folder), { below: folder }));
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
  if (!uri.startsWith('file:'))
    throw new UnreadableFile('only local files are bundled; import the document by URL instead');
  const path = fileURLToPath(uri);
  if (!path.startsWith(folder)) throw new UnreadableFile('it is outside the folder of the document');
  return path;
}
