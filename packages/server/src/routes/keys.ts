/** Administration of API keys over HTTP, for callers with the scope `admin`. */
import type { HttpReply, Route, RouteContext } from '@dragoman/core/http';
import {
  dryRunMetadata,
  dryRunParameters,
  fieldsParameter,
  idParameter,
  jsonReply,
  nextLinkHeader,
  pickFields,
  readFields,
  readJsonBody,
} from '@dragoman/core/http';
import type { JsonObject } from '@dragoman/model';
import type { Administrator, IssuedKey, KeyAdministration, ShownKey } from '../access/key-administration.js';
import { cursorPage, pageParameters } from './cursor-page.js';
import { type DryRunResult, dryRunReply, dryRunResponse, wantsDryRun } from './dry-run.js';
import { readKeyRequest, readRotation } from './key-request.js';
import {
  issuedKeySchema,
  keyExample,
  keyListSchema,
  keyMembers,
  keyRequestSchema,
  revokedSchema,
  rotationSchema,
} from './key-schemas.js';

/** Dependencies of the routes. */
export interface KeyRoutesPorts {
  administration: KeyAdministration;
  /** Called when a key was created; the first key ends the open mode. */
  onCreated: () => void;
  /** Secret that signs page cursors. */
  cursorKey: string;
}

/** Maximum request body in bytes. */
const bodyBytes = 16_384;

const keyParameter = idParameter('Public part of the key, as listed by keys_list.', {
  example: keyExample.id,
  maxLength: 80,
});

const json = (schema: JsonObject, example: unknown) => ({
  'application/json': { schema, examples: { key: { summary: 'A key of a build job', value: example } } },
});

/** Creates the API key routes. */
export function createKeyRoutes(ports: KeyRoutesPorts): Route[] {
  return [listRoute(ports), createRoute(ports), rotateRoute(ports), revokeRoute(ports)];
}

function listRoute({ administration, cursorKey }: KeyRoutesPorts): Route {
  return {
    method: 'GET',
    path: '/keys',
    budget: 'read',
    access: 'admin',
    describe: {
      operationId: 'keys_list',
      tag: 'administration',
      summary: 'List the API keys, newest first.',
      description:
        'Lists every key with its name, scopes, expiry and last use, but never its secret. Use it to see which keys have access. ' +
        'Do not use it to read a key itself: it is shown only once, by keys_create. No side effects.',
      parameters: [...pageParameters, fieldsParameter('each key')],
      responses: {
        '200': {
          description: 'A page of keys.',
          headers: nextLinkHeader,
          content: json(keyListSchema, { keys: [keyExample], count: 1, top: 20 }),
        },
      },
      failures: [400, 403],
      agent: {
        read_only: true,
        order: 'created_at desc, id desc',
        next: ['keys_rotate', 'keys_revoke'],
        untrusted: ['/keys/*/name'],
      },
    },
    async handle(context) {
      const fields = readFields(context.url, keyMembers);
      const order = ({ createdAt, id }: ShownKey) => `${createdAt} ${id}`;
      const list = { path: '/keys', cursorKey, order, descending: true };
      const { items, count, top, next, headers } = cursorPage(await administration.list(), context, list);
      const paging = next === undefined ? {} : { next_cursor: next };
      return noStore(
        { keys: items.map((item) => pickFields(writeKey(item), fields)), count, top, ...paging },
        { headers },
      );
    },
  };
}

function createRoute({ administration, onCreated }: KeyRoutesPorts): Route {
  return {
    method: 'POST',
    path: '/keys',
    budget: 'write',
    access: 'admin',
    action: 'key.create',
    showsSecret: ['key'],
    describe: {
      operationId: 'keys_create',
      tag: 'administration',
      summary: 'Create an API key; it is shown only once.',
      description:
        'Creates a key with the requested scopes and returns it. Use it for each program that needs access. ' +
        'A repeated request with the same Idempotency-Key creates no second key and returns the response without the key itself; if the key was lost, revoke it with keys_revoke and create another. ' +
        'Do not use it to replace a key in use: use keys_rotate instead. Side effects: creates a key; on a server in open mode the first key ends that mode.',
      parameters: dryRunParameters,
      requestBody: {
        description: 'The key to create.',
        required: true,
        content: json(keyRequestSchema, { name: 'build job', scopes: ['registry:write'] }),
      },
      responses: {
        '200': dryRunResponse('A key of a build job', creationDryRun('build job', ['registry:write'])),
        '201': {
          description:
            'The key. Store it now; it cannot be read again, and a repeated request returns the response without it.',
          content: json(issuedKeySchema, issuedExample),
        },
      },
      failures: [400, 403, 413, 415],
      agent: {
        read_only: false,
        side_effects: ['creates a key that grants access'],
        dry_run: dryRunMetadata,
        risk: { irreversible: false, requires_confirmation: false },
        undo: 'keys_revoke',
        shown_once: ['/key'],
      },
    },
    async handle(context) {
      const request = readKeyRequest(await readJsonBody(context.request, { bytes: bodyBytes }));
      if (wantsDryRun(context)) {
        administration.requireCreatable(request);
        return dryRunReply(creationDryRun(request.name, request.scopes));
      }
      const issued = await administration.create(request, administrator(context));
      onCreated();
      return noStore(writeIssued(issued), { status: 201 });
    },
  };
}

function rotateRoute({ administration, onCreated }: KeyRoutesPorts): Route {
  return {
    method: 'POST',
    path: '/keys/{id}/rotate',
    budget: 'write',
    access: 'admin',
    action: 'key.rotate',
    showsSecret: ['key'],
    describe: {
      operationId: 'keys_rotate',
      tag: 'administration',
      summary: 'Replace an API key with a new one for the same identity.',
      description:
        'Creates a new key with the same identity and scopes; the old key stays valid for the overlap and then expires. Use it to rotate keys without downtime. ' +
        'Do not use it when a key has leaked: use keys_revoke instead, which invalidates it at once. Side effects: creates a key and sets the expiry of the old one.',
      parameters: [keyParameter, ...dryRunParameters],
      requestBody: {
        description: 'How long the old key stays valid; defaults to one hour.',
        required: false,
        content: json(rotationSchema, { overlap_seconds: 3600 }),
      },
      responses: {
        '200': dryRunResponse('A key of a build job', rotationDryRun),
        '201': {
          description:
            'The new key. Store it now; it cannot be read again, and a repeated request returns the response without it.',
          content: json(issuedKeySchema, issuedExample),
        },
      },
      failures: [400, 403, 404, 409, 413, 415],
      agent: {
        read_only: false,
        side_effects: ['creates a key', 'sets the expiry of the old key'],
        dry_run: dryRunMetadata,
        risk: { irreversible: true, requires_confirmation: true },
        shown_once: ['/key'],
      },
    },
    async handle(context) {
      const body = context.request.headers.has('content-type')
        ? await readJsonBody(context.request, { bytes: bodyBytes })
        : {};
      const [id, overlap] = [context.params.id ?? '', readRotation(body)];
      if (wantsDryRun(context)) {
        await administration.readRotatable(id);
        const changes = [`Creates a key for the identity of ${id}.`, `The key ${id} expires.`];
        return dryRunReply({ would_change: true, reversible: false, outcome: 'rotated', changes });
      }
      const issued = await administration.rotate(id, overlap, administrator(context));
      onCreated();
      return noStore(writeIssued(issued), { status: 201 });
    },
  };
}

function revokeRoute({ administration }: KeyRoutesPorts): Route {
  return {
    method: 'DELETE',
    path: '/keys/{id}',
    budget: 'write',
    access: 'admin',
    action: 'key.revoke',
    describe: {
      operationId: 'keys_revoke',
      tag: 'administration',
      summary: 'Revoke an API key at once.',
      description:
        'The key is rejected from now on; its record stays in the list. Use it when a key has leaked or is no longer needed. ' +
        'Do not use it to rotate keys without downtime: use keys_rotate instead. Side effects: clients that use the key lose access; this cannot be undone.',
      parameters: [keyParameter, ...dryRunParameters],
      responses: {
        '200': {
          description: 'The key after the change, or the result of a dry run.',
          content: json(revokedSchema, { ...keyExample, usable: false, revoked_at: '2026-03-01T12:00:00.000Z' }),
        },
      },
      failures: [403, 404],
      agent: {
        read_only: false,
        side_effects: ['the key is rejected'],
        dry_run: dryRunMetadata,
        risk: { irreversible: true, requires_confirmation: true },
      },
    },
    async handle(context) {
      const id = context.params.id ?? '';
      if (!wantsDryRun(context)) return noStore(writeKey(await administration.revoke(id, administrator(context))));
      const changes = (await administration.read(id)).revokedAt === undefined;
      return dryRunReply({
        would_change: changes,
        reversible: false,
        outcome: changes ? 'revoked' : 'unchanged',
        changes: changes ? [`The key ${id} is rejected from now on.`] : [],
      });
    },
  };
}

const issuedExample = { key: `dgm_${keyExample.id}_${'x'.repeat(43)}`, ...keyExample };

const rotationDryRun: DryRunResult = {
  would_change: true,
  reversible: false,
  outcome: 'rotated',
  changes: [`Creates a key for the identity of ${keyExample.id}.`, `The key ${keyExample.id} expires.`],
};

function creationDryRun(name: string, scopes: readonly string[]): DryRunResult {
  const granted = scopes.length === 0 ? 'no scopes' : `the scopes ${scopes.join(', ')}`;
  const changes = [`Creates the key '${name}' with ${granted}.`];
  return { would_change: true, reversible: true, outcome: 'created', changes, undo: 'keys_revoke' };
}

function administrator({ caller, traceId }: RouteContext): Administrator {
  return { subject: caller.subject, traceId };
}

interface NoStoreOptions {
  status?: number;
  headers?: Record<string, string>;
}

function noStore(value: unknown, { status = 200, headers = {} }: NoStoreOptions = {}): HttpReply {
  return jsonReply(value, { status, headers: { ...headers, 'Cache-Control': 'no-store' } });
}

function writeKey(key: ShownKey): JsonObject {
  const optional = {
    expires_at: key.expiresAt,
    revoked_at: key.revokedAt,
    last_used_at: key.lastUsedAt,
    replaced_by: key.replacedBy,
  };
  const given = Object.entries(optional).filter((member): member is [string, string] => member[1] !== undefined);
  return {
    id: key.id,
    name: key.name,
    subject: key.subject,
    scopes: key.scopes,
    usable: key.usable,
    created_at: key.createdAt,
    ...Object.fromEntries(given),
  };
}

function writeIssued({ key, record }: IssuedKey): JsonObject {
  return { key, ...writeKey(record) };
}
