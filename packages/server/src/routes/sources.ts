/** `/sources`: URLs that are fetched on a schedule. A source is visible only to its owner and administrators. */
import type { AuditDraft, Caller, SourceRecord } from '@dragoman/core/engine';
import { idTaken, requireAvailable } from '@dragoman/core/engine';
import type { HttpReply, Route, RouteContext } from '@dragoman/core/http';
import {
  createReply,
  jsonReply,
  negotiate,
  pickFields,
  readFields,
  readJsonBody,
  timestamp,
} from '@dragoman/core/http';
import { Failure } from '@dragoman/model';
import type { CrawlPorts } from '../crawl/crawl-source.js';
import { crawlSource } from '../crawl/crawl-source.js';
import type { SourceCredentials } from '../credentials/source-credentials.js';
import { sourceId } from '../credentials/source-id.js';
import { cursorPage } from './cursor-page.js';
import { dryRunReply, wantsDryRun } from './dry-run.js';
import type { IntakeSettings } from './imports.js';
import { requirePublisher } from './imports.js';
import {
  createDescription,
  deleteDescription,
  listDescription,
  readDescription,
  refreshDescription,
  refreshDryRun,
  sourceMembers,
} from './source-description.js';
import type { SourceRequest } from './source-request.js';
import { readSourceRequest, writeSource } from './source-request.js';

/** Dependencies of the source routes. */
export interface SourceRoutePorts extends CrawlPorts {
  settings: IntakeSettings & {
    /** Maximum body in bytes. */
    bodyBytes: number;
    /** Minimum interval of a source, in seconds. */
    minIntervalSeconds: number;
  };
  /** Secret that signs page cursors. */
  cursorKey: string;
  credentials: SourceCredentials;
}

/** Maximum sources of one owner. */
const maxOwned = 10_000;

const personal = { 'Cache-Control': 'private, no-store', Vary: 'Authorization, X-API-Key' };

/** Creates the source routes. */
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

/** Writes a source as the response, without the secret of its credential. */
export async function answerSource(ports: SourceRoutePorts, source: SourceRecord): Promise<HttpReply> {
  return jsonReply(writeSource(source, await ports.credentials.find(source)), { headers: personal });
}

function owns(caller: Caller, source: SourceRecord): boolean {
  return source.owner === caller.subject || caller.scopes.includes('admin');
}

/** Reads the source named in the path; unknown sources and those of other owners give the same error. */
export async function requireSource(
  ports: SourceRoutePorts,
  { params, caller, request }: RouteContext,
): Promise<SourceRecord> {
  negotiate(request, ['application/json']);
  const source = await ports.store.sources.find(params.id ?? '');
  if (source !== undefined && owns(caller, source)) return source;
  throw new Failure('NOT_FOUND', { message: `No source with id '${(params.id ?? '').slice(0, 200)}'.` });
}

async function listSources(ports: SourceRoutePorts, context: RouteContext): Promise<HttpReply> {
  const { caller, request, url } = context;
  negotiate(request, ['application/json']);
  const fields = readFields(url, sourceMembers);
  const seen = (await ports.store.sources.list()).filter((source) => owns(caller, source));
  const list = { path: '/sources', cursorKey: ports.cursorKey, order: ({ id }: SourceRecord) => id };
  const { items, count, top, next, headers } = cursorPage(seen, context, list);
  const sources = items.map((source) => pickFields(writeSource(source), fields));
  const paging = next === undefined ? {} : { next_cursor: next };
  return jsonReply({ sources, count, top, ...paging }, { headers: { ...personal, ...headers } });
}

async function readSource(ports: SourceRoutePorts, context: RouteContext): Promise<HttpReply> {
  const fields = readFields(context.url, sourceMembers);
  const source = await requireSource(ports, context);
  const shown = writeSource(source, await ports.credentials.find(source));
  return jsonReply(pickFields(shown, fields), { headers: personal });
}

/** Existing sources of the caller stay unchanged, so that the call can be repeated. */
async function createSources(ports: SourceRoutePorts, context: RouteContext): Promise<HttpReply> {
  const { request, caller } = context;
  const { settings, store } = ports;
  negotiate(request, ['application/json']);
  requirePublisher(settings, caller);
  const body = await readJsonBody(request, { bytes: settings.bodyBytes });
  const asked = readSourceRequest(body, settings.minIntervalSeconds);
  const { urls } = asked;
  await requireRoom(ports, caller, urls.length);
  await requireFree(ports, caller, asked);
  if (wantsDryRun(context)) return foreseeSources(ports, caller, urls);
  const sources: SourceRecord[] = [];
  let created = 0;
  for (const url of urls) {
    const source = newSource(ports, caller, url, asked);
    const added = await store.sources.add(source, auditDraft(ports, context, 'source.create', source.id));
    created += added ? 1 : 0;
    sources.push(added ? source : ((await store.sources.find(source.id)) ?? source));
  }
  const [only] = sources;
  const location = sources.length === 1 && only !== undefined ? { Location: `/sources/${only.id}` } : {};
  return jsonReply(
    { sources: sources.map((source) => writeSource(source)), created },
    { status: created > 0 ? 201 : 200, headers: { ...personal, ...location } },
  );
}

async function foreseeSources(ports: SourceRoutePorts, caller: Caller, urls: readonly string[]): Promise<HttpReply> {
  const changes: string[] = [];
  for (const url of urls) {
    if ((await ports.store.sources.find(sourceId(caller.subject, url))) !== undefined) continue;
    changes.push(`Fetches ${url.slice(0, 500)} now and on a schedule, and publishes the services that it describes.`);
  }
  const outcome = changes.length > 0 ? 'created' : 'unchanged';
  return dryRunReply({ would_change: changes.length > 0, reversible: true, outcome, changes, undo: 'sources_delete' });
}

async function requireRoom(ports: SourceRoutePorts, caller: Caller, more: number): Promise<void> {
  const owned = (await ports.store.sources.list()).filter(({ owner }) => owner === caller.subject);
  if (owned.length + more <= maxOwned) return;
  throw new Failure('CONFLICT', { message: `One owner may have at most ${maxOwned} sources.` });
}

/**
 * Throws when the chosen id belongs to a service from elsewhere, and when a URL is already followed under another name
 * or id: a repeated call changes nothing, so it must not ask for anything else.
 */
async function requireFree({ store }: SourceRoutePorts, caller: Caller, asked: SourceRequest): Promise<void> {
  const { urls, agentId, name } = asked;
  const taken = agentId === undefined ? undefined : await store.entries.read(agentId);
  if (taken !== undefined) requireAvailable(taken, caller);
  if (taken?.deletedAt === undefined && taken !== undefined && !urls.includes(taken.entry.origin.uri ?? '')) {
    throw idTaken(taken.entry.id);
  }
  for (const url of urls) {
    const known = await store.sources.find(sourceId(caller.subject, url));
    const isOther = known !== undefined && name !== undefined && known.name !== name;
    const hasOther = known?.agentId !== undefined && agentId !== undefined && known.agentId !== agentId;
    if (isOther || hasOther) throw followed(known);
  }
}

function followed({ url, name, agentId }: SourceRecord): Failure {
  const known = [name, agentId].filter((word) => word !== undefined);
  const as = known.length === 0 ? '' : ` as ${known.map((word) => `'${word}'`).join(', ')}`;
  const message = `${url.slice(0, 500)} is already followed${as}; remove that source first to change its name or id.`;
  return new Failure('CONFLICT', { message });
}

function newSource(ports: SourceRoutePorts, caller: Caller, url: string, asked: SourceRequest): SourceRecord {
  const { intervalSeconds, name, visibility, agentId } = asked;
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
    ...(name === undefined ? {} : { name }),
    ...(agentId === undefined ? {} : { agentId }),
    ...(visibility === undefined ? {} : { visibility }),
  };
}

async function deleteSource(ports: SourceRoutePorts, context: RouteContext): Promise<HttpReply> {
  const dryRun = wantsDryRun(context);
  const source = await requireSource(ports, context);
  const { id } = source;
  if (dryRun) {
    const services = `${source.entryIds.length} services`;
    const changes = [`Stops following ${source.url.slice(0, 500)}; its ${services} stay.`];
    return dryRunReply({ would_change: true, reversible: true, outcome: 'deleted', changes, undo: 'sources_create' });
  }
  await ports.credentials.remove(source, context);
  await ports.store.sources.remove(id, auditDraft(ports, context, 'source.delete', id));
  return createReply(null, { status: 204 });
}

async function refreshSource(ports: SourceRoutePorts, context: RouteContext): Promise<HttpReply> {
  const source = await requireSource(ports, context);
  requirePublisher(ports.settings, context.caller);
  if (wantsDryRun(context)) return dryRunReply(refreshDryRun(source.url, source.entryIds.length));
  const { signal, traceId } = context;
  return answerSource(ports, await crawlSource(ports, source, { signal, traceId }));
}

/** Creates the audit record of an action on a source. */
export function auditDraft(ports: SourceRoutePorts, context: RouteContext, action: string, target: string): AuditDraft {
  const { caller, traceId } = context;
  return { at: timestamp(ports.clock), actor: caller.subject, action, target, outcome: 'done', code: '', traceId };
}
