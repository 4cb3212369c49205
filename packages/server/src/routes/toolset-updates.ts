/** `/toolsets/{id}/updates`: vendor changes, and the designer's decisions on them (nact.md DES-12, DES-13). */

import type { Toolset, ToolUpdate } from '@dragoman/core/engine';
import {
  canChange,
  createAffectedSearch,
  decideUpdates,
  findUpdates,
  requireToolset,
  saveToolset,
  toToolset,
} from '@dragoman/core/engine';
import type { HttpReply, Route, RouteContext } from '@dragoman/core/http';
import {
  fieldsParameter,
  flag,
  invalidParameters,
  jsonReply,
  negotiate,
  pickFields,
  readFields,
  readJsonBody,
  toolsetParameter,
} from '@dragoman/core/http';
import type { JsonObject } from '@dragoman/model';
import { Failure } from '@dragoman/model';
import { ownDesigns } from './inbox/design-items.js';
import { describeToolsetChange } from './toolset-description.js';
import type { ToolsetRoutePorts } from './toolset-ports.js';
import { answerDryRun, answerToolset, personal, writerOf } from './toolset-ports.js';
import { readUpdateBody } from './toolset-request.js';
import {
  allUpdatesMembers,
  allUpdatesSchema,
  decisionSchema,
  updateMembers,
  updatesSchema,
} from './toolset-schemas.js';
import { writeUpdate } from './toolset-view.js';

/** Creates the routes for updates. */
export function createUpdateRoutes(ports: ToolsetRoutePorts): Route[] {
  return [
    {
      method: 'GET',
      path: '/updates',
      budget: 'read',
      access: 'registry:read',
      describe: listAllDescription,
      handle: (context) => listAllUpdates(ports, context),
    },
    {
      method: 'GET',
      path: '/toolsets/{id}/updates',
      budget: 'read',
      access: 'registry:read',
      describe: listDescription,
      handle: (context) => listUpdates(ports, context),
    },
    {
      method: 'POST',
      path: '/toolsets/{id}/updates',
      budget: 'write',
      access: 'registry:write',
      action: 'design.update',
      describe: decideDescription,
      handle: (context) => decide(ports, context),
    },
  ];
}

async function listUpdates(
  { designer }: ToolsetRoutePorts,
  { params, caller, request, url }: RouteContext,
): Promise<HttpReply> {
  negotiate(request, ['application/json']);
  const fields = readFields(url, updateMembers);
  const asked = url.searchParams.get('stayed') ?? 'false';
  const all = flag(asked);
  if (all === undefined) {
    throw invalidParameters([{ field: 'stayed', code: 'request/type', detail: 'must be true or false' }]);
  }
  const toolset = await requireToolset(designer.store, params.id ?? '', caller);
  if (!canChange(caller, toolset.design)) {
    throw new Failure('FORBIDDEN', { message: 'Only the designer of a toolset may see and decide on its updates.' });
  }
  const updates = (await findUpdates(designer, toolset, caller)).filter(({ stayed }) => all || !stayed);
  const written = await writeUpdates(updates, toolset, createAffectedSearch(designer, caller));
  return jsonReply(
    { updates: written.map((update) => pickFields(update, fields)), count: updates.length },
    { headers: personal },
  );
}

async function listAllUpdates(
  { designer }: ToolsetRoutePorts,
  { caller, request, url }: RouteContext,
): Promise<HttpReply> {
  negotiate(request, ['application/json']);
  const fields = readFields(url, allUpdatesMembers);
  const search = createAffectedSearch(designer, caller);
  const toolsets: JsonObject[] = [];
  let count = 0;
  for (const design of await ownDesigns(designer, 'toolset', caller)) {
    const toolset = toToolset(design);
    const updates = (await findUpdates(designer, toolset, caller)).filter(({ stayed }) => !stayed);
    if (updates.length === 0) continue;
    count += updates.length;
    const { id, name, version } = design;
    const shown = { id, name, version, updates: await writeUpdates(updates, toolset, search) };
    toolsets.push(pickFields(shown, fields));
  }
  return jsonReply({ toolsets, count }, { headers: personal });
}

async function writeUpdates(
  updates: readonly ToolUpdate[],
  toolset: Toolset,
  search: ReturnType<typeof createAffectedSearch>,
): Promise<JsonObject[]> {
  if (updates.length === 0) return [];
  const affectedBy = await search(toolset);
  return updates.map((update) => writeUpdate(update, affectedBy(update.name)));
}

async function decide(ports: ToolsetRoutePorts, context: RouteContext): Promise<HttpReply> {
  const { params, caller, request } = context;
  negotiate(request, ['application/json']);
  const decision = readUpdateBody(await readJsonBody(request, { bytes: ports.bodyBytes }));
  const { designs, dryRun, ...writer } = writerOf(ports, context);
  const id = params.id ?? '';
  const written = await saveToolset(designs, {
    ...writer,
    id,
    mode: 'replace',
    header: (before) => ({ name: before?.name ?? '' }),
    async compose(before) {
      const toolset = await requireToolset(designs === undefined ? ports.designer.store : { designs }, id, caller);
      const updates = await findUpdates(ports.designer, toolset, caller);
      return decideUpdates(ports.designer, updates, decision, {
        toolsetId: id,
        caller,
        before: before ?? toolset.document,
      });
    },
  });
  if (dryRun) return answerDryRun(ports, context, written);
  return answerToolset(ports, context, toToolset(written.design));
}

const listDescription: Route['describe'] = {
  operationId: 'toolsets_updates_list',
  tag: 'toolsets',
  summary: 'List what vendors changed since the tools of a toolset were chosen.',
  description:
    'Lists newer versions with their differences and effects on callers, tools that were replaced, removed or deprecated, and published versions that a vendor changed in place. ' +
    'Updates are in the order of the tools. Use this to decide when to update. Do not use it to see the history of the toolset itself: use toolsets_versions_list instead. No side effects: no tool changes until you decide.',
  parameters: [
    toolsetParameter,
    {
      name: 'stayed',
      in: 'query',
      description: 'true: include updates that you decided not to accept.',
      schema: { type: 'boolean', default: false },
    },
    fieldsParameter('each update'),
  ],
  responses: { '200': { description: 'The updates.', content: { 'application/json': { schema: updatesSchema } } } },
  failures: [400, 403, 404, 406, 503],
  agent: {
    read_only: true,

    next: ['toolsets_updates_decide'],
    untrusted: ['/updates'],
  },
};

const listAllDescription: Route['describe'] = {
  operationId: 'updates_list',
  tag: 'toolsets',
  summary: 'List what vendors changed in all of your toolsets.',
  description:
    'Lists the updates of up to 50 toolsets that you own, by toolset, each with its class, differences, and the procedure lines and teams that depend on the tool. ' +
    'Use this to review changes of vendors in one place. Do not use it for the toolset of another designer: use toolsets_updates_list instead. No side effects.',
  parameters: [fieldsParameter('each toolset')],
  responses: {
    '200': { description: 'The updates.', content: { 'application/json': { schema: allUpdatesSchema } } },
  },
  failures: [400, 406, 503],
  agent: { read_only: true, next: ['toolsets_updates_decide'], untrusted: ['/toolsets'] },
};

const decideDescription: Route['describe'] = describeToolsetChange({
  operationId: 'toolsets_updates_decide',
  summary: 'Update tools of a toolset to new versions, or keep them until the next one.',
  description:
    'accept updates the named tools to the vendors’ current versions; stay is remembered, so that this version is not listed again. Names and your texts stay unchanged. ' +
    'Use this after toolsets_updates_list. Do not use it to pin an older version: use toolsets_replace for that. Side effects: updates the toolset and keeps the previous version.',
  requestBody: {
    description: 'Which tools to update and which to keep.',
    required: true,
    content: {
      'application/json': {
        schema: decisionSchema,
        examples: { all: { summary: 'Update all tools', value: { accept: 'all' } } },
      },
    },
  },
});
