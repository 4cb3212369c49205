/** The routes of every kind of design: list, create, read, replace, delete. Designs are visible only to permitted callers. */
import type { Design } from '@dragoman/core/engine';
import { canSee, deleteDesign, requireDesign, saveDesign } from '@dragoman/core/engine';
import type { HttpReply, Route, RouteContext } from '@dragoman/core/http';
import { createReply, negotiate, pickFields, readFields, readJsonBody, writeCursor } from '@dragoman/core/http';
import type { JsonObject } from '@dragoman/model';
import { countProblems, Failure } from '@dragoman/model';
import { pageReply, pageStart, pageTop } from '../cursor-page.js';
import { dryRunReply } from '../dry-run.js';
import type { ToolsetRoutePorts } from '../toolset-ports.js';
import { personal, writerOf } from '../toolset-ports.js';
import { answerDesign, answerDesignDryRun, writeHeader } from './design-answer.js';
import type { DesignDescriptions } from './design-description.js';
import type { DesignFace } from './design-face.js';
import { refusalOf } from './finding-view.js';

/** Creates the five routes of one kind of design. */
export function createDesignRoutes(face: DesignFace, ports: ToolsetRoutePorts, described: DesignDescriptions): Route[] {
  const reads = { budget: 'read', access: 'public' } as const;
  const writes = { budget: 'write', access: 'registry:write' } as const;
  const path = `/${face.plural}/{id}`;
  return [
    {
      ...reads,
      method: 'GET',
      path: `/${face.plural}`,
      describe: described.list,
      handle: (context) => listDesigns(face, ports, context, { path: `/${face.plural}`, keeps: () => true }),
    },
    {
      ...writes,
      method: 'POST',
      path: face.createPath,
      action: 'design.create',
      describe: described.create,
      handle: (context) => write(face, ports, context, 'create'),
    },
    {
      ...reads,
      method: 'GET',
      path,
      describe: described.read,
      handle: async (context) => {
        negotiate(context.request, ['application/json']);
        const fields = readFields(context.url, described.members);
        const design = await requireDesign(ports.designer.store, face.kind, context.params.id ?? '', context.caller);
        return answerDesign(face, ports, { design, context }, { fields });
      },
    },
    {
      ...writes,
      method: 'PUT',
      path,
      action: 'design.update',
      describe: described.replace,
      handle: (context) => write(face, ports, context, 'replace'),
    },
    {
      ...writes,
      method: 'DELETE',
      path,
      action: 'design.delete',
      describe: described.delete,
      handle: (context) => remove(face, ports, context),
    },
  ];
}

/** Designs read from the store per query, and the maximum scanned for one page. */
const batchSize = 200;
const maxScanned = 10_000;

/** The path of a list and the filter for its designs. */
export interface DesignList {
  path: string;
  keeps(design: Design): boolean;
}

/** Writes a page of designs that the caller may see. */
export async function listDesigns(
  face: DesignFace,
  ports: ToolsetRoutePorts,
  context: RouteContext,
  list: DesignList,
): Promise<HttpReply> {
  const { caller, request, url } = context;
  negotiate(request, ['application/json']);
  const fields = readFields(url, summaryMembers(face));
  const top = pageTop(url);
  const scope = { key: ports.cursorKey, query: list.path, subject: caller.subject };
  const after = pageStart(url, scope)?.name;
  const { found, resumeAfter } = await take(face, ports, context, { list, after, count: top + 1 });
  const items = found.slice(0, top);
  const place = found.length > top ? items.at(-1)?.id : resumeAfter;
  const next = place === undefined ? undefined : writeCursor({ skip: 0, name: place, id: '' }, scope);
  const shown = items.map((design) =>
    pickFields({ ...writeHeader(design, false), ...face.summarize(design.document) }, fields),
  );
  return pageReply({ [face.plural]: shown, top }, { path: list.path, url, next, headers: personal });
}

/** Members of a listed design. */
export function summaryMembers(face: DesignFace): string[] {
  const header = ['id', 'name', 'owner', 'visibility', 'version', 'created_at', 'updated_at'];
  return [...header, ...Object.keys(face.schemas.summary)];
}

interface PageQuery {
  list: DesignList;
  after: string | undefined;
  count: number;
}

/** Reads designs for a page; `resumeAfter` is the position to continue from when the scan limit was reached. */
async function take(
  face: DesignFace,
  { designer: { store } }: ToolsetRoutePorts,
  { caller, signal }: RouteContext,
  { list, after: start, count }: PageQuery,
): Promise<{ found: Design[]; resumeAfter?: string }> {
  const found: Design[] = [];
  let after = start;
  for (let scanned = 0; scanned < maxScanned && !signal.aborted; scanned += batchSize) {
    const some = await store.designs.list(face.kind, after, batchSize);
    found.push(...some.filter((design) => canSee(caller, design) && list.keeps(design)));
    after = some.at(-1)?.id;
    if (found.length >= count || some.length < batchSize) return { found: found.slice(0, count) };
  }
  return after === undefined ? { found } : { found, resumeAfter: after };
}

async function write(
  face: DesignFace,
  ports: ToolsetRoutePorts,
  context: RouteContext,
  mode: 'create' | 'replace',
): Promise<HttpReply> {
  negotiate(context.request, ['application/json']);
  const json = await readJsonBody(context.request, { bytes: ports.bodyBytes });
  const body = face.readBody(json, context, mode);
  if (mode === 'create') await face.admit?.(ports.designer, context);
  const id = mode === 'create' ? (body.id ?? ports.newId()) : (context.params.id ?? '');
  const { designs, dryRun, ...writer } = writerOf(ports, context);
  const written = await saveDesign(designs, {
    ...writer,
    kind: face.kind,
    id,
    mode,
    header: () => body,
    compose: async (before) => {
      const document = body.document(before?.document);
      await rejectErrors(face, ports, context, { id, document });
      return document;
    },
  });
  if (dryRun) return answerDesignDryRun(face, ports, { written, context });
  const { design, outcome } = written;
  const created = outcome === 'created';
  const headers = created ? { Location: `/${face.plural}/${encodeURIComponent(id)}` } : {};
  return answerDesign(face, ports, { design, context }, { status: created ? 201 : 200, headers });
}

/** Throws all errors of a document that must not be saved with errors. */
async function rejectErrors(
  face: DesignFace,
  ports: ToolsetRoutePorts,
  context: RouteContext,
  design: { id: string; document: JsonObject },
): Promise<void> {
  const { findings } = await face.evaluate(ports.designer, design, context);
  if (!face.refuses(design.document, findings)) return;
  const errors = findings.filter(({ severity }) => severity === 'error');
  const count = countProblems(errors.length);
  throw new Failure('INVALID_INPUT', {
    message: `The ${face.kind} has ${count}.`,
    fieldErrors: errors.slice(0, 100).map(refusalOf),
  });
}

async function remove(face: DesignFace, ports: ToolsetRoutePorts, context: RouteContext): Promise<HttpReply> {
  negotiate(context.request, ['application/json']);
  const { designs, dryRun, ...writer } = writerOf(ports, context);
  const id = context.params.id ?? '';
  await deleteDesign(designs, { ...writer, kind: face.kind, id });
  if (!dryRun) return createReply(null, { status: 204 });
  const undo = `${face.plural}_create`;
  const changes = [`Deletes the ${face.kind} '${id}'.`];
  return dryRunReply({ would_change: true, reversible: true, outcome: 'deleted', changes, undo });
}
