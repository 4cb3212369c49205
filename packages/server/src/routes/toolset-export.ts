/** `/toolsets/{id}/export`: a self-contained toolset for a run time. */

import { exportProcedures, exportToolset, requireToolset } from '@dragoman/core/engine';
import type { HttpReply, Route, RouteContext } from '@dragoman/core/http';
import {
  fieldsParameter,
  invalidParameters,
  jsonReply,
  negotiate,
  pickFields,
  readFields,
  toolsetParameter,
} from '@dragoman/core/http';
import type { JsonObject } from '@dragoman/model';
import { exportedProcedureSchema, writeExportedProcedure } from './designs/exported-procedure.js';
import type { ToolsetRoutePorts } from './toolset-ports.js';
import { personal } from './toolset-ports.js';
import { exportMembers, exportSchema } from './toolset-schemas.js';
import { rootOf, writeExport } from './toolset-view.js';

/** Creates the export route. */
export function createExportRoute(ports: ToolsetRoutePorts): Route {
  return {
    method: 'GET',
    path: '/toolsets/{id}/export',
    budget: 'read',
    access: 'public',
    describe,
    handle: (context) => answer(ports, context),
  };
}

async function answer(
  { designer, origin }: ToolsetRoutePorts,
  { params, caller, url, request }: RouteContext,
): Promise<HttpReply> {
  negotiate(request, ['application/json']);
  const format = url.searchParams.get('format') ?? 'json';
  if (format !== 'json') {
    throw invalidParameters([{ field: 'format', code: 'request/value', detail: 'must be json' }]);
  }
  const fields = readFields(url, [...exportMembers, 'procedures']);
  const toolset = await requireToolset(designer.store, params.id ?? '', caller);
  const exported = await exportToolset(designer, toolset, { caller, root: rootOf(toolset.design, origin) });
  const procedures = await exportProcedures(designer, toolset.design.id, caller);
  const shown = { ...writeExport(exported), procedures: procedures.map(writeExportedProcedure) };
  return jsonReply(pickFields(shown, fields), { headers: personal });
}

/** An exported toolset includes its operating procedures. */
const exportedSchema: JsonObject = {
  ...exportSchema,
  properties: {
    ...(exportSchema.properties as JsonObject),
    procedures: {
      type: 'array',
      description: 'Its operating procedures that you may see, each with its current findings.',
      items: exportedProcedureSchema,
    },
  },
};

const describe: Route['describe'] = {
  operationId: 'toolsets_export',
  tag: 'toolsets',
  summary: 'Export a toolset for a run time.',
  description:
    'Returns the signatures for models, aliases, pinned versions, fingerprints and the vendors’ texts; never a secret. Use this when an executor starts, so that it need not enumerate tools. ' +
    'Do not use it to edit a toolset: use toolsets_read for that. No side effects.',
  parameters: [
    toolsetParameter,
    {
      name: 'format',
      in: 'query',
      description: 'Format of the export.',
      schema: { type: 'string', enum: ['json'], default: 'json' },
      example: 'json',
    },
    fieldsParameter('the export'),
  ],
  responses: { '200': { description: 'The export.', content: { 'application/json': { schema: exportedSchema } } } },
  failures: [400, 404, 406, 503],
  agent: {
    read_only: true,
    next: ['toolset_tools_invoke'],
    untrusted: ['/id', '/name', '/description', '/root', '/tools', '/open', '/procedures'],
  },
};
