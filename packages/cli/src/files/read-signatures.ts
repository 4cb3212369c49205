/** Reads the tool signatures of a provider from the module that defines them, a document, or the running API. */
import type { JsonObject, ToolSignature } from '@dragoman/model';
import { checkSignature, isJsonObject } from '@dragoman/model';
import { UsageError } from '../command/usage-error.js';
import type { Runtime } from '../terminal/runtime.js';
import { loadExport } from './load-export.js';
import { readOrRefuse, readPieces, readValue } from './read-documents.js';

/** The tools of a provider. */
export interface PublishedTools {
  signatures: ToolSignature[];
  /** True when older versions are missing. */
  latestOnly: boolean;
  /** One message per invalid signature. */
  faults: string[];
}

/** Maximum number of pages of a list, and of tools in total. */
const mostPages = 1_000;
const mostTools = 20_000;

/** Reads `<module>`, `<file>.json`, `-` or a URL. */
export async function readSignatures(
  runtime: Runtime,
  source: string,
  token: string | undefined,
): Promise<PublishedTools> {
  if (/^https?:\/\//i.test(source)) return checked(await fetchAll(runtime, source, token), false);
  if (source === '-' || source.endsWith('.json')) {
    const document = await readOrRefuse(source, () => readValue(runtime, source));
    const items = isJsonObject(document) ? (document.items ?? soleTool(document)) : document;
    if (!Array.isArray(items))
      throw new UsageError(`${source} must be a list of N-ACT tool signatures, or an object with "items"`);
    return checked(items, isJsonObject(document));
  }
  return checked(await loadTools(runtime, source), false);
}

/** A single signature counts as a list of one. */
function soleTool(document: JsonObject): JsonObject[] | undefined {
  return Object.hasOwn(document, 'toolId') ? [document] : undefined;
}

function checked(items: readonly unknown[], latestOnly: boolean): PublishedTools {
  const results = items.map((item) => ({ item, ...checkSignature(item) }));
  const faults = results.flatMap(({ item, diagnostics }) =>
    diagnostics
      .filter(({ severity }) => severity === 'error')
      .map(({ location, message }) => `${nameOf(item)}${location?.pointer ?? ''}: ${message}`),
  );
  const signatures = results.flatMap(({ value }) => value ?? []);
  return { signatures, latestOnly, faults: [...faults, ...duplicates(signatures)] };
}

/** Reports versions that occur twice, and names that two tools share. */
function duplicates(signatures: readonly ToolSignature[]): string[] {
  const versions = new Set<string>();
  const owners = new Map<string, string>();
  return signatures.flatMap(({ toolId, name, version }) => {
    const key = `${toolId}/${version}`;
    const again = versions.has(key) ? [`${name}: version ${version} occurs twice`] : [];
    const taken = (owners.get(name) ?? toolId) === toolId ? [] : [`${name}: two tools have this name`];
    versions.add(key);
    owners.set(name, toolId);
    return [...again, ...taken];
  });
}

function nameOf(item: unknown): string {
  return isJsonObject(item) && typeof item.name === 'string' ? item.name : '(no name)';
}

/** A module exports its tools as `tools` or as its default export; each tool has its signatures. */
async function loadTools(runtime: Runtime, path: string): Promise<unknown[]> {
  const tools = await loadExport(runtime, path, 'tools');
  const signatures = Array.isArray(tools) ? tools.map((tool: { signatures?: unknown }) => tool?.signatures) : [];
  if (!Array.isArray(tools) || !signatures.every(Array.isArray)) {
    throw new UsageError(`${path} must export "tools" (or a default export): an array of results of defineTool`);
  }
  return signatures.flat();
}

/** All versions of all tools at an N-ACT root or its list of tools. */
async function fetchAll(runtime: Runtime, source: string, token: string | undefined): Promise<unknown[]> {
  const root = source.replace(/\/+$/, '');
  const list = root.endsWith('/tools') ? root : `${root}/tools`;
  const tools = await fetchList(runtime, list, token);
  const all: unknown[] = [];
  for (const tool of tools) {
    const { toolId, currentVersion } = isJsonObject(tool) ? tool : {};
    const older = typeof toolId === 'string' && currentVersion !== 1;
    const address = `${list}/${encodeURIComponent(String(toolId))}/versions`;
    all.push(...(older ? await fetchList(runtime, address, token) : [tool]));
  }
  return all;
}

async function fetchList(runtime: Runtime, address: string, token: string | undefined): Promise<unknown[]> {
  const items: unknown[] = [];
  const seen = new Set<string>();
  for (let next: string | undefined; ; ) {
    const cursor = next === undefined ? '' : `?pageCursor=${encodeURIComponent(next)}`;
    const page = await fetchPage(runtime, `${address}${cursor}`, token);
    if (!Array.isArray(page.items))
      throw new UsageError(`${address} is not an N-ACT list: the response has no "items"`);
    items.push(...page.items);
    const following: unknown = isJsonObject(page.paging) ? page.paging.next : undefined;
    if (typeof following !== 'string' || following === '') return items;
    if (seen.has(following))
      throw new UsageError(`${address} returned the same cursor twice, so the list would never end`);
    seen.add(following);
    if (seen.size >= mostPages || items.length > mostTools) throw new UsageError(`${address} has too many pages`);
    next = following;
  }
}

async function fetchPage({ fetch, signal }: Runtime, address: string, token: string | undefined): Promise<JsonObject> {
  const headers = { accept: 'application/json', ...(token === undefined ? {} : { authorization: `Bearer ${token}` }) };
  const response = await fetch(address, { headers, signal }).catch((error: unknown) => {
    throw new UsageError(`${address} does not respond: ${error instanceof Error ? error.message : String(error)}`);
  });
  const { body } = response;
  if (!response.ok || body === null) throw new UsageError(`${address} responded with ${response.status}`);
  const page = await readOrRefuse(address, () => readPieces(body));
  return isJsonObject(page) ? page : {};
}
