/** The six routes of N-ACT over tools in code, free of any framework: what every adapter mounts. */
import { createHash } from 'node:crypto';
import { isUnchanged, notModified, toWebResponse } from '@dragoman/core/http';
import { Failure, isFailure, toFailure } from '@dragoman/model';
import type { Tool, ToolVersion } from './define-tool.js';
import { errorResponse } from './error-response.js';
import { type CallLimits, invokeTool } from './invoke-tool.js';
import { jsonResponse } from './json-response.js';
import { listTools, listVersions, refuseVersionFilter } from './list-tools.js';
import { type PageSizes, pageOf } from './page.js';
import { type LockOptions, requireLock } from './require-lock.js';
import { type NactRoute, normaliseRoot, resolveRoute } from './resolve-route.js';
import type { NactCaller } from './tool-definition.js';
import { type AllowTool, createToolTable, newestOf, type ToolTable } from './tool-table.js';

/** How N-ACT is added to an application; `Host` is the request as its framework knows it. */
export interface NactOptions<Host = unknown> extends LockOptions {
  tools: readonly Tool[];
  /** Path before `/tools`: the root that the API already has, such as `/api/v3`; empty unless given. */
  root?: string;
  /**
   * The host's own authentication: gives the caller, or undefined for 401. A `Failure` that it throws is answered as
   * such, a `Response` is sent as it is. Without it everybody may read and run every tool.
   */
  authenticate?(request: Request, host: Host): Authenticated | Promise<Authenticated>;
  /** What a caller may not use is not listed, and answered with 403. */
  allow?: AllowTool;
  limits?: Partial<CallLimits>;
  pages?: Partial<PageSizes>;
  /** Signs page cursors; give it where cursors shall not be guessed. All instances need the same one. */
  cursorKey?: string;
  /** Gets what callers must not see: errors of tools, and a lock that does not fit; a warning of the process unless given. */
  report?(problem: unknown): void;
}

/** What the host's authentication may answer. */
export type Authenticated = NactCaller | Response | undefined;

/** The routes, ready to answer. */
export interface NactFace<Host> {
  /** Path before `/tools`. */
  root: string;
  /** True for the paths of N-ACT under the root; cheap, so that the host's own routes are not slowed. */
  claims(path: string): boolean;
  /**
   * The answer; undefined when the request is the host's own. Never throws. `left` aborts when the caller has gone, for
   * hosts that would have to pay for a signal in the request itself.
   */
  answer(request: Request, host: Host, left?: AbortSignal): Promise<Response | undefined>;
}

const usualLimits: CallLimits = { bodyBytes: 256 * 1024, runMs: 30_000 };
const usualPages: PageSizes = { usual: 50, most: 100 };
const everybody: NactCaller = Object.freeze({ subject: '' });

/** Makes the routes; throws `ToolDefinitionError` when tools clash or do not fit their lock. */
export function createNactFace<Host>(options: NactOptions<Host>): NactFace<Host> {
  const table = createToolTable(options.tools);
  const report =
    options.report ?? ((problem) => process.emitWarning(problem instanceof Error ? problem : String(problem)));
  requireLock(table.tools, options, report);
  const root = normaliseRoot(options.root ?? '');
  return {
    root,
    claims: (path) => resolveRoute(path, root) !== undefined,
    async answer(request, host, left = request.signal) {
      const url = new URL(request.url);
      const route = resolveRoute(url.pathname, root);
      // OPTIONS is the host's: whether other sites may call is decided there.
      if (route === undefined || request.method === 'OPTIONS') return undefined;
      try {
        const caller = await callerOf(options, request, host);
        if (caller instanceof Response) return caller;
        requireMethod(route, request.method);
        return await respond(options, table, { request, url, route, caller, left });
      } catch (thrown) {
        if (!isFailure(thrown) || thrown.row.status >= 500) report(thrown);
        return errorResponse(toFailure(thrown), request);
      }
    },
  };
}

interface Exchange {
  request: Request;
  url: URL;
  route: NactRoute;
  caller: NactCaller;
  left: AbortSignal;
}

async function callerOf<Host>(
  { authenticate }: NactOptions<Host>,
  request: Request,
  host: Host,
): Promise<NactCaller | Response> {
  if (authenticate === undefined) return everybody;
  const caller = await authenticate(request, host);
  if (caller !== undefined) return caller;
  throw new Failure('UNAUTHENTICATED', { headers: { 'WWW-Authenticate': 'Bearer' } });
}

function requireMethod({ kind }: NactRoute, method: string): void {
  const allowed = kind === 'invoke' ? ['POST'] : ['GET', 'HEAD'];
  if (!allowed.includes(method)) throw new Failure('METHOD_NOT_ALLOWED', { headers: { Allow: allowed.join(', ') } });
}

async function respond<Host>(options: NactOptions<Host>, table: ToolTable, exchange: Exchange): Promise<Response> {
  const { request, url, route, caller, left } = exchange;
  const pages = { sizes: { ...usualPages, ...options.pages }, key: options.cursorKey ?? 'nact' };
  if (route.kind === 'list') {
    const tools =
      options.allow === undefined ? table.tools : table.tools.filter((tool) => options.allow?.(caller, tool));
    return shown(request, pageOf(url, listTools(url, tools, caller.subject), pages));
  }
  const tool = findTool(table, route, caller, options.allow);
  if (route.kind === 'versions') return shown(request, pageOf(url, listVersions(url, tool, caller.subject), pages));
  const version = findVersion(tool, route.version);
  if (route.kind === 'invoke') {
    const limits = { ...usualLimits, ...options.limits };
    const result = await invokeTool(request, version, { caller, limits, signal: left });
    return jsonResponse(result, { headers: { 'Cache-Control': 'no-store' } });
  }
  if (route.kind === 'tool') refuseVersionFilter(url);
  return shown(request, version.signature);
}

function findTool(table: ToolTable, { toolId = '' }: NactRoute, caller: NactCaller, allow?: AllowTool): Tool {
  const tool = table.find(toolId);
  if (tool === undefined) throw new Failure('NOT_FOUND', { message: 'There is no tool with this id.' });
  if (allow === undefined || allow(caller, tool)) return tool;
  throw new Failure('FORBIDDEN', { message: 'Your credential may not use this tool.' });
}

function findVersion(tool: Tool, number: string | undefined): ToolVersion {
  if (number === undefined) return newestOf(tool);
  const version = /^[1-9]\d{0,8}$/.test(number) ? tool.versions[Number(number) - 1] : undefined;
  if (version !== undefined) return version;
  throw new Failure('NOT_FOUND', {
    message: `${tool.name} has no such version; its versions are 1 to ${tool.versions.length}.`,
  });
}

/** Always to be asked for again, since `currentVersion` moves; what has not changed is answered with 304. */
function shown(request: Request, body: unknown): Response {
  const etag = `"${createHash('sha256').update(JSON.stringify(body)).digest('base64url').slice(0, 22)}"`;
  const headers = { ETag: etag, 'Cache-Control': 'private, no-cache' };
  if (isUnchanged(request, { etag })) return toWebResponse(notModified(headers));
  const response = jsonResponse(body, { headers });
  return request.method === 'HEAD' ? new Response(null, { headers: response.headers }) : response;
}
