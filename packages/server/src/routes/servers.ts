/** Stdio MCP servers: what they do now, and a restart; for administrators. */
import type { Route } from '@dragoman/core/http';
import {
  dryRunMetadata,
  dryRunParameters,
  fieldsParameter,
  idParameter,
  jsonReply,
  parseFields,
  pickFields,
} from '@dragoman/core/http';
import type { FieldError, JsonObject } from '@dragoman/model';
import { Failure } from '@dragoman/model';
import type { ChildState } from '../mcp-children/open-children.js';
import { type DryRunResult, dryRunReply, wantsDryRun, withDryRun } from './dry-run.js';
import { createServerChangeRoutes, unknownServer } from './server-changes.js';
import type { ServerRoutePorts } from './server-ports.js';
import { restartSchema, serverExample, serverListSchema, serverMembers } from './server-schemas.js';

/** Creates the routes. */
export function createServerRoutes(ports: ServerRoutePorts): Route[] {
  return [listRoute(ports), ...createServerChangeRoutes(ports), restartRoute(ports)];
}

function listRoute({ readStates }: ServerRoutePorts): Route {
  return {
    method: 'GET',
    path: '/servers',
    budget: 'read',
    access: 'admin',
    describe: {
      operationId: 'servers_list',
      tag: 'administration',
      summary: 'List the stdio MCP servers and what they do now.',
      description:
        'Shows for each server of mcp.stdio, in the order of the settings, then for each added server, whether it runs, its process id, uptime and restarts, why it ended last, when it may start again, and its last lines on standard error. A server starts with its first call. ' +
        'Use it to find out why a stdio server does not answer. Do not use it to list services: use agents_list instead. No side effects.',
      parameters: [fieldsParameter('each server')],
      responses: {
        '200': {
          description: 'The servers, in the order of the settings, then the added ones by name.',
          content: {
            'application/json': {
              schema: serverListSchema,
              examples: { failing: { summary: 'A server that keeps failing', value: { servers: [serverExample] } } },
            },
          },
        },
      },
      failures: [400, 403],
      agent: { read_only: true, untrusted: ['/servers/*/stderr'] },
    },
    async handle({ url }) {
      const fieldErrors: FieldError[] = [];
      const asked = url.searchParams.has('fields') ? url.searchParams.getAll('fields') : undefined;
      const fields = parseFields(asked, (problem) => fieldErrors.push(problem), serverMembers);
      if (fieldErrors.length > 0) throw new Failure('INVALID_INPUT', { fieldErrors });
      const servers = (await readStates()).map((state) => pickFields(writeState(state), fields));
      return jsonReply({ servers }, { headers: { 'Cache-Control': 'no-store' } });
    },
  };
}

function restartRoute({ readStates, restart, recordRestart }: ServerRoutePorts): Route {
  return {
    method: 'POST',
    path: '/servers/{id}/restart',
    budget: 'write',
    access: 'admin',
    action: 'server.restart',
    describe: {
      operationId: 'servers_restart',
      tag: 'administration',
      summary: 'Restart one stdio MCP server.',
      description:
        'Ends the process of the server, if it runs, and starts it again at once, whatever the pause after its failures; a server that does not start is reported as UPSTREAM_ERROR. Calls that wait for it fail with UPSTREAM_ERROR. ' +
        'Use it after the cause of a failure was fixed. Do not use it to read new settings: restart the whole server for that. Side effects: the process of the server ends.',
      parameters: [idParameter('Name of the server.', { example: 'files', maxLength: 100 }), ...dryRunParameters],
      responses: {
        '200': withDryRun(
          {
            description: 'The server was restarted.',
            schema: restartSchema,
            examples: { done: { summary: 'Restarted', value: { server: 'files', restarted: true } } },
          },
          restartDryRun('files'),
        ),
      },
      failures: [403, 404, 409, 502],
      agent: {
        read_only: false,
        idempotent: true,
        side_effects: ['ends and starts a process'],
        dry_run: dryRunMetadata,
      },
    },
    async handle(context) {
      const { params, caller, traceId } = context;
      const name = params.id ?? '';
      const found = (await readStates()).find((state) => state.name === name);
      if (found === undefined) throw unknownServer(name);
      if (found.state === 'disabled') throw new Failure('CONFLICT', { message: found.reason ?? 'It is disabled.' });
      if (wantsDryRun(context)) return dryRunReply(restartDryRun(name));
      await recordRestart(name, { subject: caller.subject, traceId });
      await restart(name);
      return jsonReply({ server: name, restarted: true }, { headers: { 'Cache-Control': 'no-store' } });
    },
  };
}

function restartDryRun(name: string): DryRunResult {
  const changes = [`Ends the process of '${name}' and starts it again; calls that wait for it fail.`];
  return { would_change: true, reversible: false, outcome: 'restarted', changes };
}

function writeState({ uptimeMs, retryMs, ...state }: ChildState): JsonObject {
  return {
    ...state,
    stderr: [...state.stderr],
    ...(uptimeMs === undefined ? {} : { uptime_ms: uptimeMs }),
    ...(retryMs === undefined ? {} : { retry_ms: retryMs }),
  };
}
