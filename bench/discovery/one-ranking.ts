/**
 * Searches one registry through every face that finds operations, and compares the results. The material is GitHub's
 * description from the corpus, with 100 of its summaries and a paraphrase of each, which nothing was tuned on.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { createMemoryStore } from '@dragoman/core/engine';
import type { AgentDocument, Client } from '@dragoman/sdk';
import { createClient } from '@dragoman/sdk';
import { createServer, loadConfig } from '@dragoman/server';

/** One operation, its summary, and another wording of the same request. */
interface OperationRequest {
  operationId: string;
  summary: string;
  paraphrase: string;
}

/** Finds operations: their names, best first. */
export type Search = (text: string) => Promise<string[]>;

/** A registry with GitHub's description, and its searches by face. */
export interface SearchedRegistry {
  searches: ReadonlyMap<string, Search>;
  /** The ranking that the searches are compared with: the first 50 of search_tools. */
  rank: Search;
  /** True for an operation that is an N-ACT tool, and for one that is an MCP tool. */
  isTool(operation: string): boolean;
  isListed(operation: string): boolean;
  close(): Promise<void>;
}

/** Number of results of each search, and of the ranking that they are compared with. */
const compared = 5;
const reference = 50;
const origin = 'http://127.0.0.1:4780';

/** The requests in one wording, with the name of the right operation. */
export function requestsBy(wording: 'summary' | 'paraphrase'): { text: string; operation: string }[] {
  return readRequests().map((request) => ({
    text: request[wording],
    operation: request.operationId.replace(/[/-]/g, '_'),
  }));
}

function readRequests(): OperationRequest[] {
  return JSON.parse(
    readFileSync(new URL('fixtures/github-requests.json', import.meta.url), 'utf8'),
  ) as OperationRequest[];
}

type ApiDocument = AgentDocument & { paths: Record<string, Record<string, unknown>> };

/** The document with the paths of the requested operations, and one in `share` of the others. */
function keepShare(document: ApiDocument, share: number): ApiDocument {
  const asked = new Set(readRequests().map(({ operationId }) => operationId));
  const isAsked = (item: Record<string, unknown>) =>
    Object.values(item).some((value) => asked.has(String((value as { operationId?: unknown }).operationId)));
  const kept = Object.entries(document.paths).filter(([, item], at) => at % share === 0 || isAsked(item));
  return { ...document, paths: Object.fromEntries(kept) };
}

/** Opens a registry in this process, with one in `share` of the operations that no request asks for. */
export async function openSearchedRegistry(
  corpus: string,
  { embedder, share = 1 }: { embedder: 'precise' | 'instant'; share?: number },
): Promise<SearchedRegistry> {
  const file = join(corpus, 'openapi', 'big', 'npm-octokit-openapi__api.github.com.json.gz');
  const flags = { 'log-level': 'silent', 'secrets.key': '0'.repeat(64), 'search.embedder': embedder };
  const config = loadConfig({ cwd: '/nowhere', environment: {}, flags });
  const server = await createServer(config, { store: createMemoryStore() });
  const fetch = (input: string | URL | Request, init?: RequestInit) => server.fetch(new Request(input, init));
  const client = createClient({ baseUrl: origin, allowInsecure: true, timeoutMs: 300_000, fetch });
  const document = keepShare(JSON.parse(gunzipSync(readFileSync(file)).toString()) as ApiDocument, share);
  const { results } = await client.imports.create([{ document, curation: { id: 'github' } }]);
  if (results[0]?.id !== 'github') throw new Error(`the import failed: ${JSON.stringify(results[0]?.error)}`);
  await meaningsReady(fetch);
  return { ...(await openSearches(client, fetch)), close: () => server.close() };
}

async function meaningsReady(fetch: typeof globalThis.fetch): Promise<void> {
  for (;;) {
    const { search } = (await (await fetch(`${origin}/readyz`)).json()) as { search?: { vectors_waiting?: number } };
    if (search?.vectors_waiting === 0) return;
    await new Promise((done) => setTimeout(done, 500));
  }
}

async function openSearches(client: Client, fetch: typeof globalThis.fetch): Promise<Omit<SearchedRegistry, 'close'>> {
  const read = async (path: string, body?: unknown) => {
    const init = body === undefined ? {} : { method: 'POST', body: JSON.stringify(body), headers: mcpHeaders };
    const response = await fetch(new URL(path, origin), init);
    if (!response.ok) throw new Error(`${path} answered ${response.status}: ${await response.text()}`);
    return (await response.json()) as never;
  };
  const named = (tools: readonly { name: string }[]) => tools.map(({ name }) => name.replace(/^.*?__/, ''));
  const nact = (root: string) => async (text: string) => {
    const { items }: { items: { name: string }[] } = await read(
      `${root}/tools?pageLimit=${compared}&text=${encodeURIComponent(text)}`,
    );
    return named(items);
  };
  const toOperation = await createToOperation(client);
  const tools = new Set<string>();
  for await (const { name } of client.toolsets.offers()) tools.add(name);
  const { tools: listed }: { tools: { name: string }[] } = await read('/agents/github/mcp/tools');
  const mcpNames = new Set(listed.map(({ name }) => toOperation(name)));
  const searchTools = (limit: number) => async (query: string) => {
    const params = { name: 'search_tools', arguments: { query, limit } };
    const asked = { jsonrpc: '2.0', id: 1, method: 'tools/call', params };
    const answer: { result: { structuredContent: { tools: { tool: string }[] } } } = await read('/mcp', asked);
    return answer.result.structuredContent.tools.map(({ tool }) => toOperation(tool));
  };
  const searches = new Map<string, Search>([
    [
      'resolve',
      async (text) =>
        (await client.agents.resolve({ intent: text, top: compared })).candidates.map(
          ({ invocation }) => invocation?.operation ?? '',
        ),
    ],
    ['MCP search_tools', searchTools(compared)],
    [
      'N-ACT /tool-choices, toolsets find',
      async (text) => {
        const names: string[] = [];
        for await (const { name } of client.toolsets.offers({ text })) {
          names.push(name);
          if (names.length === compared) break;
        }
        return names;
      },
    ],
    ['N-ACT /tools', nact('')],
    ['N-ACT /agents/{id}/tools', nact('/agents/github')],
  ]);
  return {
    searches,
    rank: searchTools(reference),
    isTool: (operation) => tools.has(operation),
    isListed: (operation) => mcpNames.has(operation),
  };
}

const mcpHeaders = {
  'content-type': 'application/json',
  accept: 'application/json, text/event-stream',
  'mcp-protocol-version': '2025-06-18',
};

/** Names of MCP tools are at most 64 characters long, so a few are cut and end with a hash. */
async function createToOperation(client: Client): Promise<(tool: string) => string> {
  const reading = await client.agents.read('github');
  const listed = reading.outcome === 'read' && Array.isArray(reading.agent.operations) ? reading.agent.operations : [];
  const names = listed.flatMap(({ name }) => (typeof name === 'string' ? [name] : []));
  const known = new Set(names);
  return (tool) => (known.has(tool) ? tool : (names.find((name) => name.startsWith(tool.slice(0, 50))) ?? tool));
}

/** How one search did. */
export interface SearchResult {
  face: string;
  /** Requests whose right operation the face offers. */
  possible: number;
  /** Requests whose right operation is first, and in the first five. */
  first: number;
  found: number;
  /** Requests whose results are the first ones of the ranking, in its order. */
  equal: number;
  /** Requests without results; only resolve abstains. */
  empty: number;
}

/** Sends every request to every search. */
export async function compareSearches(
  { searches, rank, isTool, isListed }: SearchedRegistry,
  requests: readonly { text: string; operation: string }[],
): Promise<SearchResult[]> {
  const results = [...searches.keys()].map((face) => ({ face, possible: 0, first: 0, found: 0, equal: 0, empty: 0 }));
  for (const { text, operation } of requests) {
    const ranking = await rank(text);
    for (const result of results) {
      const names = (await searches.get(result.face)?.(text)) ?? [];
      const isOffered = result.face.includes('N-ACT') ? isTool : result.face.includes('MCP') ? isListed : () => true;
      const offered = ranking.filter(isOffered);
      if (isOffered(operation)) result.possible += 1;
      if (names[0] === operation) result.first += 1;
      if (names.includes(operation)) result.found += 1;
      if (names.length === 0) result.empty += 1;
      else if (names.filter(isListed).every((name, at) => at >= offered.length || name === offered[at]))
        result.equal += 1;
    }
  }
  return results;
}
