/**
 * Reads the OpenAPI documents that a workflow file names as sources by path, so that the steps can be
 * checked against them and run. The id of the registered service is derived from the document alone.
 */
import { dirname, join } from 'node:path';
import type { JsonObject, JsonValue } from '@dragoman/model';
import { isJsonObject } from '@dragoman/model';
import type { Runtime } from '../terminal/runtime.js';
import { readDocuments, UnreadableFile } from './read-documents.js';

/** A source that was read from disk. */
export interface ResolvedSource {
  /** As written in the workflow file. */
  url: string;
  /** Id of the service that the document is registered as. */
  agent: string;
  document: JsonObject;
  /** Operations under every name that a step can use. */
  operations: { name: string; inputs: JsonValue }[];
}

/** Reads the sources that are files; throws if one cannot be read, because its steps could not be checked. */
export async function resolveSources(runtime: Runtime, path: string, text: string): Promise<ResolvedSource[]> {
  const { parseDescription } = await import('@dragoman/documents');
  let document: JsonValue;
  try {
    document = parseDescription(Buffer.from(text));
  } catch {
    return [];
  }
  const listed =
    isJsonObject(document) && Array.isArray(document.sourceDescriptions) ? document.sourceDescriptions : [];
  const urls = new Set(listed.flatMap((source) => (isJsonObject(source) ? fileOf(source) : [])));
  const read = await Promise.all([...urls].map((url) => readSource(runtime, path, url)));
  return read.filter((source) => source !== undefined);
}

/** The path of a source that is an OpenAPI file. */
function fileOf({ type, url }: JsonObject): string[] {
  if (typeof url !== 'string' || (type !== undefined && type !== 'openapi')) return [];
  return /^[a-z][a-z0-9+.-]*:/i.test(url) || !/\.(json|ya?ml)$/i.test(url) || url.startsWith('/agents/') ? [] : [url];
}

async function readSource(runtime: Runtime, path: string, url: string): Promise<ResolvedSource | undefined> {
  const { readOpenApi } = await import('@dragoman/core/conversion');
  try {
    const [found] = await readDocuments(runtime, path === '-' ? url : join(dirname(path), url));
    if (found === undefined) return undefined;
    const { document } = found;
    const { value } = readOpenApi(document, {
      at: new Date(runtime.now()).toISOString(),
      strict: false,
      ownOrigins: [],
    });
    if (value?.id === undefined) throw new UnreadableFile('it is not a valid OpenAPI document');
    const operations = value.operations.flatMap(({ name, input, binding }) => {
      const wire = binding.kind === 'http' ? binding.operationId : undefined;
      return [...new Set([wire ?? name, name])].map((each) => ({ name: each, inputs: input }));
    });
    return { url, agent: value.id, document, operations };
  } catch (error) {
    if (!(error instanceof UnreadableFile)) throw error;
    throw new UnreadableFile(`source ${url.slice(0, 200)}: ${error.message}`);
  }
}

/** The workflow document with service ids instead of file paths, as the registry expects it. */
export function nameAgents(document: JsonObject, sources: readonly ResolvedSource[]): JsonObject {
  const agents = new Map(sources.map(({ url, agent }) => [url, agent]));
  const listed = Array.isArray(document.sourceDescriptions) ? document.sourceDescriptions : [];
  const named = listed.map((source) => {
    const agent = isJsonObject(source) && typeof source.url === 'string' ? agents.get(source.url) : undefined;
    return isJsonObject(source) && agent !== undefined
      ? { ...source, url: `/agents/${encodeURIComponent(agent)}` }
      : source;
  });
  return { ...document, sourceDescriptions: named };
}
