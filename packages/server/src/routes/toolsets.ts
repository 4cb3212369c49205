/** `/toolsets`: the tools that a designer chose for a task. A toolset is visible only to callers that may see it. */
import type { Design } from '@dragoman/core/engine';
import { canSee, composeToolset, deleteToolset, requireToolset, saveToolset, toToolset } from '@dragoman/core/engine';
import type { HttpReply, Route, RouteContext } from '@dragoman/core/http';
import { createReply, negotiate, pickFields, readFields, readJsonBody, writeCursor } from '@dragoman/core/http';
import { pageReply, pageStart, pageTop } from './cursor-page.js';
import { dryRunReply } from './dry-run.js';
import { requireSources } from './require-sources.js';
import {
  createDescription,
  deleteDescription,
  listDescription,
  readDescription,
  replaceDescription,
} from './toolset-description.js';
import type { ToolsetRoutePorts } from './toolset-ports.js';
import { answerDryRun, answerToolset, personal, writerOf } from './toolset-ports.js';
import { readToolsetBody } from './toolset-request.js';
import { summaryMembers, toolsetMembers } from './toolset-schemas.js';
import { writeToolsetSummary } from './toolset-view.js';

/** Creates the routes that create, read, change and delete toolsets. */
export function createToolsetRoutes(ports: ToolsetRoutePorts): Route[] {
  const reads = { budget: 'read', access: 'public' } as const;
  const writes = { budget: 'write', access: 'registry:write' } as const;
  return [
    {
      ...reads,
      method: 'GET',
      path: '/toolsets',
      describe: listDescription,
      handle: (context) => listToolsets(ports, context),
    },
    {
      ...writes,
      method: 'POST',
      path: '/toolsets',
      action: 'design.create',
      describe: createDescription,
      handle: (context) => createToolset(ports, context),
    },
    {
      ...reads,
      method: 'GET',
      path: '/toolsets/{id}',
      describe: readDescription,
      handle: (context) => readToolset(ports, context),
    },
    {
      ...writes,
      method: 'PUT',
      path: '/toolsets/{id}',
      action: 'design.update',
      describe: replaceDescription,
      handle: (context) => replaceToolset(ports, context),
    },
    {
      ...writes,
      method: 'DELETE',
      path: '/toolsets/{id}',
      action: 'design.delete',
      describe: deleteDescription,
      handle: (context) => removeToolset(ports, context),
    },
  ];
}

/** Designs read from the store per query. */
const batchSize = 200;

async function listToolsets(ports: ToolsetRoutePorts, context: RouteContext): Promise<HttpReply> {
  const { caller, request, url } = context;
  negotiate(request, ['application/json']);
  const fields = readFields(url, summaryMembers);
  const top = pageTop(url);
  const scope = { key: ports.cursorKey, query: '/toolsets', subject: caller.subject };
  const after = pageStart(url, scope)?.name;
  const found = await takeVisible(ports, context, after, top + 1);
  const items = found.slice(0, top);
  const last = items.at(-1);
  const next =
    found.length > top && last !== undefined ? writeCursor({ skip: 0, name: last.id, id: '' }, scope) : undefined;
  const toolsets = items.map((design) => pickFields(writeToolsetSummary(toToolset(design), ports.origin), fields));
  return pageReply({ toolsets, top }, { path: '/toolsets', url, next, headers: personal });
}

async function takeVisible(
  { designer: { store } }: ToolsetRoutePorts,
  { caller, signal }: RouteContext,
  start: string | undefined,
  count: number,
): Promise<Design[]> {
  const found: Design[] = [];
  for (let after = start; found.length < count && !signal.aborted; ) {
    const some = await store.designs.list('toolset', after, batchSize);
    found.push(...some.filter((design) => canSee(caller, design)));
    after = some.at(-1)?.id;
    if (some.length < batchSize) break;
  }
  return found.slice(0, count);
}

async function readToolset(ports: ToolsetRoutePorts, context: RouteContext): Promise<HttpReply> {
  negotiate(context.request, ['application/json']);
  const fields = readFields(context.url, toolsetMembers);
  const toolset = await requireToolset(ports.designer.store, context.params.id ?? '', context.caller);
  return answerToolset(ports, context, toolset, fields === undefined ? {} : { fields });
}

async function createToolset(ports: ToolsetRoutePorts, context: RouteContext): Promise<HttpReply> {
  negotiate(context.request, ['application/json']);
  const body = readToolsetBody(await readJsonBody(context.request, { bytes: ports.bodyBytes }), true);
  await requireSources(ports.designer.store, context.caller, body.open);
  return write(ports, context, { body, id: body.id ?? ports.newId(), mode: 'create' });
}

async function replaceToolset(ports: ToolsetRoutePorts, context: RouteContext): Promise<HttpReply> {
  negotiate(context.request, ['application/json']);
  const body = readToolsetBody(await readJsonBody(context.request, { bytes: ports.bodyBytes }), false);
  await requireSources(ports.designer.store, context.caller, body.open);
  return write(ports, context, { body, id: context.params.id ?? '', mode: 'replace' });
}

interface Writing {
  body: ReturnType<typeof readToolsetBody>;
  id: string;
  mode: 'create' | 'replace';
}

async function write(ports: ToolsetRoutePorts, context: RouteContext, { body, id, mode }: Writing): Promise<HttpReply> {
  const { designs, dryRun, ...writer } = writerOf(ports, context);
  const { caller } = context;
  const written = await saveToolset(designs, {
    ...writer,
    id,
    mode,
    header: () => body,
    compose: (before) => composeToolset(ports.designer, body, { toolsetId: id, caller, before }),
  });
  if (dryRun) return answerDryRun(ports, context, written);
  const created = written.outcome === 'created';
  return answerToolset(ports, context, toToolset(written.design), {
    status: created ? 201 : 200,
    headers: created ? { Location: `/toolsets/${encodeURIComponent(id)}` } : {},
  });
}

async function removeToolset(ports: ToolsetRoutePorts, context: RouteContext): Promise<HttpReply> {
  negotiate(context.request, ['application/json']);
  const { designs, dryRun, ...writer } = writerOf(ports, context);
  const id = context.params.id ?? '';
  await deleteToolset(designs, { ...writer, id });
  if (!dryRun) return createReply(null, { status: 204 });
  const changes = [`Deletes the toolset '${id}'; its tools are no longer offered.`];
  return dryRunReply({ would_change: true, reversible: true, outcome: 'deleted', changes, undo: 'toolsets_roll_back' });
}
