/** The six N-ACT routes for tools in code, independent of a framework; every adapter mounts them. */
import { createHash } from 'node:crypto';
import { isUnchanged, notModified, toWebResponse } from '@dragoman/core/http';
import { Failure, isFailure, toFailure } from '@dragoman/model';
import { errorResponse } from '../calls/error-response.js';
import { jsonResponse } from '../calls/json-response.js';
import type { Tool, ToolVersion } from './define-tool.js';
import { type CallLimits, invokeTool } from './invoke-tool.js';
import { listTools, listVersions, refuseVersionFilter } from './list-tools.js';
import { type PageSizes, pageOf } from './page.js';
import { type LockOptions, requireLock } from './require-lock.js';
import { type NactRoute, normaliseRoot, resolveRoute } from './resolve-route.js';
import type { NactCaller } from './tool-definition.js';
import { type AllowTool, createToolTable, newestOf, type ToolTable } from './tool-table.js';

/** Options for adding N-ACT to an application; `Host` is the framework's request. */
export interface NactOptions<Host = unknown> extends LockOptions {
  tools: readonly Tool[];
  /** Path before `/tools`: the root of the existing API, such as `/api/v3`; empty by default. */
  root?: string;
  /**
   * The host's own authentication: returns the caller, or undefined for 401. A `Failure` that it throws is answered as
   * such, a `Response` is sent unchanged. Without it everyone may read and run every tool.
   */
  authenticate?(request: Request, host: Host): Authenticated | Promise<Authenticated>;
  /** Tools that a caller may not use are not listed, and calls return 403. */
  allow?: AllowTool;
  limits?: Partial<CallLimits>;
  pages?: Partial<PageSizes>;
  /** Signs page cursors; set it when cursors must not be guessable. All instances need the same one. */
  cursorKey?: string;
  /** Receives what callers must not see: errors of tools, and lock mismatches; a process warning by default. */
  report?(problem: unknown): void;
}

/** The possible results of the host's authentication. */
export type Authenticated = NactCaller | Response | undefined;

/** The routes, ready to answer. */
export interface NactFace<Host> {
  /** Path before `/tools`. */
  root: string;
  /** True for the N-ACT paths under the root; cheap, so that the host's own routes are not slowed down. */
  claims(path: string): boolean;
  /**
   * The response; undefined when the request belongs to the host. Never throws. `left` aborts when the caller has
   * disconnected, for hosts where a signal in the request would be expensive.
   */
  answer(request: Request, host: Host, left?: AbortSignal): Promise<Response | undefined>;
}

const usualLimits: CallLimits = { bodyBytes: 256 * 1024, runMs: 30_000 };
const usualPages: PageSizes = { usual: 50, most: 100 };
const everybody: NactCaller = Object.freeze({ subject: '' });

/** Creates the routes; throws `ToolDefinitionError` when tools conflict or do not match their lock. */
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
      // OPTIONS belongs to the host, which decides on CORS.
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
  throw new Failure('FORBIDDEN', { message: 'Your credentials do not allow this tool.' });
}

function findVersion(tool: Tool, number: string | undefined): ToolVersion {
  if (number === undefined) return newestOf(tool);
  const version = /^[1-9]\d{0,8}$/.test(number) ? tool.versions[Number(number) - 1] : undefined;
  if (version !== undefined) return version;
  throw new Failure('NOT_FOUND', {
    message: `${tool.name} has no such version; its versions are 1 to ${tool.versions.length}.`,
  });
}

/** Always revalidated, because `currentVersion` changes; unchanged content returns 304. */
function shown(request: Request, body: unknown): Response {
  const etag = `"${createHash('sha256').update(JSON.stringify(body)).digest('base64url').slice(0, 22)}"`;
  const headers = { ETag: etag, 'Cache-Control': 'private, no-cache' };
  if (isUnchanged(request, { etag })) return toWebResponse(notModified(headers));
  const response = jsonResponse(body, { headers });
  return request.method === 'HEAD' ? new Response(null, { headers: response.headers }) : response;
}
