/** `/saved`: what a caller saves for itself: tried calls, examples, evaluation cases and results of evaluations. */
import type { Caller, SavedRecord, SavedStore } from '@dragoman/core/engine';
import { savedKinds } from '@dragoman/core/engine';
import type { Clock, HttpReply, Route, RouteContext } from '@dragoman/core/http';
import {
  createReply,
  invalidParameters,
  jsonReply,
  negotiate,
  pickFields,
  readFields,
  readJsonBody,
  timestamp,
  writeCursor,
} from '@dragoman/core/http';
import type { FieldError, JsonObject } from '@dragoman/model';
import { Failure } from '@dragoman/model';
import { pageReply, pageStart, pageTop } from './cursor-page.js';
import { dryRunReply, wantsDryRun } from './dry-run.js';
import {
  describeSavedCreate,
  describeSavedDelete,
  describeSavedList,
  savedDryRun,
  savedMembers,
} from './saved-description.js';
import { readSavedRequest, savedQuotas } from './saved-request.js';
import { personal } from './toolset-ports.js';

/** Dependencies of the routes. */
export interface SavedRoutePorts {
  saved: SavedStore;
  clock: Clock;
  newId: () => string;
  cursorKey: string;
  bodyBytes: number;
}

type ListedKind = (typeof savedKinds)[number];

const path = '/saved';
const dayMs = 86_400_000;

/** Creates the routes. */
export function createSavedRoutes(ports: SavedRoutePorts): Route[] {
  const access = 'registry:read';
  return [
    { method: 'GET', path, budget: 'read', access, describe: describeSavedList, handle: (each) => list(ports, each) },
    {
      method: 'POST',
      path,
      budget: 'write',
      access,
      bodyBytes: ports.bodyBytes,
      describe: describeSavedCreate,
      handle: (each) => create(ports, each),
    },
    {
      method: 'DELETE',
      path: `${path}/{id}`,
      budget: 'write',
      access,
      describe: describeSavedDelete,
      handle: (each) => remove(ports, each),
    },
  ];
}

/** Saves an item of a caller, for the days and in the number that its kind allows. */
export async function saveItem(
  { saved, clock, newId }: Pick<SavedRoutePorts, 'saved' | 'clock' | 'newId'>,
  { subject }: Pick<Caller, 'subject'>,
  item: Pick<SavedRecord, 'agentId' | 'operation' | 'content'> & { kind: ListedKind },
): Promise<SavedRecord> {
  const { items, days } = savedQuotas[item.kind];
  const expiresAt = new Date(clock.now() + days * dayMs).toISOString();
  const record: SavedRecord = { id: newId(), subject, at: timestamp(clock), expiresAt, ...item };
  await saved.add(record, items);
  return record;
}

async function remove({ saved }: SavedRoutePorts, context: RouteContext): Promise<HttpReply> {
  const { params, caller } = context;
  const id = params.id ?? '';
  const dryRun = wantsDryRun(context);
  const found = dryRun ? (await saved.find(caller.subject, id)) !== undefined : await saved.remove(caller.subject, id);
  if (!found) throw new Failure('NOT_FOUND', { message: 'You have saved no item with this id.' });
  return dryRun
    ? dryRunReply({
        would_change: true,
        reversible: false,
        outcome: 'deleted',
        changes: [`Deletes the saved item ${id}.`],
      })
    : createReply(null, { status: 204 });
}

async function create(ports: SavedRoutePorts, context: RouteContext): Promise<HttpReply> {
  const { request, caller } = context;
  negotiate(request, ['application/json']);
  const asked = readSavedRequest(await readJsonBody(request, { bytes: ports.bodyBytes }));
  if (wantsDryRun(context)) return dryRunReply(savedDryRun(asked.kind));
  const record = await saveItem(ports, caller, asked);
  return jsonReply(writeSaved(record), { status: 201, headers: { 'Cache-Control': 'no-store' } });
}

async function list(ports: SavedRoutePorts, { request, url, caller }: RouteContext): Promise<HttpReply> {
  negotiate(request, ['application/json']);
  const fields = readFields(url, savedMembers);
  const problems: FieldError[] = [];
  const [kind, top] = [readKind(url, problems), pageTop(url, problems)];
  if (problems.length > 0) throw invalidParameters(problems);
  const [agentId, operation] = [url.searchParams.get('agent'), url.searchParams.get('operation')];
  const scope = { key: ports.cursorKey, query: [path, kind, agentId, operation], subject: caller.subject };
  const after = pageStart(url, scope);
  const found = await ports.saved.list({
    subject: caller.subject,
    kind,
    limit: top + 1,
    ...(agentId === null ? {} : { agentId }),
    ...(operation === null ? {} : { operation }),
    ...(after?.id === undefined ? {} : { before: after.id }),
  });
  const items = found.slice(0, top);
  const last = items.at(-1);
  const next = found.length <= top || last === undefined ? undefined : writeCursor({ skip: 0, id: last.id }, scope);
  const shown = items.map((item) => pickFields(writeSaved(item), fields));
  return pageReply({ items: shown, top }, { path, url, next, headers: personal });
}

function readKind(url: URL, problems: FieldError[]): ListedKind {
  const given = url.searchParams.get('kind') ?? 'call';
  const kind = savedKinds.find((each) => each === given);
  if (kind === undefined) {
    problems.push({ field: 'kind', code: 'request/value', detail: `must be one of ${savedKinds.join(', ')}` });
  }
  return kind ?? 'call';
}

function writeSaved({ id, kind, agentId, operation, at, expiresAt, content }: SavedRecord): JsonObject {
  return {
    id,
    kind,
    ...(agentId === '' ? {} : { agent: agentId }),
    ...(operation === '' ? {} : { operation }),
    at,
    expires_at: expiresAt,
    ...content,
  };
}
