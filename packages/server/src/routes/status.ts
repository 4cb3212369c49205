/** Routes about the server itself, for administrators: its state by part, and the settings in force. */
import type { Route } from '@dragoman/core/http';
import { fieldsParameter, jsonReply, parseFields, pickFields } from '@dragoman/core/http';
import type { FieldError, JsonObject } from '@dragoman/model';
import { Failure } from '@dragoman/model';
import type { DescribedSetting } from '../config/describe-config.js';
import type { LogRoutePorts } from './logs.js';
import { createLogsRoute } from './logs.js';
import type { ReloadRoutePorts } from './reload.js';
import { createReloadRoute } from './reload.js';
import type { PartState, RateUse, RecentError, ShareUse } from './server-status.js';
import {
  settingExample,
  settingListSchema,
  settingMembers,
  statusAnswer,
  statusExample,
  statusMembers,
  usualSettingMembers,
} from './status-schemas.js';

/** Dependencies of the routes. */
export interface StatusRoutePorts extends LogRoutePorts, ReloadRoutePorts {
  version: string;
  startedAt: Date;
  readParts: () => Promise<PartState[]>;
  /** What callers share, in every worker. */
  readShares: () => Promise<ShareUse[]>;
  readRates: () => RateUse[];
  /** What went wrong lately, newest first. */
  readErrors: () => Promise<RecentError[]>;
  settings: () => DescribedSetting[];
}

const headers = { 'Cache-Control': 'no-store' };

/** Creates the routes. */
export function createStatusRoutes(ports: StatusRoutePorts): Route[] {
  return [statusRoute(ports), settingsRoute(ports), createLogsRoute(ports), createReloadRoute(ports)];
}

function statusRoute(ports: StatusRoutePorts): Route {
  return {
    method: 'GET',
    path: '/status',
    budget: 'search',
    access: 'operate',
    live: true,
    describe: {
      operationId: 'server_status_read',
      tag: 'administration',
      summary: 'Read the state of this server by part, and which callers are near their limits.',
      description:
        'Checks store, disk, index, vectors, nodes, workers, Redis, sources and stdio servers, each with a sentence. Also shows what callers share (connections, request bodies, requests, event streams) with those that hold most, callers nearest to their rate limits, and the last errors. ' +
        'Use it to see what is wrong or who uses the server most. Do not use it as a probe: use readiness_read instead. No side effects.',
      parameters: [fieldsParameter('the answer')],
      responses: {
        '200': {
          description: 'The state now.',
          content: {
            'application/json': {
              schema: statusAnswer,
              examples: { good: { summary: 'A healthy server', value: statusExample } },
            },
          },
        },
      },
      failures: [400, 403],
      agent: { read_only: true },
    },
    async handle({ url }) {
      const fields = readFieldNames(url.searchParams, statusMembers);
      const [parts, shares, errors] = await Promise.all([ports.readParts(), ports.readShares(), ports.readErrors()]);
      const isFailed = parts.some(({ state }) => state === 'failed');
      const isDegraded = parts.some(({ state }) => state === 'degraded');
      const body = {
        state: isFailed ? 'failed' : isDegraded ? 'degraded' : 'ready',
        version: ports.version,
        started_at: ports.startedAt.toISOString(),
        parts,
        shares,
        rates: ports.readRates(),
        errors,
      } as unknown as JsonObject;
      return jsonReply(pickFields(body, fields), { headers });
    },
  };
}

function settingsRoute({ settings }: StatusRoutePorts): Route {
  return {
    method: 'GET',
    path: '/settings',
    budget: 'read',
    access: 'operate',
    describe: {
      operationId: 'settings_list',
      tag: 'administration',
      summary: 'List the settings in force and where each comes from.',
      description:
        'Lists every setting with its value and its origin (default, file, environment or flag), in the order of the reference. Secrets and credentials in URLs are hidden. Descriptions are returned when fields names them. ' +
        'Use it to see how a running server is configured. Do not use it to change a setting: edit its file, then use settings_reload. No side effects.',
      parameters: [fieldsParameter('each setting')],
      responses: {
        '200': {
          description: 'The settings.',
          content: {
            'application/json': {
              schema: settingListSchema,
              examples: { one: { summary: 'One setting', value: { settings: [settingExample] } } },
            },
          },
        },
      },
      failures: [400, 403],
      agent: { read_only: true },
    },
    async handle({ url }) {
      const fields = readFieldNames(url.searchParams, settingMembers) ?? usualSettingMembers;
      const shown = settings().map(({ value = null, ...setting }) =>
        pickFields({ ...setting, value } as JsonObject, fields),
      );
      return jsonReply({ settings: shown }, { headers });
    },
  };
}

function readFieldNames(search: URLSearchParams, members: readonly string[]): readonly string[] | undefined {
  const fieldErrors: FieldError[] = [];
  const asked = search.has('fields') ? search.getAll('fields') : undefined;
  const fields = parseFields(asked, (problem) => fieldErrors.push(problem), members);
  if (fieldErrors.length > 0) throw new Failure('INVALID_INPUT', { fieldErrors });
  return fields;
}
