/** `/toolsets/{id}/versions`: stored versions of a toolset, their differences, and rollback. */
import type { Design, DesignVersion, ToolsetChange } from '@dragoman/core/engine';
import { canChange, compareToolsets, noSuchDesign, rollBack, saveToolset, toToolset } from '@dragoman/core/engine';
import type { HttpReply, Route, RouteContext } from '@dragoman/core/http';
import {
  fieldsParameter,
  jsonReply,
  negotiate,
  nextLinkHeader,
  pickFields,
  readFields,
  readJsonBody,
  toolsetParameter,
  versionParameter,
  wholeNumber,
  writeCursor,
} from '@dragoman/core/http';
import type { JsonObject, JsonValue } from '@dragoman/model';
import { isJsonObject } from '@dragoman/model';
import { pageParameters, pageReply, pageStart, pageTop } from './cursor-page.js';
import { fault, invalidBody, refuseUnknown } from './import-request.js';
import { describeToolsetChange } from './toolset-description.js';
import type { ToolsetRoutePorts } from './toolset-ports.js';
import { answerDryRun, answerToolset, personal, seesAgents, writerOf } from './toolset-ports.js';
import { versionMembers, versionSchema, versionsSchema } from './toolset-schemas.js';
import { writeToolset, writeToolsetVersion } from './toolset-view.js';

/** Creates the routes for stored versions. */
export function createToolsetVersionRoutes(ports: ToolsetRoutePorts): Route[] {
  const reads = { method: 'GET', budget: 'read', access: 'registry:read' } as const;
  return [
    { ...reads, path: '/toolsets/{id}/versions', describe: listDescription, handle: (context) => list(ports, context) },
    {
      ...reads,
      path: '/toolsets/{id}/versions/{version}',
      describe: readDescription,
      handle: (context) => read(ports, context),
    },
    {
      method: 'POST',
      path: '/toolsets/{id}/roll-back',
      budget: 'write',
      access: 'registry:write',
      action: 'design.update',
      describe: rollBackDescription,
      handle: (context) => goBack(ports, context),
    },
  ];
}

/** Reads the current state, deleted or not; reported as not found to everyone except its designer. */
async function requireOwned({ designer }: ToolsetRoutePorts, { params, caller }: RouteContext): Promise<Design> {
  const design = await designer.store.designs.read('toolset', params.id ?? '');
  if (design !== undefined && canChange(caller, design)) return design;
  throw noSuchDesign('toolset', params.id ?? '');
}

async function list(ports: ToolsetRoutePorts, context: RouteContext): Promise<HttpReply> {
  const { url, caller, request } = context;
  negotiate(request, ['application/json']);
  const fields = readFields(url, versionMembers);
  const { id } = await requireOwned(ports, context);
  const top = pageTop(url);
  const path = `/toolsets/${encodeURIComponent(id)}/versions`;
  const scope = { key: ports.cursorKey, query: path, subject: caller.subject };
  const start = pageStart(url, scope);
  const before = start === undefined ? undefined : Number(start.name);
  const kept = await ports.designer.store.designs.versions('toolset', id, top + 1, before);
  const versions: JsonObject[] = [];
  for (const [at, version] of kept.slice(0, top).entries()) {
    const changes = await changesOf(ports, caller, kept[at + 1], version);
    versions.push(pickFields(writeToolsetVersion(version, changes), fields));
  }
  const last = kept[top - 1];
  const next =
    kept.length > top && last !== undefined
      ? writeCursor({ skip: 0, name: String(last.version), id: '' }, scope)
      : undefined;
  return pageReply({ versions, top }, { path, url, next, headers: personal });
}

async function changesOf(
  { designer }: ToolsetRoutePorts,
  { subject }: RouteContext['caller'],
  before: DesignVersion | undefined,
  after: DesignVersion,
): Promise<ToolsetChange[]> {
  if (before === undefined) return [];
  return compareToolsets(before.design, after.design, (pair) => designer.compareTools(pair, subject));
}

async function read(ports: ToolsetRoutePorts, context: RouteContext): Promise<HttpReply> {
  const { params, caller, url, request } = context;
  negotiate(request, ['application/json']);
  const fields = readFields(url, versionMembers);
  const { id } = await requireOwned(ports, context);
  const found = await requireVersion(ports, id, wholeNumber(params.version ?? ''));
  const [before] = await ports.designer.store.designs.versions('toolset', id, 1, found.version);
  const made = toToolset(found.design);
  const toolset = writeToolset(made, { origin: ports.origin, caller, sees: await seesAgents(ports, context, made) });
  const body = { ...writeToolsetVersion(found, await changesOf(ports, caller, before, found)), toolset };
  return jsonReply(pickFields(body, fields), { headers: personal });
}

async function requireVersion(
  { designer }: ToolsetRoutePorts,
  id: string,
  number: number | undefined,
): Promise<DesignVersion> {
  const found = number === undefined ? undefined : await designer.store.designs.version('toolset', id, number);
  if (found === undefined) throw noSuchDesign('toolset', `${id}, version ${number ?? '?'}`);
  return found;
}

/** Rolls back to a version; also restores a deleted toolset. */
async function goBack(ports: ToolsetRoutePorts, context: RouteContext): Promise<HttpReply> {
  const { caller, request } = context;
  negotiate(request, ['application/json']);
  const number = readVersionBody(await readJsonBody(request, { bytes: ports.bodyBytes }));
  const { id, deletedAt } = await requireOwned(ports, context);
  const { design } = await requireVersion(ports, id, number);
  const target = toToolset(design).document;
  const { designs, dryRun, ...writer } = writerOf(ports, context);
  const written = await saveToolset(designs, {
    ...writer,
    id,
    mode: deletedAt === undefined ? 'replace' : 'create',
    header: () => ({ name: design.name, visibility: design.visibility, grants: design.grants }),
    compose: (before) => rollBack(ports.designer, target, { toolsetId: id, caller, before: before ?? target }),
  });
  if (dryRun) return answerDryRun(ports, context, written);
  return answerToolset(ports, context, toToolset(written.design));
}

function readVersionBody(body: JsonValue): number {
  if (!isJsonObject(body)) throw invalidBody([fault('', '', 'must be an object with version')]);
  const faults: ReturnType<typeof fault>[] = [];
  refuseUnknown(body, ['version'], '', faults);
  const { version } = body;
  if (typeof version !== 'number' || !Number.isSafeInteger(version) || version < 1) {
    faults.push(fault('version', '/version', 'must be an integer of at least 1'));
  }
  if (faults.length > 0) throw invalidBody(faults);
  return Number(version);
}

const listDescription: Route['describe'] = {
  operationId: 'toolsets_versions_list',
  tag: 'toolsets',
  summary: 'List the stored versions of one of your toolsets, with the differences.',
  description:
    'Newest first: who changed what and when. Use this to see the history of a toolset. Do not use it to see what vendors changed: use toolsets_updates_list for that. No side effects.',
  parameters: [toolsetParameter, ...pageParameters, fieldsParameter('each version')],
  responses: {
    '200': {
      description: 'A page of versions.',
      headers: nextLinkHeader,
      content: { 'application/json': { schema: versionsSchema } },
    },
  },
  failures: [400, 403, 404, 406, 503],
  agent: {
    read_only: true,
    order: 'version desc',
    next: ['toolsets_version_read'],
    untrusted: ['/versions/*/actor', '/versions/*/changes'],
  },
};

const readDescription: Route['describe'] = {
  operationId: 'toolsets_version_read',
  tag: 'toolsets',
  summary: 'Read one of your toolsets at a stored version.',
  description:
    'Returns the toolset at that version and the differences from the previous version. Use this before toolsets_roll_back. Do not use it to read the current state: use toolsets_read for that. No side effects.',
  parameters: [toolsetParameter, versionParameter(), fieldsParameter('the version')],
  responses: { '200': { description: 'The version.', content: { 'application/json': { schema: versionSchema } } } },
  failures: [400, 403, 404, 406, 503],
  agent: { read_only: true, next: ['toolsets_roll_back'], untrusted: ['/actor', '/changes', '/toolset'] },
};

const rollBackDescription: Route['describe'] = describeToolsetChange({
  operationId: 'toolsets_roll_back',
  summary: 'Roll one of your toolsets back to a stored version, even after deletion.',
  description:
    'Creates a new version with the tools of the old one; tools served in the meantime stay callable. Use this to undo a change. ' +
    'Do not use it to pin a single tool: use toolsets_replace for that. Side effects: updates the toolset and keeps the previous version.',
  requestBody: {
    description: 'The version to restore.',
    required: true,
    content: {
      'application/json': {
        schema: {
          type: 'object',
          description: 'The version to restore.',
          required: ['version'],
          properties: { version: { type: 'integer', minimum: 1, description: 'Version number.' } },
          additionalProperties: false,
        },
        examples: { first: { summary: 'Back to the first version', value: { version: 1 } } },
      },
    },
  },
});
