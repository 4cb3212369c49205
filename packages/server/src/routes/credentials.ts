/** Routes for the credentials that the gateway sends to a service, managed by its owner and by callers with their own. */
import type { HttpReply, Route, RouteContext } from '@dragoman/core/http';
import {
  agentParameter,
  createReply,
  dryRunAnswer,
  dryRunMetadata,
  dryRunParameters,
  fieldsParameter,
  jsonReply,
  nextLinkHeader,
  pathParameter,
  pickFields,
  readFields,
  readJsonBody,
} from '@dragoman/core/http';
import type { JsonObject } from '@dragoman/model';
import type {
  CredentialAdministration,
  CredentialCaller,
  CredentialEffect,
  ShownCredential,
} from '../credentials/credential-administration.js';
import { readCredentialRequest } from './credential-request.js';
import {
  credentialDryRunExample,
  credentialDryRunSchema,
  credentialExample,
  credentialListSchema,
  credentialMembers,
  credentialRequestExample,
  credentialRequestSchema,
  credentialSchema,
  replacedSchema,
} from './credential-schemas.js';
import { cursorPage, pageParameters } from './cursor-page.js';
import { wantsDryRun } from './dry-run.js';

/** Dependencies of the routes. */
export interface CredentialRoutesPorts {
  administration: CredentialAdministration;
  /** Secret that signs page cursors. */
  cursorKey: string;
}

/** Maximum request body in bytes. */
const bodyBytes = 131_072;

const credentialParameter = pathParameter('credential', 'Id of the credential, as listed by agent_credentials_list.', {
  example: credentialExample.id,
  maxLength: 80,
});

const json = (schema: JsonObject, value: unknown) => ({
  'application/json': { schema, examples: { api_key: { summary: 'An API key', value } } },
});

const requestBody = {
  description: 'The credential, with its secret.',
  required: true,
  content: json(credentialRequestSchema, credentialRequestExample),
};

const dryRunExample = dryRunAnswer(credentialDryRunSchema, {
  api_key: { summary: 'An API key', value: credentialDryRunExample },
});

/** Creates the credential routes. */
export function createCredentialRoutes(ports: CredentialRoutesPorts): Route[] {
  return [listRoute(ports), addRoute(ports), replaceRoute(ports), removeRoute(ports)];
}

function listRoute({ administration, cursorKey }: CredentialRoutesPorts): Route {
  return {
    method: 'GET',
    path: '/agents/{id}/credentials',
    budget: 'read',
    access: 'registry:read',
    describe: {
      operationId: 'agent_credentials_list',
      tag: 'registration',
      summary: 'List the credentials stored for a service, without their secrets.',
      description:
        'Lists the credentials that the gateway sends when it calls the service: all of them for its owner, otherwise only yours; and which ones its operations accept, with the number of operations that you cannot call yet. Use it to see which credentials are stored and when each was last used. ' +
        'Do not use it to read a secret: no response ever contains one. No side effects.',
      parameters: [agentParameter(credentialExample.agent_id), ...pageParameters, fieldsParameter('each credential')],
      responses: {
        '200': {
          description: 'A page of credentials.',
          headers: nextLinkHeader,
          content: json(credentialListSchema, {
            credentials: [credentialExample],
            count: 1,
            top: 20,
            accepted: [{ type: 'api_key', in: 'header', name: 'X-API-Key', operations: 4, missing: 0 }],
          }),
        },
      },
      failures: [400, 403, 404],
      agent: {
        read_only: true,
        order: 'created_at asc, id asc',
        next: ['agent_credentials_replace', 'agent_credentials_remove'],
        untrusted: ['/credentials/*/name', '/accepted/*/name'],
      },
    },
    async handle(context) {
      const fields = readFields(context.url, credentialMembers);
      const { id = '' } = context.params;
      const order = ({ createdAt, id: credential }: ShownCredential) => `${createdAt} ${credential}`;
      const list = { path: `/agents/${encodeURIComponent(id)}/credentials`, cursorKey, order };
      const all = await administration.list(id, callerOf(context));
      const { items, count, top, next, headers } = cursorPage(all, context, list);
      const paging = next === undefined ? {} : { next_cursor: next };
      const credentials = items.map((item) => pickFields(write(item), fields));
      const accepted = await administration.accepted(id, callerOf(context));
      return noStore({ credentials, count, top, ...paging, accepted }, { headers });
    },
  };
}

function addRoute({ administration }: CredentialRoutesPorts): Route {
  return {
    method: 'POST',
    path: '/agents/{id}/credentials',
    budget: 'write',
    access: 'registry:write',
    action: 'credential.create',
    takesSecret: true,
    describe: {
      operationId: 'agent_credentials_add',
      tag: 'registration',
      summary: 'Store a credential that the gateway sends to a service.',
      description:
        'Encrypts and stores a credential and sends it with every later call of the service; yours ("for": "me") takes precedence. ' +
        'It is bound to the addresses that the service has now. Use it when the service requires authentication. Do not use it for an API key of this server: use keys_create for that. ' +
        'Side effects: calls of the service carry the credential.',
      parameters: [agentParameter(credentialExample.agent_id), ...dryRunParameters],
      requestBody,
      responses: {
        '200': dryRunExample,
        '201': { description: 'Stored.', content: json(credentialSchema, credentialExample) },
      },
      failures: [400, 403, 404, 409, 413, 415],
      agent: {
        read_only: false,
        side_effects: ['calls of the service carry the credential'],
        dry_run: dryRunMetadata,
        risk: { irreversible: false, requires_confirmation: false },
        undo: 'agent_credentials_remove',
      },
    },
    async handle(context) {
      const { id = '' } = context.params;
      const request = readCredentialRequest(await readJsonBody(context.request, { bytes: bodyBytes }));
      if (wantsDryRun(context)) {
        const effect = await administration.preview(id, { request }, callerOf(context));
        return dryRun({ reversible: true, outcome: 'created', undo: 'agent_credentials_remove' }, effect);
      }
      return noStore(write(await administration.add(id, request, callerOf(context))), { status: 201 });
    },
  };
}

function replaceRoute({ administration }: CredentialRoutesPorts): Route {
  return {
    method: 'PUT',
    path: '/agents/{id}/credentials/{credential}',
    budget: 'write',
    access: 'registry:write',
    action: 'credential.replace',
    takesSecret: true,
    describe: {
      operationId: 'agent_credentials_replace',
      tag: 'registration',
      summary: 'Replace the secret of a credential without downtime.',
      description:
        'The next call uses the new secret; other nodes follow within seconds, so keep the old secret valid until then. Use it to rotate a secret, or after the service moved to another address. ' +
        'Do not use it to add a second credential: use agent_credentials_add instead. Side effects: the old secret is permanently deleted.',
      parameters: [agentParameter(credentialExample.agent_id), credentialParameter, ...dryRunParameters],
      requestBody,
      responses: {
        '200': {
          description: 'The replaced credential, or the result of a dry run.',
          content: json(replacedSchema, credentialExample),
        },
      },
      failures: [400, 403, 404, 409, 413, 415],
      agent: {
        read_only: false,
        side_effects: ['the old secret is deleted'],
        dry_run: dryRunMetadata,
        risk: { irreversible: true, requires_confirmation: true },
      },
    },
    async handle(context) {
      const { id = '', credential = '' } = context.params;
      const request = readCredentialRequest(await readJsonBody(context.request, { bytes: bodyBytes }));
      if (wantsDryRun(context)) {
        const effect = await administration.preview(id, { id: credential, request }, callerOf(context));
        return dryRun({ reversible: false, outcome: 'rotated' }, effect);
      }
      return noStore(write(await administration.replace(id, credential, request, callerOf(context))));
    },
  };
}

function removeRoute({ administration }: CredentialRoutesPorts): Route {
  return {
    method: 'DELETE',
    path: '/agents/{id}/credentials/{credential}',
    budget: 'write',
    access: 'registry:write',
    action: 'credential.remove',
    describe: {
      operationId: 'agent_credentials_remove',
      tag: 'registration',
      summary: 'Remove a stored credential of a service.',
      description:
        'The gateway no longer sends it to the service. Use it when the credential has leaked or is no longer needed. ' +
        'Do not use it to rotate a secret without downtime: use agent_credentials_replace instead. Side effects: calls that need it fail; this cannot be undone.',
      parameters: [agentParameter(credentialExample.agent_id), credentialParameter, ...dryRunParameters],
      responses: {
        '200': dryRunExample,
        '204': { description: 'Removed.' },
      },
      failures: [403, 404],
      agent: {
        read_only: false,
        side_effects: ['the credential is deleted'],
        dry_run: dryRunMetadata,
        risk: { irreversible: true, requires_confirmation: true },
      },
    },
    async handle(context) {
      const { id = '', credential = '' } = context.params;
      if (wantsDryRun(context)) {
        const effect = await administration.preview(id, { id: credential }, callerOf(context));
        return dryRun({ reversible: false, outcome: 'deleted' }, effect);
      }
      await administration.remove(id, credential, callerOf(context));
      return createReply(null, { status: 204 });
    },
  };
}

/** The report of a dry run; it never contains a secret. */
function dryRun(
  result: { reversible: boolean; outcome: 'created' | 'rotated' | 'deleted'; undo?: string },
  { sentTo, sentAs, before, after }: CredentialEffect,
): HttpReply {
  const sent = {
    ...(sentTo === undefined ? {} : { sent_to: sentTo }),
    ...(sentAs === undefined ? {} : { sent_as: sentAs }),
  };
  return noStore({ dry_run: true, would_change: true, ...result, ...sent, before, after });
}

function callerOf({ caller, traceId }: RouteContext): CredentialCaller {
  return { caller, traceId };
}

function noStore(
  value: unknown,
  { status = 200, headers = {} }: { status?: number; headers?: Record<string, string> } = {},
): HttpReply {
  return jsonReply(value, { status, headers: { ...headers, 'Cache-Control': 'no-store' } });
}

function write(credential: ShownCredential): JsonObject {
  const { subject, lastUsedAt } = credential;
  return {
    id: credential.id,
    agent_id: credential.agentId,
    kind: credential.kind,
    name: credential.name,
    for: subject === undefined ? 'everyone' : 'subject',
    ...(subject === undefined ? {} : { subject }),
    created_at: credential.createdAt,
    created_by: credential.createdBy,
    updated_at: credential.updatedAt,
    ...(lastUsedAt === undefined ? {} : { last_used_at: lastUsedAt }),
  };
}
