/** `/…/{id}/versions` and `/…/{id}/diff`: stored versions of a design and their differences. */
import type { Design, DesignVersion } from '@dragoman/core/engine';
import { canChange, noSuchDesign } from '@dragoman/core/engine';
import type { HttpReply, Route, RouteContext } from '@dragoman/core/http';
import {
  invalidParameters,
  jsonReply,
  negotiate,
  pickFields,
  readFields,
  wholeNumber,
  writeCursor,
} from '@dragoman/core/http';
import type { JsonObject } from '@dragoman/model';
import { Failure } from '@dragoman/model';
import { pageReply, pageStart, pageTop } from '../cursor-page.js';
import type { ToolsetRoutePorts } from '../toolset-ports.js';
import { personal } from '../toolset-ports.js';
import { writeHeader } from './design-answer.js';
import type { DesignDescriptions } from './design-description.js';
import { versionMembers } from './design-description.js';
import type { DesignFace } from './design-face.js';

/** Creates the routes for stored versions, for callers that may change the design. */
export function createDesignVersionRoutes(
  face: DesignFace,
  ports: ToolsetRoutePorts,
  described: DesignDescriptions,
): Route[] {
  const reads = { method: 'GET', budget: 'read', access: 'registry:read' } as const;
  const path = `/${face.plural}/{id}`;
  const serve =
    (handle: (context: RouteContext, current: Design) => Promise<HttpReply>) => async (context: RouteContext) => {
      negotiate(context.request, ['application/json']);
      return handle(context, await requireOwn(face, ports, context));
    };
  return [
    {
      ...reads,
      path: `${path}/versions`,
      describe: described.versions,
      handle: serve((context, current) => listVersions(face, ports, context, current)),
    },
    {
      ...reads,
      path: `${path}/versions/{version}`,
      describe: described.version,
      handle: serve(async (context, { id }) => {
        const fields = readFields(context.url, [...versionMembers, face.kind]);
        const kept = await requireVersion(face, ports, { id, asked: context.params.version ?? '' });
        const shown = { ...writeVersion(kept), [face.kind]: writeState(face, kept.design) };
        return jsonReply(pickFields(shown, fields), { headers: personal });
      }),
    },
    {
      ...reads,
      path: `${path}/diff`,
      describe: described.diff,
      handle: serve((context, current) => compareVersions(face, ports, context, current)),
    },
  ];
}

/** Reads the current state, deleted or not; reported as not found to everyone except its designers. */
async function requireOwn(face: DesignFace, ports: ToolsetRoutePorts, context: RouteContext): Promise<Design> {
  const id = context.params.id ?? '';
  const design = await ports.designer.store.designs.read(face.kind, id);
  if (design === undefined || !canChange(context.caller, design)) throw noSuchDesign(face.kind, id);
  return design;
}

async function listVersions(
  face: DesignFace,
  ports: ToolsetRoutePorts,
  { url, caller }: RouteContext,
  { id }: Design,
): Promise<HttpReply> {
  const fields = readFields(url, versionMembers);
  const top = pageTop(url);
  const path = `/${face.plural}/${encodeURIComponent(id)}/versions`;
  const scope = { key: ports.cursorKey, query: path, subject: caller.subject };
  const start = pageStart(url, scope);
  const before = start === undefined ? undefined : Number(start.name);
  const kept = await ports.designer.store.designs.versions(face.kind, id, top + 1, before);
  const items = kept.slice(0, top);
  const last = kept.length > top ? items.at(-1) : undefined;
  const next = last === undefined ? undefined : writeCursor({ skip: 0, name: String(last.version), id: '' }, scope);
  const versions = items.map((version) => pickFields(writeVersion(version), fields));
  return pageReply({ versions, top }, { path, url, next, headers: personal });
}

async function compareVersions(
  face: DesignFace,
  ports: ToolsetRoutePorts,
  { url }: RouteContext,
  current: Design,
): Promise<HttpReply> {
  const { id, version } = current;
  const to = readNumber(url, 'to') ?? version;
  const from = readNumber(url, 'from') ?? Math.max(1, to - 1);
  const [before, after] = await Promise.all(
    [from, to].map((asked) => requireVersion(face, ports, { id, asked: String(asked) })),
  );
  if (before === undefined || after === undefined) throw noSuchDesign(face.kind, id);
  const headers = compareHeaders(before.design, after.design);
  const changes = [...headers, ...face.compare(before.design.document, after.design.document)];
  return jsonReply({ from, to, changes, count: changes.length }, { headers: personal });
}

function readNumber(url: URL, name: string): number | undefined {
  const text = url.searchParams.get(name);
  if (text === null) return undefined;
  const value = wholeNumber(text);
  if (value !== undefined && value > 0) return value;
  throw invalidParameters([{ field: name, code: 'request/range', detail: 'must be an integer of at least 1' }]);
}

function compareHeaders(before: Design, after: Design): JsonObject[] {
  const members = ['name', 'visibility', 'grants'] as const;
  const changed = members.filter((member) => JSON.stringify(before[member]) !== JSON.stringify(after[member]));
  return changed.map((member) => ({ kind: 'header_changed', member, message: `The ${member} has changed.` }));
}

async function requireVersion(
  face: DesignFace,
  { designer: { store } }: ToolsetRoutePorts,
  { id, asked }: { id: string; asked: string },
): Promise<DesignVersion> {
  const number = wholeNumber(asked);
  const kept = number === undefined ? undefined : await store.designs.version(face.kind, id, number);
  if (kept !== undefined) return kept;
  throw new Failure('NOT_FOUND', { message: `The ${face.kind} has no version '${asked.slice(0, 40)}'.` });
}

function writeVersion({ version, action, actor, at }: DesignVersion): JsonObject {
  return { version, action: action.replace('design.', ''), actor, at };
}

function writeState(face: DesignFace, design: Design): JsonObject {
  return { ...writeHeader(design, true), ...face.write(design.document) };
}
