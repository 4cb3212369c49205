/** Toolsets: the tools that a designer chose for a task, stored and served by the registry. */
import type {
  ChangeEffect,
  Impact,
  InputMapping,
  JsonSchema,
  LocalisedText,
  OpenSelection,
  SignatureChange,
  ToolSignature,
} from '@dragoman/model';
import { isJsonObject } from '@dragoman/model';
import { clientError } from './dragoman-error.js';
import { walkPages } from './pages.js';
import { listOf } from './read-hits.js';
import type { OfferCalls, ToolsetChoice } from './tool-offers.js';
import { createOfferCalls } from './tool-offers.js';
import type { CallOptions, Incoming, Outgoing, Transport } from './transport.js';

/** The prompts and resources that a toolset offers over MCP. */
export interface ToolsetContent {
  prompts?: { agent_id: string; name: string }[];
  /** URIs, or templates of URIs. */
  resources?: { agent_id: string; uri: string }[];
}

/** A toolset to store. */
export interface ToolsetRequest {
  name: string;
  description?: string;
  visibility?: 'public' | 'private';
  grants?: string[];
  mode?: 'chosen' | 'open';
  tools?: ToolsetChoice[];
  open?: Partial<OpenSelection>;
  /** `all`: everything of the services of its tools; defaults to the previous choice, else all. */
  content?: ToolsetContent | 'all';
  localised?: Record<string, LocalisedText>;
  /** True: name clashes are resolved as proposed. */
  resolve_names?: boolean;
}

/** A toolset in a list. */
export interface ToolsetSummary {
  id: string;
  name: string;
  description: string;
  owner: string;
  visibility: 'public' | 'private';
  mode: 'chosen' | 'open';
  version: number;
  tool_count: number;
  /** Its own N-ACT root. */
  root: string;
  created_at: string;
  updated_at: string;
}

/** A chosen tool. */
export interface ToolsetTool {
  tool_id: string;
  name: string;
  agent_id: string;
  vendor: string;
  version: number;
  served_version: number;
  follow: 'pinned' | 'latest';
  description: string;
  vendor_name: string;
  vendor_description: string;
  /** As on the toolset's own root. */
  signature: ToolSignature;
  /** The complete schemas, of which the signature is a projection. */
  input_schema: JsonSchema;
  output_schema: JsonSchema;
  /** The input that would keep it unchanged. */
  choice: ToolsetChoice;
  [member: string]: unknown;
}

/** A toolset with its tools. */
export interface Toolset extends ToolsetSummary {
  tools: ToolsetTool[];
  grants?: string[];
  open?: OpenSelection;
  /** The chosen prompts and resources; absent when it offers all of the services of its tools. */
  content?: Required<ToolsetContent>;
  localised?: Record<string, LocalisedText>;
}

/** A toolset and its ETag. */
export interface StoredToolset {
  toolset: Toolset;
  /** For `ifMatch`; absent when the response had none. */
  etag?: string;
}

/** What storing a toolset would do. */
export interface ForeseenToolset {
  /** False when everything would stay as it is. */
  changes: boolean;
  /** The toolset afterwards. */
  toolset: Toolset;
}

/** A change by a vendor. */
export interface ToolsetUpdate {
  kind: 'new_version' | 'replaced' | 'removed' | 'deprecated' | 'lock_broken';
  /** Class by which to decide. */
  class: 'breaking' | 'meaning' | 'compatible' | 'description';
  name: string;
  agent_id: string;
  /** Name of the operation in the service; absent when the service no longer has it. */
  operation?: string;
  version: number;
  to?: { tool_id: string; version: number };
  effect?: ChangeEffect;
  changes: SignatureChange[];
  /** What reads differently; a side is absent when the place was added or removed. */
  differences: { place: string; before?: string; after?: string }[];
  /** What depends on the tool. */
  affected: {
    procedures: { id: string; name: string; state: 'draft' | 'ready'; lines: number[] }[];
    teams: { id: string; name: string; members: string[] }[];
  };
  message: string;
  stayed: boolean;
}

/** A toolset with pending updates. */
export interface ToolsetWithUpdates {
  id: string;
  name: string;
  version: number;
  updates: ToolsetUpdate[];
}

/** Updates to accept and to decline. */
export interface ToolsetDecision {
  accept?: readonly string[] | 'all';
  stay?: readonly string[] | 'all';
}

/** A stored version of a toolset. */
export interface ToolsetVersion {
  version: number;
  action: 'create' | 'update' | 'delete';
  actor: string;
  at: string;
  changes: { kind: string; tool?: string; message: string; changes?: SignatureChange[] }[];
}

/** Write options of a toolset. */
export interface ToolsetWriteOptions extends CallOptions {
  /** Expected ETag; throws when the toolset has changed since. */
  ifMatch?: string;
}

/** An exported toolset, as `createToolsetExecutor` of `@dragoman/sdk/executor` reads it. */
export interface ToolsetExport {
  format: 'dragoman-toolset';
  format_version: 1;
  id: string;
  name: string;
  description: string;
  version: number;
  root: string;
  mode: 'chosen' | 'open';
  open?: OpenSelection;
  tools: {
    alias: string;
    vendor: string;
    agent_id: string;
    /** Name of the operation in the service, where it is available. */
    operation?: string;
    signature: ToolSignature;
    /** The complete schemas, of which the signature is a projection; absent in older exports. */
    input_schema?: JsonSchema;
    output_schema?: JsonSchema;
    /** How an input that matches `input_schema` becomes the inputs of the signature. */
    input_map?: InputMapping[];
    fingerprint: string;
    follow: 'pinned' | 'latest';
    /** The side effects of a call, if the vendor states them. */
    impact?: Impact;
    [member: string]: unknown;
  }[];
  [member: string]: unknown;
}

/** Calls for toolsets. */
export interface ToolsetCalls extends OfferCalls {
  /** Every toolset that is visible to the caller, by id. */
  list(options?: CallOptions): AsyncGenerator<ToolsetSummary, void>;
  read(id: string, options?: CallOptions): Promise<StoredToolset>;
  /** Creates one, with a given or generated id. */
  create(request: ToolsetRequest & { id?: string }, options?: CallOptions): Promise<StoredToolset>;
  /** Replaces the whole toolset; a remaining tool keeps its version and name unless others are given. */
  replace(id: string, request: ToolsetRequest, options?: ToolsetWriteOptions): Promise<StoredToolset>;
  /** What `replace` with the same request would store; nothing is changed. Throws as it would. */
  foresee(id: string, request: ToolsetRequest, options?: CallOptions): Promise<ForeseenToolset>;
  remove(id: string, options?: ToolsetWriteOptions): Promise<void>;
  /** Changes by vendors; with `stayed` also the declined ones. */
  updates(id: string, options?: CallOptions & { stayed?: boolean }): Promise<ToolsetUpdate[]>;
  /** Pending changes by vendors in all toolsets of the caller. */
  allUpdates(options?: CallOptions): Promise<ToolsetWithUpdates[]>;
  /** Reads the toolset, edits its choices, and writes it back unless it has changed meanwhile. */
  edit(
    id: string,
    edit: (choices: ToolsetChoice[]) => ToolsetChoice[],
    options?: ToolsetWriteOptions & { more?: Partial<ToolsetRequest> },
  ): Promise<StoredToolset>;
  /** Updates tools to the vendors' versions, or declines until the next version. */
  decide(id: string, decision: ToolsetDecision, options?: ToolsetWriteOptions): Promise<StoredToolset>;
  /** Stored versions, newest first. */
  versions(id: string, options?: CallOptions): AsyncGenerator<ToolsetVersion, void>;
  /** Restores a version, also of a deleted toolset. */
  rollBack(id: string, version: number, options?: ToolsetWriteOptions): Promise<StoredToolset>;
  /** The complete toolset for a runtime. */
  export(id: string, options?: CallOptions): Promise<ToolsetExport>;
}

/** Creates the calls over a transport. */
export function createToolsetCalls(transport: Transport): ToolsetCalls {
  const get = (to: readonly string[], query?: URLSearchParams, options: CallOptions = {}): Outgoing => ({
    ...options,
    method: 'GET',
    to,
    ...(query === undefined ? {} : { query }),
    repeatable: true,
  });
  const write = async (outgoing: Pick<Outgoing, 'method' | 'to' | 'body'>, options: ToolsetWriteOptions = {}) => {
    const { ifMatch, ...call } = options;
    const headers = { 'idempotency-key': transport.newId(), ...(ifMatch === undefined ? {} : { 'if-match': ifMatch }) };
    return readToolset(await transport.send({ ...call, ...outgoing, headers, repeatable: true }));
  };
  const pages = new URLSearchParams({ top: '200' });
  const read: ToolsetCalls['read'] = async (id, options) =>
    readToolset(await transport.send(get(['toolsets', id], undefined, options)));
  const replace: ToolsetCalls['replace'] = (id, body, options) =>
    write({ method: 'PUT', to: ['toolsets', id], body }, options);
  return {
    list: (options) =>
      walkPages(transport, () => get(['toolsets'], pages, options), readList<ToolsetSummary>('toolsets')),
    read,
    create: (body, options) => write({ method: 'POST', to: ['toolsets'], body }, options),
    replace,
    async edit(id, edit, { more = {}, ...options } = {}) {
      const { toolset, etag } = await read(id, options.signal === undefined ? {} : { signal: options.signal });
      const request = { ...requestOf(toolset), tools: edit(toolset.tools.map(({ choice }) => choice)), ...more };
      return replace(id, request, { ...(etag === undefined ? {} : { ifMatch: etag }), ...options });
    },
    async allUpdates(options) {
      const answer = await transport.send(get(['updates'], undefined, options));
      return readList<ToolsetWithUpdates>('toolsets')(answer).items;
    },
    async foresee(id, body, options = {}) {
      const request = { method: 'PUT', to: ['toolsets', id], body, headers: { 'x-dry-run': 'true' } } as const;
      const incoming = await transport.send({ ...options, ...request, repeatable: true });
      const { would_change: changes, toolset } = isJsonObject(incoming.body) ? incoming.body : {};
      return { changes: changes === true, toolset: readToolset({ ...incoming, body: toolset }).toolset };
    },
    async remove(id, { ifMatch, ...options } = {}) {
      const headers = ifMatch === undefined ? {} : { 'if-match': ifMatch };
      await transport.send({ ...options, method: 'DELETE', to: ['toolsets', id], headers, repeatable: true });
    },
    async updates(id, { stayed = false, ...options } = {}) {
      const query = new URLSearchParams({ stayed: String(stayed) });
      const answer = await transport.send(get(['toolsets', id, 'updates'], query, options));
      return readList<ToolsetUpdate>('updates')(answer).items;
    },
    decide: (id, body, options) => write({ method: 'POST', to: ['toolsets', id, 'updates'], body }, options),
    versions: (id, options) =>
      walkPages(
        transport,
        () => get(['toolsets', id, 'versions'], pages, options),
        readList<ToolsetVersion>('versions'),
      ),
    rollBack: (id, version, options) =>
      write({ method: 'POST', to: ['toolsets', id, 'roll-back'], body: { version } }, options),
    async export(id, options) {
      const { body, status } = await transport.send(get(['toolsets', id, 'export'], undefined, options));
      if (isJsonObject(body) && body.format === 'dragoman-toolset') return body as unknown as ToolsetExport;
      throw clientError('INVALID_RESPONSE', { message: 'The response is not an exported toolset.', status });
    },
    ...createOfferCalls(transport),
  };
}

/** The request that keeps a toolset unchanged, without its tools. */
function requestOf({ name, description, mode, open, localised }: Toolset): ToolsetRequest {
  return {
    name,
    ...(description === '' ? {} : { description }),
    mode,
    ...(open === undefined ? {} : { open }),
    ...(localised === undefined ? {} : { localised }),
  };
}

function readList<Item>(member: string) {
  return ({ body, status }: Incoming) => ({ items: listOf(body, status, [member]) as Item[] });
}

function readToolset({ body, status, headers }: Incoming): StoredToolset {
  if (!isJsonObject(body) || typeof body.id !== 'string' || !Array.isArray(body.tools)) {
    throw clientError('INVALID_RESPONSE', { message: 'The response is not a toolset.', status });
  }
  const etag = headers.get('etag');
  return { toolset: body as unknown as Toolset, ...(etag === null ? {} : { etag }) };
}
