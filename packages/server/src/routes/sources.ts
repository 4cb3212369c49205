/** `/sources`: card addresses that are fetched on a schedule. A source exists only for its owner and administrators. */
import type { AuditDraft, Caller, Route, RouteContext, SourceRecord } from '@dragoman/core';
import { jsonResponse, negotiate, pickFields, readFields, readJsonBody, timestamp } from '@dragoman/core';
import { Failure } from '@dragoman/model';
import type { CrawlPorts } from '../crawl/crawl-source.js';
import { crawlSource } from '../crawl/crawl-source.js';
import { cursorPage } from './cursor-page.js';
import { rehearsalResponse, wantsDryRun } from './dry-run.js';
import type { IntakeSettings } from './imports.js';
import { requirePublisher } from './imports.js';
import {
  createDescription,
  deleteDescription,
  listDescription,
  readDescription,
  refreshDescription,
  sourceMembers,
} from './source-description.js';
import { readSourceRequest, sourceId, writeSource } from './source-request.js';

/** What the source routes need of the world. */
export interface SourceRoutePorts extends CrawlPorts {
  settings: IntakeSettings & {
    /** Largest body in bytes. */
    bodyBytes: number;
    /** Shortest interval that a source may ask for, in seconds. */
    minIntervalSeconds: number;
  };
  /** Secret that page cursors are signed with. */
  cursorKey: string;
}

/** Most sources of one owner. */
const mostOwned = 10_000;

const personal = { 'Cache-Control': 'private, no-store', Vary: 'Authorization, X-API-Key' };

/** The routes of crawled addresses. */
export function createSourceRoutes(ports: SourceRoutePorts): Route[] {
  const common = { budget: 'write', access: 'registry:write' } as const;
  return [
    {
      ...common,
      method: 'GET',
      path: '/sources',
      budget: 'read',
      describe: listDescription,
      handle: (context) => listSources(ports, context),
    },
    {
      ...common,
      method: 'POST',
      path: '/sources',
      action: 'source.create',
      describe: createDescription,
      handle: (context) => createSources(ports, context),
    },
    {
      ...common,
      method: 'GET',
      path: '/sources/{id}',
      budget: 'read',
      describe: readDescription,
      handle: async (context) => readSource(ports, context),
    },
    {
      ...common,
      method: 'DELETE',
      path: '/sources/{id}',
      action: 'source.delete',
      describe: deleteDescription,
      handle: (context) => deleteSource(ports, context),
    },
    {
      ...common,
      method: 'POST',
      path: '/sources/{id}/refresh',
      action: 'source.refresh',
      describe: refreshDescription,
      handle: (context) => refreshSource(ports, context),
    },
  ];
}

function answer(source: SourceRecord): Response {
  return jsonResponse(writeSource(source), { headers: personal });
}

function owns(caller: Caller, source: SourceRecord): boolean {
  return source.owner === caller.subject || caller.scopes.includes('admin');
}

/** Unknown sources and those of others are answered alike. */
async function requireSource(
  ports: SourceRoutePorts,
  { params, caller, request }: RouteContext,
): Promise<SourceRecord> {
  negotiate(request, ['application/json']);
  const source = await ports.store.sources.find(params.id ?? '');
  if (source !== undefined && owns(caller, source)) return source;
  throw new Failure('NOT_FOUND', { message: `No source with id '${(params.id ?? '').slice(0, 200)}'.` });
}

async function listSources(ports: SourceRoutePorts, context: RouteContext): Promise<Response> {
  const { caller, request, url } = context;
  negotiate(request, ['application/json']);
  const fields = readFields(url, sourceMembers);
  const seen = (await ports.store.sources.list()).filter((source) => owns(caller, source));
  const list = { path: '/sources', cursorKey: ports.cursorKey, order: ({ id }: SourceRecord) => id };
  const { items, count, top, next, headers } = cursorPage(seen, context, list);
  const sources = items.map((source) => pickFields(writeSource(source), fields));
  const paging = next === undefined ? {} : { next_cursor: next };
  return jsonResponse({ sources, count, top, ...paging }, { headers: { ...personal, ...headers } });
}

async function readSource(ports: SourceRoutePorts, context: RouteContext): Promise<Response> {
  const fields = readFields(context.url, sourceMembers);
  const source = await requireSource(ports, context);
  return jsonResponse(pickFields(writeSource(source), fields), { headers: personal });
}

/** Addresses that the caller follows already stay as they are, so that the call can be repeated. */
async function createSources(ports: SourceRoutePorts, context: RouteContext): Promise<Response> {
  const { request, caller } = context;
  const { settings, store } = ports;
  negotiate(request, ['application/json']);
  requirePublisher(settings, caller);
  const body = await readJsonBody(request, { bytes: settings.bodyBytes });
  const { urls, intervalSeconds } = readSourceRequest(body, settings.minIntervalSeconds);
  await requireRoom(ports, caller, urls.length);
  const sources: SourceRecord[] = [];
  let created = 0;
  for (const url of urls) {
    const source = newSource(ports, caller, url, intervalSeconds);
    const added = await store.sources.add(source, auditDraft(ports, context, 'source.create', source.id));
    created += added ? 1 : 0;
    sources.push(added ? source : ((await store.sources.find(source.id)) ?? source));
  }
  const [only] = sources;
  const location = sources.length === 1 && only !== undefined ? { Location: `/sources/${only.id}` } : {};
  return jsonResponse(
    { sources: sources.map(writeSource), created },
    { status: created > 0 ? 201 : 200, headers: { ...personal, ...location } },
  );
}

async function requireRoom(ports: SourceRoutePorts, caller: Caller, more: number): Promise<void> {
  const owned = (await ports.store.sources.list()).filter(({ owner }) => owner === caller.subject);
  if (owned.length + more <= mostOwned) return;
  throw new Failure('CONFLICT', { message: `One owner may have at most ${mostOwned} sources.` });
}

function newSource(ports: SourceRoutePorts, caller: Caller, url: string, intervalSeconds: number): SourceRecord {
  const now = timestamp(ports.clock);
  return {
    id: sourceId(caller.subject, url),
    url,
    owner: caller.subject,
    intervalSeconds,
    createdAt: now,
    dueAt: now,
    failures: 0,
    entryIds: [],
  };
}

async function deleteSource(ports: SourceRoutePorts, context: RouteContext): Promise<Response> {
  const dryRun = wantsDryRun(context);
  const { id } = await requireSource(ports, context);
  if (dryRun) {
    return rehearsalResponse({ would_change: true, reversible: true, outcome: 'deleted', undo: 'sources_create' });
  }
  await ports.store.sources.remove(id, auditDraft(ports, context, 'source.delete', id));
  return new Response(null, { status: 204 });
}

async function refreshSource(ports: SourceRoutePorts, context: RouteContext): Promise<Response> {
  const source = await requireSource(ports, context);
  requirePublisher(ports.settings, context.caller);
  const { signal, traceId } = context;
  return answer(await crawlSource(ports, source, { signal, traceId }));
}

function auditDraft(ports: SourceRoutePorts, context: RouteContext, action: string, target: string): AuditDraft {
  const { caller, traceId } = context;
  return { at: timestamp(ports.clock), actor: caller.subject, action, target, outcome: 'done', code: '', traceId };
}
