/** Calls for registered services: register, replace, read, remove, restore, versions, list, search, invoke. */
import type { JsonObject } from '@dragoman/model';
import { isJsonObject } from '@dragoman/model';
import type {
  AgentConditions,
  AgentDocument,
  AgentSearch,
  AgentSearchResult,
  AgentSummary,
  RegisteredAgent,
} from './agent-document.js';
import type { CatalogueOperationCalls } from './catalogue-operations.js';
import { createCatalogueOperationCalls } from './catalogue-operations.js';
import type { CatalogueServiceCalls } from './catalogue-services.js';
import { createCatalogueServiceCalls } from './catalogue-services.js';
import type { ContentCalls } from './content.js';
import { createContentCalls } from './content.js';
import { clientError } from './dragoman-error.js';
import type { EffectCalls } from './effects.js';
import { createEffectCalls } from './effects.js';
import type { HeldTextCalls } from './held-texts.js';
import { createHeldTextCalls } from './held-texts.js';
import type { Invoke, InvokeBatch } from './invoke.js';
import { createInvoke } from './invoke.js';
import type { CertificateFetch } from './invoke-direct.js';
import type { OperationViewCalls } from './operation-view.js';
import { createOperationViewCalls } from './operation-view.js';
import type { OperationCalls } from './operations.js';
import type { PageRequest } from './pages.js';
import { walkPages } from './pages.js';
import type { CallPreparation, PreparedCall } from './prepare-call.js';
import { prepareCall } from './prepare-call.js';
import { listOf, readHits } from './read-hits.js';
import type { RepairCalls } from './repairs.js';
import { createRepairCalls } from './repairs.js';
import type { ResolveCalls } from './resolve.js';
import { createResolveCalls } from './resolve.js';
import { searchRequest } from './search-request.js';
import type { CallOptions, Incoming, Transport } from './transport.js';
import type { VerificationCalls } from './verification.js';
import { createVerificationCalls } from './verification.js';

/** Similarities between a service and others. */
export interface AgentFindings {
  id: string;
  status: string;
  /** True while it waits for an administrator's approval. */
  held: boolean;
  findings: { code: string; pointer: string; agent: string; name: string }[];
}

/** A service in its current state. */
export interface StoredAgent {
  agent: RegisteredAgent;
  /** ETag of this state, for `ifMatch` and `etag`; absent when the registry sends none. */
  etag?: string;
}

/** The result of a registration. */
export interface Registration extends StoredAgent {
  /** True for a new service, false when one with this id was replaced. */
  created: boolean;
}

/** The result of a read: the service, or that it has not changed. */
export type AgentReading =
  | ({ outcome: 'read'; lastModified?: string } & StoredAgent)
  | { outcome: 'unchanged'; etag: string };

/** One stored version of a service. */
export interface AgentVersion {
  revision: number;
  action: string;
  actor: string;
  at: string;
  [member: string]: unknown;
}

/** A stored version with its metadata. */
export type VersionContent = AgentVersion & { agent: RegisteredAgent };

/** Change the service only if it still has this ETag. */
export interface ChangeOptions extends CallOptions {
  ifMatch?: string;
}

/** List filters. */
export interface ListOptions extends AgentConditions, CallOptions {
  /** Page size; all pages are followed. */
  pageSize?: number;
  /** Only public services, regardless of the caller. */
  publicOnly?: boolean;
}

/** Calls for registered services. */
export interface AgentCalls
  extends CatalogueOperationCalls,
    CatalogueServiceCalls,
    EffectCalls,
    ContentCalls,
    HeldTextCalls,
    OperationViewCalls,
    ResolveCalls,
    RepairCalls,
    VerificationCalls {
  /**
   * Registers a service, or replaces the one with the same id. Without an `id` in the document the call is not retried
   * after a connection error, because that could register it twice; with an `id` it is.
   */
  register(document: AgentDocument, options?: CallOptions & { createOnly?: boolean }): Promise<Registration>;
  /** Replaces the whole document of a registered service. */
  replace(id: string, document: AgentDocument, options?: ChangeOptions): Promise<StoredAgent>;
  /** Reads the metadata, or the given members of it; with the `etag` of an earlier read it may return `unchanged`. */
  read(id: string, options?: CallOptions & { etag?: string; fields?: readonly string[] }): Promise<AgentReading>;
  /** The workflows of a service of yours as an Arazzo document; its ETag is the one of the service. */
  readArazzo(id: string, options?: CallOptions): Promise<{ document: JsonObject; etag?: string }>;
  /** Publishes an Arazzo document as the service with this id; without `ifMatch` only when there is none yet. */
  replaceArazzo(id: string, document: JsonObject, options?: ChangeOptions): Promise<StoredAgent>;
  /** Deletes a service; it can be restored. */
  remove(id: string, options?: ChangeOptions): Promise<void>;
  /** Restores a deleted service. */
  restore(id: string, options?: CallOptions): Promise<StoredAgent>;
  /** Similarities between a service and those of other providers, and whether it is on hold because of them. */
  findings(id: string, options?: CallOptions): Promise<AgentFindings>;
  /** The stored versions of a service, newest first; for its owner. */
  versions(id: string, options?: CallOptions): AsyncGenerator<AgentVersion, void>;
  /** One stored version with its metadata. */
  readVersion(id: string, revision: number, options?: CallOptions): Promise<VersionContent>;
  /** Every service that satisfies the conditions, page after page. */
  list(options?: ListOptions): AsyncGenerator<AgentSummary, void>;
  /** One page of services, ranked when there is a query. */
  search(search: AgentSearch, options?: CallOptions): Promise<AgentSearchResult>;
  /** What a direct call needs: URL, header or certificate; throws before anything could be sent incorrectly. */
  prepareCall(agent: AgentDocument, preparation?: CallPreparation): PreparedCall;
  /**
   * Calls a service and returns its response; with `dryRun`, `stream` or `async` returns a preview, events or a handle
   * to wait for the result.
   */
  invoke: Invoke;
  /** Calls an operation with several inputs at once; one result each, in the same order. */
  invokeBatch: InvokeBatch;
}

/** Dependencies besides the transport. */
export interface AgentPorts {
  operations: OperationCalls;
  certificateFetch: CertificateFetch | undefined;
}

/** Creates the calls over a transport. */
export function createAgentCalls(transport: Transport, ports: AgentPorts): AgentCalls {
  const { base: url, allowInsecure } = transport;
  const queries = createQueries(transport);
  return {
    ...createChanges(transport),
    ...queries,
    ...createCatalogueOperationCalls(transport),
    ...createCatalogueServiceCalls(transport),
    ...createContentCalls(transport),
    ...createHeldTextCalls(transport),
    ...createEffectCalls(transport),
    ...createOperationViewCalls(transport),
    ...createResolveCalls(transport, queries.search),
    ...createRepairCalls(transport),
    ...createVerificationCalls(transport),
    prepareCall: (agent, preparation = {}) => prepareCall(agent, preparation, { url, allowInsecure }),
    ...createInvoke({
      ...ports,
      transport,
      async read(id, signal) {
        const reading = await queries.read(id, signal === undefined ? {} : { signal });
        if (reading.outcome === 'read') return reading.agent;
        throw clientError('INVALID_RESPONSE', { message: 'The registry answered an unconditional read with 304.' });
      },
    }),
  };
}

function createChanges(
  transport: Transport,
): Pick<AgentCalls, 'register' | 'replace' | 'replaceArazzo' | 'remove' | 'restore'> {
  return {
    async register(document, { createOnly = false, ...options } = {}) {
      const answer = await transport.send({
        ...options,
        method: 'POST',
        to: ['agents'],
        body: document,
        ...(createOnly ? { headers: { 'if-none-match': '*' } } : {}),
        repeatable: typeof document.id === 'string',
      });
      return { ...storedAgent(answer), created: answer.status === 201 };
    },
    async replace(id, document, options = {}) {
      const request = { ...changeRequest(options), method: 'PUT', to: ['agents', id], body: document } as const;
      return storedAgent(await transport.send({ ...request, repeatable: true }));
    },
    async replaceArazzo(id, document, { ifMatch, ...options } = {}) {
      const headers = ifMatch === undefined ? { 'if-none-match': '*' } : { 'if-match': ifMatch };
      const request = {
        ...options,
        method: 'PUT',
        to: ['agents', id, 'arazzo.json'],
        body: document,
        headers,
      } as const;
      // A repeated creation would find what the first one created.
      return storedAgent(await transport.send({ ...request, repeatable: ifMatch !== undefined }));
    },
    async remove(id, options = {}) {
      await transport.send({ ...changeRequest(options), method: 'DELETE', to: ['agents', id], repeatable: true });
    },
    async restore(id, options = {}) {
      // The server rejects a second restore as a conflict, which would hide that the first one worked.
      const request = { ...options, method: 'POST', to: ['agents', id, 'restore'], repeatable: false } as const;
      return storedAgent(await transport.send(request));
    },
  };
}

function createQueries(
  transport: Transport,
): Pick<AgentCalls, 'read' | 'readArazzo' | 'findings' | 'versions' | 'readVersion' | 'list' | 'search'> {
  return {
    async read(id, { etag, fields = [], ...options } = {}) {
      const answer = await transport.send({
        ...options,
        method: 'GET',
        to: ['agents', id],
        // The id makes the response a service.
        ...(fields.length === 0 ? {} : { query: new URLSearchParams({ fields: ['id', ...fields].join(',') }) }),
        repeatable: true,
        ...(etag === undefined ? {} : { headers: { 'if-none-match': etag }, expected: [304] }),
      });
      if (answer.status === 304) return { outcome: 'unchanged', etag: answer.headers.get('etag') ?? etag ?? '' };
      const lastModified = answer.headers.get('last-modified');
      return { outcome: 'read', ...storedAgent(answer), ...(lastModified === null ? {} : { lastModified }) };
    },
    async readArazzo(id, options = {}) {
      const to = ['agents', id, 'arazzo.json'];
      const { body, status, headers } = await transport.send({ ...options, method: 'GET', to, repeatable: true });
      if (!isJsonObject(body) || !Array.isArray(body.workflows)) {
        throw clientError('INVALID_RESPONSE', { message: 'The response is not an Arazzo document.', status });
      }
      const etag = headers.get('etag');
      return { document: body, ...(etag === null ? {} : { etag }) };
    },
    async findings(id, options = {}) {
      const to = ['agents', id, 'findings'];
      const { body, status } = await transport.send({ ...options, method: 'GET', to, repeatable: true });
      if (isJsonObject(body) && Array.isArray(body.findings)) return body as unknown as AgentFindings;
      throw clientError('INVALID_RESPONSE', { message: 'The response contains no findings.', status });
    },
    versions(id, options = {}) {
      const request = { ...options, method: 'GET', to: ['agents', id, 'versions'], repeatable: true } as const;
      const read = ({ body, status }: Incoming) => ({ items: listOf(body, status, ['versions']) as AgentVersion[] });
      return walkPages(transport, () => request, read);
    },
    async readVersion(id, revision, options = {}) {
      const to = ['agents', id, 'versions', String(revision)];
      const { body, status } = await transport.send({ ...options, method: 'GET', to, repeatable: true });
      if (isJsonObject(body) && isJsonObject(body.agent)) return body as unknown as VersionContent;
      throw clientError('INVALID_RESPONSE', { message: 'The response is not a version of a service.', status });
    },
    list: (options = {}) => listAgents(transport, options),
    async search({ minScore, ...search }, options = {}) {
      const result = readHits(await transport.send({ ...options, ...searchRequest(search) }));
      if (minScore === undefined) return result;
      return { ...result, hits: result.hits.filter(({ score }) => score === undefined || score >= minScore) };
    },
  };
}

function listAgents(transport: Transport, options: ListOptions): AsyncGenerator<AgentSummary, void> {
  const { pageSize = 100, publicOnly = false, signal, ...conditions } = options;
  const request: PageRequest = (skip) => {
    const search = searchRequest({ ...conditions, top: pageSize, ...(skip === 0 ? {} : { skip }) });
    if (publicOnly && search.method !== 'GET') {
      throw clientError('INVALID_ARGUMENT', { message: 'The public list accepts only one value per attribute.' });
    }
    return {
      ...search,
      ...(publicOnly ? { to: ['agents', 'public'] } : {}),
      ...(signal === undefined ? {} : { signal }),
    };
  };
  return walkPages(transport, request, (answer) => {
    const { hits: items, count } = readHits(answer);
    return { items, ...(count === undefined ? {} : { count }) };
  });
}

function changeRequest({ ifMatch, ...options }: ChangeOptions) {
  return { ...options, ...(ifMatch === undefined ? {} : { headers: { 'if-match': ifMatch } }) };
}

function storedAgent(answer: Incoming): StoredAgent {
  const { body, headers, status } = answer;
  if (!isJsonObject(body) || typeof body.id !== 'string') {
    throw clientError('INVALID_RESPONSE', { message: 'The response is not a service: it has no id.', status });
  }
  const etag = headers.get('etag');
  return { agent: body as unknown as RegisteredAgent, ...(etag === null ? {} : { etag }) };
}
