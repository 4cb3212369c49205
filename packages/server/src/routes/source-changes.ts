/** `/sources/{id}/changes` and `/sources/{id}/credential`: results of the checks of a source, and its credential. */
import type { HttpReply, Route, RouteContext } from '@dragoman/core/http';
import {
  createReply,
  dryRunAnswer,
  dryRunMetadata,
  dryRunParameters,
  fieldsParameter,
  jsonReply,
  nextLinkHeader,
  pickFields,
  readFields,
  readJsonBody,
  writeCursor,
} from '@dragoman/core/http';
import { Failure } from '@dragoman/model';
import { readCredentialRequest } from './credential-request.js';
import { credentialRequestExample, credentialRequestSchema } from './credential-schemas.js';
import { pageParameters, pageReply, pageStart, pageTop } from './cursor-page.js';
import { type DryRunResult, dryRunReply, dryRunResultSchema, wantsDryRun, withDryRun } from './dry-run.js';
import { requirePublisher } from './imports.js';
import { sourceParameter } from './source-description.js';
import { writeCheck, writeCredential } from './source-request.js';
import { checksSchema, credentialSchema, sourceCheckMembers } from './source-schemas.js';
import type { SourceRoutePorts } from './sources.js';
import { requireSource } from './sources.js';

const personal = { 'Cache-Control': 'private, no-cache', Vary: 'Authorization, X-API-Key' };

/** Creates the routes for the results of checks of a source and for its credential. */
export function createSourceChangeRoutes(ports: SourceRoutePorts): Route[] {
  const access = 'registry:write' as const;
  return [
    {
      method: 'GET',
      path: '/sources/{id}/changes',
      budget: 'read',
      access,
      describe: changesDescription,
      handle: (context) => listChanges(ports, context),
    },
    {
      method: 'PUT',
      path: '/sources/{id}/credential',
      budget: 'write',
      access,
      action: 'credential.put',
      takesSecret: true,
      describe: putDescription,
      handle: (context) => putCredential(ports, context),
    },
    {
      method: 'DELETE',
      path: '/sources/{id}/credential',
      budget: 'write',
      access,
      action: 'credential.remove',
      describe: removeDescription,
      handle: (context) => removeCredential(ports, context),
    },
  ];
}

async function listChanges(ports: SourceRoutePorts, context: RouteContext): Promise<HttpReply> {
  const { url, caller } = context;
  const fields = readFields(url, sourceCheckMembers);
  const { id } = await requireSource(ports, context);
  const top = pageTop(url);
  const path = `/sources/${encodeURIComponent(id)}/changes`;
  const scope = { key: ports.cursorKey, query: path, subject: caller.subject };
  const start = pageStart(url, scope);
  const before = start === undefined ? undefined : Number(start.name);
  const looks = await ports.store.sources.polls(id, top + 1, before);
  const last = looks.length > top ? looks[top - 1] : undefined;
  const next = last === undefined ? undefined : writeCursor({ skip: 0, name: String(last.number), id: '' }, scope);
  const changes = looks.slice(0, top).map((look) => pickFields(writeCheck(look), fields));
  return pageReply({ changes, top }, { path, url, next, headers: personal });
}

async function putCredential(ports: SourceRoutePorts, context: RouteContext): Promise<HttpReply> {
  const { bodyBytes } = ports.settings;
  const request = readCredentialRequest(await readJsonBody(context.request, { bytes: bodyBytes }));
  requirePublisher(ports.settings, context.caller);
  const source = await requireSource(ports, context);
  if (wantsDryRun(context)) return dryRunReply(credentialDryRun((await ports.credentials.find(source)) !== undefined));
  const stored = await ports.credentials.put(source, request, context);
  return jsonReply(writeCredential(stored), { headers: { 'Cache-Control': 'no-store' } });
}

async function removeCredential(ports: SourceRoutePorts, context: RouteContext): Promise<HttpReply> {
  const dryRun = wantsDryRun(context);
  const source = await requireSource(ports, context);
  if ((await ports.credentials.find(source)) === undefined) {
    throw new Failure('NOT_FOUND', { message: 'The source has no credential.' });
  }
  if (dryRun) {
    const changes = ['Deletes the credential of the source.'];
    return dryRunReply({ would_change: true, reversible: false, outcome: 'deleted', changes });
  }
  await ports.credentials.remove(source, context);
  return createReply(null, { status: 204 });
}

function credentialDryRun(isReplaced: boolean): DryRunResult {
  const stored = 'Stores the credential; it is sent when the description is fetched and its services are called.';
  const changes = isReplaced ? ['Deletes the present credential.', stored] : [stored];
  const undo = 'sources_credential_remove';
  return { would_change: true, reversible: !isReplaced, outcome: isReplaced ? 'updated' : 'created', changes, undo };
}

const changesDescription: Route['describe'] = {
  operationId: 'sources_changes_list',
  tag: 'imports',
  summary: 'List what changed at a source, check by check.',
  description:
    'Newest first: operations added, removed and changed with their effect on callers, published versions that were changed in place, anomalies in the tool list, and failures; a check that found nothing new is not stored. ' +
    'Use this to track the changes of a vendor. Do not use it to decide on the tools of a toolset: use toolsets_updates_list for that. No side effects.',
  parameters: [sourceParameter, ...pageParameters, fieldsParameter('each check')],
  responses: {
    '200': {
      description: 'A page of checks.',
      headers: nextLinkHeader,
      content: { 'application/json': { schema: checksSchema } },
    },
  },
  failures: [400, 404, 406, 503],
  agent: {
    read_only: true,
    order: 'number desc',
    next: ['sources_refresh'],
    untrusted: ['/changes/*/agents', '/changes/*/findings', '/changes/*/violations', '/changes/*/error'],
  },
};

const putDescription: Route['describe'] = {
  operationId: 'sources_credential_put',
  tag: 'imports',
  summary: 'Store the credential that is sent to the vendor of a source.',
  description:
    'The credential is stored encrypted and sent only to the origin of the source URL: when the description is fetched, and when its services are called there and have none of their own. ' +
    'Kinds that need the token of a caller are rejected (token_exchange, enterprise without subject_token). Use this when the vendor requires authentication. Do not use it for one service: use agent_credentials_add for that. ' +
    'Side effects: the previous credential is permanently deleted.',
  parameters: [sourceParameter, ...dryRunParameters],
  requestBody: {
    description: 'The credential, with its secret.',
    required: true,
    content: {
      'application/json': {
        schema: credentialRequestSchema,
        examples: { api_key: { summary: 'An API key', value: credentialRequestExample } },
      },
    },
  },
  responses: {
    '200': withDryRun({ description: 'Stored.', schema: credentialSchema }, credentialDryRun(true)),
  },
  failures: [400, 403, 404, 406, 409, 413, 415, 503],
  agent: {
    read_only: false,
    side_effects: ['fetches and calls carry the credential', 'the previous credential is deleted'],
    dry_run: dryRunMetadata,
    risk: { irreversible: false, requires_confirmation: false },
    undo: 'sources_credential_remove',
    next: ['sources_refresh'],
  },
};

const removeDescription: Route['describe'] = {
  operationId: 'sources_credential_remove',
  tag: 'imports',
  summary: 'Remove the credential of a source.',
  description:
    'The credential is no longer sent to the vendor. Use this when it has leaked or is no longer needed. Do not use it to change a secret: use sources_credential_put instead. ' +
    'Side effects: fetches and calls that need it fail; this cannot be undone.',
  parameters: [sourceParameter, ...dryRunParameters],
  responses: {
    '200': dryRunAnswer(dryRunResultSchema),
    '204': { description: 'Removed.' },
  },
  failures: [400, 404, 406, 503],
  agent: {
    read_only: false,
    side_effects: ['the credential is deleted'],
    dry_run: dryRunMetadata,
    risk: { irreversible: true, requires_confirmation: true },
  },
};
