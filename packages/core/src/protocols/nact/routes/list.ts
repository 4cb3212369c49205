/** `GET {root}/tools` and `GET {root}/tools/{toolId}/versions`: enumeration, page by page (§6.1, §6.3, §6.4). */
import type { ToolSignature } from '@dragoman/model';
import type { CursorScope, PagePosition } from '../../../access/cursor.js';
import { readCursor, writeCursor } from '../../../access/cursor.js';
import { withQuery } from '../../../transport/continuation.js';
import { pickFields } from '../../../transport/field-selection.js';
import type { HttpReply } from '../../../transport/http-reply.js';
import { jsonReply } from '../../../transport/http-reply.js';
import { addressWith, linkHeader } from '../../../transport/links.js';
import { negotiate } from '../../../transport/negotiate.js';
import type { Route, RouteContext } from '../../../transport/route.js';
import { describeList, describeVersions } from '../describe.js';
import type { ListRequest } from '../list-request.js';
import { isKept, readListRequest } from '../list-request.js';
import type { NactPorts } from '../ports.js';
import type { ToolRoot } from '../root.js';
import type { Tool } from '../tool-history.js';
import { currentVersion, servedSignature } from '../tool-history.js';
import { signatureJson } from '../wire.js';
import { findTool } from './find-tool.js';

/** Maximum number of tools that one request examines; a filter with few matches gets a short page with a cursor. */
const maxExamined = 2000;

/** The route that lists the tools of a root, each in its latest version. */
export function createListRoute(root: ToolRoot, ports: NactPorts): Route {
  return {
    method: 'GET',
    path: `${root.prefix}/tools`,
    budget: 'read',
    access: 'public',
    describe: describeList(root),
    async handle(context) {
      negotiate(context.request, ['application/json']);
      const asked = readListRequest(context.url);
      const scope = scopeOf(ports, context, asked);
      const after = asked.pageCursor === undefined ? undefined : readCursor(asked.pageCursor, scope);
      const { items, next } =
        asked.text === undefined
          ? await takePage(root.tools(context, after), asked)
          : pageOf(await root.search(context, { text: asked.text, tags: asked.filter.tags }), asked, after);
      return pageReply(context, asked, items, next === undefined ? undefined : writeCursor(next, scope));
    },
  };
}

/** The route that lists all versions of a tool, newest first. */
export function createVersionsRoute(root: ToolRoot, ports: NactPorts): Route {
  return {
    method: 'GET',
    path: `${root.prefix}/tools/{toolId}/versions`,
    budget: 'read',
    access: 'public',
    describe: describeVersions(root),
    async handle(context) {
      negotiate(context.request, ['application/json']);
      const asked = readListRequest(context.url);
      const { tool } = await findTool(root, context);
      const scope = scopeOf(ports, context, asked);
      const after = asked.pageCursor === undefined ? undefined : Number(readCursor(asked.pageCursor, scope).name);
      const all = tool.versions.map((version) => servedSignature(tool, version)).reverse();
      const rest = all.filter((each) => (after === undefined || each.version < after) && isKept(each, asked.filter));
      const items = rest.slice(0, asked.pageLimit);
      const last = items.at(-1);
      const goesOn = last !== undefined && rest.length > items.length;
      const next = goesOn ? writeCursor({ skip: 0, name: String(last.version), id: '' }, scope) : undefined;
      return pageReply(context, asked, items, next);
    },
  };
}

/** A cursor is valid only for the list and filter that it was issued for. */
function scopeOf({ cursorKey }: NactPorts, { url, caller }: RouteContext, { filter, text }: ListRequest): CursorScope {
  return { key: cursorKey, query: ['nact', url.pathname, filter, text ?? null], subject: caller.subject };
}

/** A page of the tools that a search found, by their rank. */
function pageOf(
  found: readonly Tool[],
  { pageLimit, filter }: ListRequest,
  { skip }: PagePosition = { skip: 0 },
): { items: ToolSignature[]; next?: PagePosition } {
  const kept = found
    .map((tool) => servedSignature(tool, currentVersion(tool)))
    .filter((signature) => isKept(signature, filter));
  const end = skip + pageLimit;
  return { items: kept.slice(skip, end), ...(kept.length > end ? { next: { skip: end } } : {}) };
}

async function takePage(
  tools: ReturnType<ToolRoot['tools']>,
  { pageLimit, filter }: ListRequest,
): Promise<{ items: ToolSignature[]; next?: PagePosition }> {
  const items: ToolSignature[] = [];
  let looked = 0;
  let last: PagePosition | undefined;
  for await (const { tool, place } of tools) {
    // There are more tools after the page, or this request has reached its limit.
    if ((items.length === pageLimit || looked === maxExamined) && last !== undefined) return { items, next: last };
    looked += 1;
    const signature = servedSignature(tool, currentVersion(tool));
    if (isKept(signature, filter)) items.push(signature);
    last = place;
  }
  return { items };
}

function pageReply(
  { url }: RouteContext,
  { pageLimit, fields }: ListRequest,
  items: readonly ToolSignature[],
  next: string | undefined,
): HttpReply {
  const target = addressWith(url.pathname, url.searchParams, { pageCursor: next });
  const link = next === undefined ? undefined : linkHeader([{ rel: 'next', target }]);
  const chosen = items.map((item) => pickFields(signatureJson(item), fields));
  return jsonReply(
    { items: chosen, paging: { pageLimit, next: next === undefined ? null : withQuery(next, url.searchParams) } },
    { headers: { Vary: 'Authorization', ...(link === undefined ? {} : { Link: link }) } },
  );
}
