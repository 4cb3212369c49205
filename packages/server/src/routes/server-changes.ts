/** `/servers/{id}` and `POST /servers`: administrators read, add, replace and remove stdio MCP servers at run time. */
import type { Design } from '@dragoman/core/engine';
import type { HttpReply, Route, RouteContext } from '@dragoman/core/http';
import {
  createReply,
  designValidators,
  isUnchanged,
  jsonReply,
  negotiate,
  notModified,
  pickFields,
  readFields,
  readJsonBody,
  validatorHeaders,
} from '@dragoman/core/http';
import type { JsonObject } from '@dragoman/model';
import { Failure } from '@dragoman/model';
import { changeSettings, definitionOf } from '../mcp-children/added-servers.js';
import type { PreviewedServer } from '../mcp-children/preview-server.js';
import { dryRunReply } from './dry-run.js';
import {
  addServerDescription,
  readServerDescription,
  removeServerDescription,
  replaceServerDescription,
} from './server-descriptions.js';
import type { ServerRoutePorts } from './server-ports.js';
import { readServerRequest } from './server-request.js';
import { definitionMembers } from './server-schemas.js';
import { personal, writerOf } from './toolset-ports.js';

/** Creates the routes. */
export function createServerChangeRoutes(ports: ServerRoutePorts): Route[] {
  const writes = { budget: 'write', access: 'admin' } as const;
  return [
    {
      method: 'GET',
      path: '/servers/{id}',
      budget: 'read',
      access: 'admin',
      describe: readServerDescription,
      handle: (context) => readServer(ports, context),
    },
    {
      ...writes,
      method: 'POST',
      path: '/servers',
      action: 'design.create',
      describe: addServerDescription,
      handle: (context) => writeServer(ports, context, 'create'),
    },
    {
      ...writes,
      method: 'PUT',
      path: '/servers/{id}',
      action: 'design.update',
      describe: replaceServerDescription,
      handle: (context) => writeServer(ports, context, 'replace'),
    },
    {
      ...writes,
      method: 'DELETE',
      path: '/servers/{id}',
      action: 'design.delete',
      describe: removeServerDescription,
      handle: (context) => removeServer(ports, context),
    },
  ];
}

/** The failure for a name that no server has. */
export function unknownServer(name: string): Failure {
  const message = `No stdio MCP server is called '${name.slice(0, 80)}'.`;
  return new Failure('NOT_FOUND', { message, help: 'GET /servers lists the names ("dragoman servers list").' });
}

async function readServer({ configured, added }: ServerRoutePorts, { params, request, url }: RouteContext) {
  negotiate(request, ['application/json']);
  const fields = readFields(url, definitionMembers);
  const name = params.id ?? '';
  const set = configured.find((server) => server.name === name);
  if (set !== undefined) {
    const { command, args = [], cwd, environment = [] } = set;
    const more = cwd === undefined ? {} : { cwd };
    const body = { name, origin: 'settings', command, args: [...args], ...more, env: [...environment] };
    return jsonReply(pickFields(body, fields), { headers: personal });
  }
  const design = await added.read(name);
  if (design === undefined) throw unknownServer(name);
  const validators = designValidators(design, 'owner');
  const headers = { ...personal, ...validatorHeaders(validators) };
  if (fields === undefined && isUnchanged(request, validators)) return notModified(headers);
  return jsonReply(pickFields(writeDefinition(design), fields), { headers });
}

async function writeServer(
  ports: ServerRoutePorts,
  context: RouteContext,
  mode: 'create' | 'replace',
): Promise<HttpReply> {
  const { request, params, signal } = context;
  negotiate(request, ['application/json']);
  requireAllowed(ports, context);
  const { name: named, ...definition } = readServerRequest(
    await readJsonBody(request, { bytes: ports.bodyBytes }),
    mode === 'create',
  );
  const name = mode === 'create' ? named : (params.id ?? '');
  if (mode === 'replace') await requireKnown(ports, name);
  const { designs: _, ...writer } = writerOf(ports, context);
  const { design, outcome, values } = await ports.added.save({ ...writer, name, mode, request: definition });
  const server = writeDefinition(design);
  if (writer.dryRun) {
    const { command, args, cwd } = definition;
    const child = { command, args, env: values, ...(cwd === undefined ? {} : { cwd }) };
    const preview = writePreview(await ports.preview(child, signal));
    const would_change = outcome !== 'unchanged';
    return jsonReply(
      { dry_run: true, would_change, reversible: true, outcome, server, preview },
      { headers: unstored },
    );
  }
  await ports.apply();
  const headers = { ...personal, ...validatorHeaders(designValidators(design, 'owner')) };
  if (outcome !== 'created') return jsonReply(server, { headers });
  return jsonReply(server, { status: 201, headers: { ...headers, Location: `/servers/${name}` } });
}

const unstored = { 'Cache-Control': 'no-store' };

async function removeServer(ports: ServerRoutePorts, context: RouteContext): Promise<HttpReply> {
  negotiate(context.request, ['application/json']);
  const name = context.params.id ?? '';
  if (ports.configured.some((server) => server.name === name)) {
    const message = `The MCP server '${name}' is defined in the settings (mcp.stdio).`;
    throw new Failure('CONFLICT', { message, help: changeSettings });
  }
  await requireKnown(ports, name);
  const { designs: _, ...writer } = writerOf(ports, context);
  await ports.added.remove({ ...writer, name });
  if (writer.dryRun) {
    const changes = [`Stops the MCP server '${name}' and deletes its settings.`];
    return dryRunReply({ would_change: true, reversible: false, outcome: 'deleted', changes });
  }
  await ports.apply();
  return createReply(null, { status: 204 });
}

/** Throws for a name that neither the settings nor an administrator gave to a server. */
async function requireKnown({ configured, added }: ServerRoutePorts, name: string): Promise<void> {
  if (configured.some((server) => server.name === name)) return;
  if ((await added.read(name)) === undefined) throw unknownServer(name);
}

function requireAllowed({ refusalFor }: ServerRoutePorts, { request }: RouteContext): void {
  const refusal = refusalFor(request.headers);
  if (refusal !== undefined) throw new Failure('FORBIDDEN', { message: refusal });
}

function writeDefinition(design: Design): JsonObject {
  const { command, args, cwd, env } = definitionOf(design);
  return {
    name: design.id,
    origin: 'added',
    command,
    args,
    ...(cwd === undefined ? {} : { cwd }),
    env,
    owner: design.owner,
    version: design.version,
    created_at: design.createdAt,
    updated_at: design.updatedAt,
  };
}

function writePreview(found: PreviewedServer): JsonObject {
  const { serverName, serverVersion, tools, toolCount, problem, stderr } = found;
  return {
    starts: problem === undefined,
    ...(serverName === undefined ? {} : { server_name: serverName }),
    ...(serverVersion === undefined ? {} : { server_version: serverVersion }),
    tools: tools.map((tool) => ({ ...tool })),
    tool_count: toolCount,
    ...(problem === undefined ? {} : { problem: { ...problem } }),
    stderr: [...stderr],
  };
}
