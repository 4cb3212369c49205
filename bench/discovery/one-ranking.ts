/**
 * Searches one registry through every face that finds operations, and compares the results. The material is GitHub's
 * description from the corpus, with 100 of its summaries and a paraphrase of each, which nothing was tuned on.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { gunzipSync } from 'node:zlib';
import { createMemoryStore } from '@dragoman/core/engine';
import type { ToolSignature } from '@dragoman/model';
import type { AgentDocument, Client } from '@dragoman/sdk';
import { createClient } from '@dragoman/sdk';
import { createToolsetExecutor } from '@dragoman/sdk/executor';
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

/**
 * The document with the paths of the requested operations, and one in `share` of the others. Without their responses,
 * which are most of the document and do not affect the ranking.
 */
function keepShare(document: ApiDocument, share: number): ApiDocument {
  if (share === 1) return document;
  const asked = new Set(readRequests().map(({ operationId }) => operationId));
  const isAsked = (item: Record<string, unknown>) =>
    Object.values(item).some((value) => asked.has(String((value as { operationId?: unknown }).operationId)));
  const kept = Object.entries(document.paths).filter(([, item], at) => at % share === 0 || isAsked(item));
  const paths = kept.map(([path, item]): [string, Record<string, unknown>] => [path, withoutResponses(item)]);
  return { ...document, paths: Object.fromEntries(paths) };
}

function withoutResponses(item: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(item).map(([name, value]) => [
      name,
      name === 'parameters' ? value : { ...(value as object), responses: {} },
    ]),
  );
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
  const searches = await openSearches(client, fetch);
  // The first request compiles and caches so much that its own meaning may come too late, and words alone rank it.
  await searches.rank('list repositories');
  return { ...searches, close: () => server.close() };
}

async function meaningsReady(fetch: typeof globalThis.fetch): Promise<void> {
  for (;;) {
    const { search } = (await (await fetch(`${origin}/readyz`)).json()) as { search?: { vectors_waiting?: number } };
    if (search?.vectors_waiting === 0) return;
    await new Promise((done) => setTimeout(done, 50));
  }
}

async function openSearches(client: Client, fetch: typeof globalThis.fetch): Promise<Omit<SearchedRegistry, 'close'>> {
  const read: ReadJson = async (path, body) => {
    const init = body === undefined ? {} : { method: 'POST', body: JSON.stringify(body), headers: mcpHeaders };
    const response = await fetch(new URL(path, origin), init);
    if (!response.ok) throw new Error(`${path} answered ${response.status}: ${await response.text()}`);
    return (await response.json()) as never;
  };
  const names = await readNames(client, read);
  const toolset = await openToolset(client);
  const nact = (root: string) => async (text: string) => {
    const { items }: { items: ToolSignature[] } = await read(
      `${root}/tools?pageLimit=${compared}&text=${encodeURIComponent(text)}`,
    );
    return items.map(names.ofTool);
  };
  const searchTools = (limit: number) => async (query: string) => {
    const { tools }: { tools: { tool: string }[] } = await callTool(read, 'search_tools', { query, limit });
    return tools.map(({ tool }) => names.ofMcp(tool));
  };
  const executor = createToolsetExecutor(await client.toolsets.export(toolset), { fetch, allowInsecure: true });
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
      '/tool-choices, toolsets find',
      async (text) => {
        const found: string[] = [];
        for await (const { tool_id: toolId } of client.toolsets.offers({ text })) {
          found.push(names.ofTool({ toolId }));
          if (found.length === compared) break;
        }
        return found;
      },
    ],
    ['N-ACT /tools', nact('')],
    ['N-ACT /agents/{id}/tools', nact('/agents/github')],
    ['N-ACT /toolsets/{id}/tools', nact(`/toolsets/${toolset}`)],
    ['SDK executor', async (text) => (await executor.search({ text }, compared)).map(names.ofTool)],
  ]);
  return { searches, rank: searchTools(reference) };
}

type ReadJson = (path: string, body?: unknown) => Promise<never>;

async function callTool<T>(read: ReadJson, name: string, given: object): Promise<T> {
  const params = { name, arguments: given };
  const answer: { result: { structuredContent?: T; content: { text: string }[] } } = await read('/mcp', {
    jsonrpc: '2.0',
    id: 1,
    method: 'tools/call',
    params,
  });
  const { structuredContent, content } = answer.result;
  // A long result is sent once, as text.
  return structuredContent ?? (JSON.parse(content[0]?.text ?? '') as T);
}

/** A toolset that offers every operation at run time. */
async function openToolset(client: Client): Promise<string> {
  const open = { agents: ['github'], sources: [], tags: [] };
  const { toolset } = await client.toolsets.create({ id: 'all', name: 'All', mode: 'open', tools: [], open });
  return toolset.id;
}

/** The operations by the ids and names of their tools; long names are shortened, each face in its own way. */
interface ToolNames {
  ofTool(tool: Pick<ToolSignature, 'toolId'>): string;
  ofMcp(name: string): string;
}

async function readNames(client: Client, read: ReadJson): Promise<ToolNames> {
  const reading = await client.agents.read('github');
  const listed = reading.outcome === 'read' && Array.isArray(reading.agent.operations) ? reading.agent.operations : [];
  const [byId, byMcpName] = [new Map<string, string>(), new Map<string, string>()];
  for (const { name } of listed) {
    const { toolId }: ToolSignature = await read(`/agents/github/tools/${name}`);
    byId.set(toolId, String(name));
    const described: { name: string } = await callTool(read, 'describe_tool', { agent: 'github', tool: name });
    byMcpName.set(described.name, String(name));
  }
  return {
    ofTool: ({ toolId }) => byId.get(toolId) ?? toolId,
    ofMcp: (name) => byMcpName.get(name) ?? name,
  };
}

const mcpHeaders = {
  'content-type': 'application/json',
  accept: 'application/json, text/event-stream',
  'mcp-protocol-version': '2025-06-18',
};

/** How one search did. */
export interface SearchResult {
  face: string;
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
  { searches, rank }: SearchedRegistry,
  requests: readonly { text: string; operation: string }[],
): Promise<SearchResult[]> {
  const results = [...searches.keys()].map((face) => ({ face, first: 0, found: 0, equal: 0, empty: 0 }));
  for (const { text, operation } of requests) {
    const ranking = await rank(text);
    for (const result of results) {
      const names = (await searches.get(result.face)?.(text)) ?? [];
      if (names[0] === operation) result.first += 1;
      if (names.includes(operation)) result.found += 1;
      if (names.length === 0) result.empty += 1;
      else if (isDeepStrictEqual(names, ranking.slice(0, names.length))) result.equal += 1;
    }
  }
  return results;
}
