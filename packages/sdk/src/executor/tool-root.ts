/**
 * Client of one N-ACT root: list, read, invoke. The server is untrusted, so pages are counted, cursors compared,
 * signatures validated, and a response for another tool is rejected.
 */
import type { Diagnostic, ToolInvocation, ToolSignature } from '@dragoman/model';
import { checkSignature, isJsonObject } from '@dragoman/model';
import { secureAddress } from '../address.js';
import { confirmationToken } from '../confirmation-token.js';
import { clientError, isDragomanError } from '../dragoman-error.js';
import { collectEvents } from '../event-stream.js';
import type { CallOptions, Fetch, Incoming, Outgoing, Transport, TransportOptions } from '../transport.js';
import { cancelPreference, createTransport } from '../transport.js';
import type { CredentialKeeper, ToolCredential } from './tool-credential.js';
import { createCredentialKeeper } from './tool-credential.js';
import type { ToolConditions } from './tool-pages.js';
import { meets, walkTools } from './tool-pages.js';

/** Source of tools, and its credentials. */
export interface ToolSource {
  /** Short vendor name; prefixes tool names that two vendors share. */
  label: string;
  /** The API root, or the URL of its tool list: `…/tools`, or any other with a query. */
  root: string;
  /** True: the server finds tools by a text itself, as registries do. */
  searches?: boolean;
  credential?: ToolCredential;
  fetch?: Fetch;
  /** True: plain http to a loopback address is allowed. */
  allowInsecure?: boolean;
  /** Timeout of one attempt in milliseconds; 30,000 by default. */
  timeoutMs?: number;
  /** Maximum response size in bytes; 16 MiB by default. */
  maxResponseBytes?: number;
}

/** A list item that is not a valid signature. */
export interface ListFault {
  source: string;
  /** The tool's name, if it has one. */
  name?: string;
  diagnostics: Diagnostic[];
}

/** Clock, random source and similar; the platform's by default. */
export type RootPorts = Pick<TransportOptions, 'sleep' | 'random' | 'now' | 'newId'> & {
  onListFault?: (fault: ListFault) => void;
};

/** One call of one version. */
export interface RootInvocation extends CallOptions {
  toolId: string;
  version: number;
  body: ToolInvocation;
  /** The same for every attempt of one call. */
  idempotencyKey: string;
  /** Token of a preview, for a call that a person has approved. */
  confirm?: string;
  /** Receives the progress of the tool, where the server reports it. */
  onProgress?: (progress: ToolProgress) => void;
}

/** How far a tool is. */
export interface ToolProgress {
  progress: number;
  total?: number;
  /** Words of the service. */
  message?: string;
}

/** A client of one root. */
export interface ToolRoot {
  readonly label: string;
  /** URL of the tool list. */
  readonly address: string;
  /** Every tool that matches the conditions, page after page. */
  list(conditions?: ToolConditions, options?: CallOptions): AsyncGenerator<ToolSignature, void>;
  /** The current version of a tool. */
  read(toolId: string, options?: ReadOptions): Promise<ToolSignature>;
  readVersion(toolId: string, version: number, options?: ReadOptions): Promise<ToolSignature>;
  /** All versions, in server order. */
  versions(toolId: string, options?: CallOptions): AsyncGenerator<ToolSignature, void>;
  /** Sends one invocation once, or twice when rejected credentials could be renewed; returns the body of a 2xx. */
  invoke(invocation: RootInvocation): Promise<unknown>;
  /** Previews an invocation without executing it; returns its confirmation token, if it needs one. */
  preview(invocation: Omit<RootInvocation, 'idempotencyKey' | 'confirm'>): Promise<string | undefined>;
  /** The text without this root's credentials. */
  hide(text: string): string;
}

/** Read options for one signature. */
export interface ReadOptions extends CallOptions {
  /** True: one attempt with a short timeout, because the result is optional. */
  once?: boolean;
}

/** Timeout of optional reads, in milliseconds. */
const shortTimeoutMs = 5_000;

/** Creates the client of one root. Nothing is sent until the first call. */
export function createToolRoot(source: ToolSource, ports: RootPorts = {}): ToolRoot {
  const wire = createWire(source, ports);
  const take = (item: unknown) => takeListed(item, source.label, ports.onListFault);
  const readAt = async (url: URL, { once = false, ...options }: ReadOptions) => {
    const answer = await wire.send({ ...options, method: 'GET', to: url, repeatable: true }, once);
    return takeSignature(answer);
  };
  const invokeVersion = (
    { toolId, version, body, onProgress, ...options }: Parameters<ToolRoot['preview']>[0],
    headers: Record<string, string>,
  ) => {
    const to = wire.below(toolId, `versions/${version}:invoke`);
    const outgoing: Outgoing = { ...options, method: 'POST', to, body, headers, repeatable: true };
    if (onProgress === undefined) return wire.send(outgoing, true);
    return wire.follow({ ...outgoing, accept: 'application/json, text/event-stream;q=0.9' }, onProgress);
  };
  return {
    label: source.label,
    address: wire.list.href,
    list: (conditions = {}, options = {}) =>
      walkTools(wire.list, {
        conditions,
        take,
        keep: (tool) => meets(tool, source.searches === true ? { ...conditions, text: '' } : conditions),
        fetchPage: wire.page(options),
      }),
    async read(toolId, options = {}) {
      return ofTool(await readAt(wire.below(toolId), options), toolId);
    },
    async readVersion(toolId, version, options = {}) {
      const signature = ofTool(await readAt(wire.below(toolId, `versions/${version}`), options), toolId);
      if (signature.version === version) return signature;
      throw clientError('INVALID_RESPONSE', {
        message: `Version ${version} of ${signature.name} was requested, but the server returned version ${signature.version}.`,
      });
    },
    versions: (toolId, options = {}) =>
      walkTools(wire.below(toolId, 'versions'), { take, keep: () => true, fetchPage: wire.page(options) }),
    async invoke({ idempotencyKey, confirm, ...invocation }) {
      const headers = {
        'idempotency-key': idempotencyKey,
        ...(confirm === undefined ? {} : { 'x-confirm': confirm }),
        // Without it, a gateway completes a call with a key although its caller has aborted it.
        ...(invocation.signal === undefined ? {} : { prefer: cancelPreference }),
      };
      return (await invokeVersion(invocation, headers)).body;
    },
    preview: async (invocation) => confirmationToken(await invokeVersion(invocation, { 'x-dry-run': 'true' })),
    hide: wire.keeper.hide,
  };
}

interface Wire {
  list: URL;
  keeper: CredentialKeeper;
  below(toolId: string, rest?: string): URL;
  /** `once`: without retries, and with a short timeout for reads. */
  send(outgoing: Outgoing, once: boolean): Promise<Incoming>;
  /** Sends once, and reads a response with the progress of the call. */
  follow(outgoing: Outgoing, onProgress: (progress: ToolProgress) => void): Promise<Incoming>;
  page(options: CallOptions): (url: URL) => Promise<Incoming>;
}

function createWire(source: ToolSource, ports: RootPorts): Wire {
  const { onListFault: _, ...clock } = ports;
  const list = listAddress(source.root, source.allowInsecure ?? false);
  const keeper = createCredentialKeeper(source.credential);
  const settings: TransportOptions = {
    baseUrl: list.href,
    maxResponseBytes: source.maxResponseBytes ?? 16 * 1024 * 1024,
    allowInsecure: source.allowInsecure ?? false,
    ...(source.fetch === undefined ? {} : { fetch: source.fetch }),
    ...(source.timeoutMs === undefined ? {} : { timeoutMs: source.timeoutMs }),
    ...clock,
  };
  const retrying = createTransport(settings);
  const single = createTransport({ ...settings, retry: { attempts: 1 } });
  const send: Wire['send'] = (outgoing, once) => {
    const override = once && outgoing.method === 'GET' ? { timeoutMs: shortTimeoutMs } : {};
    return sendWith(keeper, once ? single : retrying, { ...outgoing, ...override });
  };
  const follow: Wire['follow'] = (outgoing, onProgress) =>
    sendWith(
      keeper,
      {
        send: (sent) =>
          collectEvents(single, sent, ({ event, value }) => {
            const read = event === 'progress' ? readProgress(value) : undefined;
            if (read !== undefined) onProgress(read);
          }),
      },
      outgoing,
    );
  return {
    list,
    keeper,
    send,
    follow,
    below(toolId, rest) {
      const url = new URL(list);
      url.search = '';
      url.pathname = [url.pathname, encodeURIComponent(toolId), ...(rest === undefined ? [] : [rest])].join('/');
      return url;
    },
    page: (options) => (url) => send({ ...options, method: 'GET', to: url, repeatable: true }, false),
  };
}

/** `{root}/tools`, unless the URL already names the list or has a query and is used as given. */
export function listAddress(text: string, allowInsecure: boolean): URL {
  const url = secureAddress(text, allowInsecure);
  url.hash = '';
  if (url.search !== '') return url;
  url.pathname = url.pathname.replace(/\/+$/, '');
  if (!url.pathname.endsWith('/tools')) url.pathname = `${url.pathname.replace(/\/$/, '')}/tools`;
  return url;
}

/** Sends with the root's credentials; rejected ones are renewed once, with everything else unchanged. */
async function sendWith(
  keeper: CredentialKeeper,
  transport: Pick<Transport, 'send'>,
  outgoing: Outgoing,
): Promise<Incoming> {
  const attempt = async (renew: boolean) => {
    const headers = { ...outgoing.headers, ...(await keeper.headers(renew)) };
    return transport.send({ ...outgoing, headers, credential: false });
  };
  try {
    return await attempt(false);
  } catch (error) {
    if (!keeper.renewable || !isDragomanError(error) || error.status !== 401) throw error;
    return attempt(true);
  }
}

/** Maximum characters of the message of a progress event. */
const longestMessage = 1000;

function readProgress(value: unknown): ToolProgress | undefined {
  if (!isJsonObject(value) || typeof value.progress !== 'number') return undefined;
  const { progress, total, message } = value;
  return {
    progress,
    ...(typeof total === 'number' ? { total } : {}),
    ...(typeof message === 'string' ? { message: message.slice(0, longestMessage) } : {}),
  };
}

function takeSignature({ body, status }: Incoming): ToolSignature {
  const { value, diagnostics } = checkSignature(body, { mode: 'read' });
  if (value !== undefined) return value;
  const [first] = diagnostics;
  throw clientError('INVALID_RESPONSE', {
    message: `The response is not a tool signature: ${first?.location.pointer ?? ''} ${first?.message ?? ''}`.trim(),
    status,
  });
}

function ofTool(signature: ToolSignature, toolId: string): ToolSignature {
  if (signature.toolId.toLowerCase() === toolId.toLowerCase()) return signature;
  throw clientError('INVALID_RESPONSE', { message: 'The server returned another tool than requested.' });
}

function takeListed(item: unknown, source: string, report: RootPorts['onListFault']): ToolSignature | undefined {
  const { value, diagnostics } = checkSignature(item, { mode: 'read' });
  if (value !== undefined) return value;
  const name = isJsonObject(item) && typeof item.name === 'string' ? item.name.slice(0, 255) : undefined;
  report?.({ source, diagnostics, ...(name === undefined ? {} : { name }) });
  return undefined;
}
