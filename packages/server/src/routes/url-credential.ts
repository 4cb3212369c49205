/**
 * `/url-credential`: the credential for an address that is not imported yet, because its description or its tools are
 * available only with one. It belongs to the caller and is also sent when the imported services are called.
 */
import type { HttpReply, Route, RouteContext } from '@dragoman/core/http';
import {
  createReply,
  dryRunMetadata,
  dryRunParameters,
  jsonContent,
  jsonReply,
  readJsonBody,
  textSchema as text,
} from '@dragoman/core/http';
import type { JsonObject } from '@dragoman/model';
import { Failure, isJsonObject } from '@dragoman/model';
import { addressOfUrl } from '../credentials/login/login-target.js';
import type { CredentialSource, SourceCredentials } from '../credentials/source-credentials.js';
import { sourceId } from '../credentials/source-id.js';
import { readCredentialRequest } from './credential-request.js';
import { credentialRequestExample, credentialRequestSchema } from './credential-schemas.js';
import { type DryRunResult, dryRunReply, dryRunResponse, wantsDryRun, withDryRun } from './dry-run.js';
import { fault, invalidBody, maxUrlLength } from './request-faults.js';
import { writeCredential } from './source-request.js';
import { credentialSchema } from './source-schemas.js';

/** Maximum request body in bytes. */
const bodyBytes = 131_072;

/** Creates the routes. */
export function createUrlCredentialRoutes(credentials: SourceCredentials): Route[] {
  const common = { path: '/url-credential', access: 'registry:write' } as const;
  return [
    {
      ...common,
      method: 'GET',
      budget: 'read',
      describe: readDescription,
      handle: (context) => read(credentials, context),
    },
    {
      ...common,
      method: 'PUT',
      budget: 'write',
      action: 'credential.put',
      takesSecret: true,
      describe: putDescription,
      handle: (context) => put(credentials, context),
    },
    {
      ...common,
      method: 'DELETE',
      budget: 'write',
      action: 'credential.remove',
      describe: removeDescription,
      handle: (context) => remove(credentials, context),
    },
  ];
}

async function read(credentials: SourceCredentials, context: RouteContext): Promise<HttpReply> {
  const found = await credentials.find(sourceOf(context, context.url.searchParams.get('url')));
  if (found === undefined) throw none();
  return noStore(writeCredential(found));
}

async function put(credentials: SourceCredentials, context: RouteContext): Promise<HttpReply> {
  const body = await readJsonBody(context.request, { bytes: bodyBytes });
  if (!isJsonObject(body)) throw new Failure('INVALID_INPUT', { message: 'The body must be a JSON object.' });
  const { url, ...rest } = body;
  const source = sourceOf(context, url);
  const request = readCredentialRequest(rest);
  if (wantsDryRun(context)) return dryRunReply(changeOf((await credentials.find(source)) !== undefined));
  return noStore(writeCredential(await credentials.put(source, request, context)));
}

async function remove(credentials: SourceCredentials, context: RouteContext): Promise<HttpReply> {
  const dryRun = wantsDryRun(context);
  const source = sourceOf(context, context.url.searchParams.get('url'));
  if ((await credentials.find(source)) === undefined) throw none();
  if (dryRun) return dryRunReply(removal);
  await credentials.remove(source, context);
  return createReply(null, { status: 204 });
}

/** The source that the caller would have for a URL; throws when it is not a URL that can be imported. */
function sourceOf({ caller }: RouteContext, url: unknown): CredentialSource {
  if (caller.kind === 'anonymous') throw new Failure('UNAUTHENTICATED');
  const isUrl = typeof url === 'string' && url.length <= maxUrlLength && /^(?:mcp\+)?https?:\/\//i.test(url);
  if (!isUrl) throw invalidBody([fault('url', '/url', `must be an https URL of at most ${maxUrlLength} characters`)]);
  addressOfUrl(url);
  return { id: sourceId(caller.subject, url), url };
}

function none(): Failure {
  return new Failure('NOT_FOUND', { message: 'You have no credential for this URL.' });
}

const removal: DryRunResult = {
  would_change: true,
  reversible: false,
  outcome: 'deleted',
  changes: ['Deletes the credential of the URL.'],
};

function changeOf(isReplaced: boolean): DryRunResult {
  const stored = 'Stores the credential; it is sent when the URL is imported and its services are called.';
  const changes = isReplaced ? ['Deletes the present credential.', stored] : [stored];
  const undo = 'url_credential_remove';
  return { would_change: true, reversible: !isReplaced, outcome: isReplaced ? 'updated' : 'created', changes, undo };
}

function noStore(value: JsonObject): HttpReply {
  return jsonReply(value, { headers: { 'Cache-Control': 'no-store' } });
}

const example = 'https://linden.example/mcp';
const urlSchema = text('The URL, as it will be imported.', { maxLength: maxUrlLength, format: 'uri' });
const urlParameter = {
  name: 'url',
  in: 'query',
  required: true,
  description: 'The URL, as it will be imported.',
  schema: urlSchema,
  example,
} as const;
const shown = {
  kind: 'oauth2_client',
  name: 'oauth2_client',
  created_at: '2026-03-01T09:30:00.000Z',
  updated_at: '2026-03-01T09:30:00.000Z',
};

const readDescription: Route['describe'] = {
  operationId: 'url_credential_read',
  tag: 'imports',
  summary: 'Read which credential you stored for a URL, without its secret.',
  description:
    'Use it to see whether a credential is stored for a URL that is to be imported. Do not use it for a registered service: use agent_credentials_list for that. No side effects.',
  parameters: [urlParameter],
  responses: {
    '200': {
      description: 'The credential.',
      content: jsonContent(credentialSchema, { client: { summary: 'Client credentials', value: shown } }),
    },
  },
  failures: [400, 404],
  agent: { read_only: true, next: ['url_credential_put', 'url_credential_remove'], untrusted: ['/name'] },
};

const putDescription: Route['describe'] = {
  operationId: 'url_credential_put',
  tag: 'imports',
  summary: 'Store a credential for a URL before it is imported.',
  description:
    'The credential is stored encrypted and sent only to the origin of the URL: when you import it, and when its services are called there and have none of their own. ' +
    'Without token_url, that of the authorization server that the URL names is used (RFC 9728, RFC 8414). Use it for a server that lists its tools only to clients with a token. ' +
    'Do not use it for a registered service: use agent_credentials_add for that. Side effects: the previous credential is permanently deleted.',
  parameters: [...dryRunParameters],
  requestBody: {
    description: 'The URL, and the credential with its secret.',
    required: true,
    content: jsonContent(
      {
        ...credentialRequestSchema,
        required: ['url', ...credentialRequestSchema.required],
        properties: { url: urlSchema, ...credentialRequestSchema.properties },
      },
      { api_key: { summary: 'An API key', value: { url: example, ...credentialRequestExample } } },
    ),
  },
  responses: { '200': withDryRun({ description: 'Stored.', schema: credentialSchema }, changeOf(true)) },
  failures: [400, 403, 409, 413, 415, 502, 504],
  agent: {
    read_only: false,
    side_effects: ['fetches and calls carry the credential', 'the previous credential is deleted'],
    dry_run: dryRunMetadata,
    risk: { irreversible: false, requires_confirmation: false },
    undo: 'url_credential_remove',
    untrusted: ['/name'],
  },
};

const removeDescription: Route['describe'] = {
  operationId: 'url_credential_remove',
  tag: 'imports',
  summary: 'Remove the credential that you stored for a URL.',
  description:
    'The credential is no longer sent. Use it when it has leaked or is no longer needed. Do not use it to change a secret: use url_credential_put instead. ' +
    'Side effects: imports and calls that need it fail; this cannot be undone.',
  parameters: [urlParameter, ...dryRunParameters],
  responses: { '200': dryRunResponse('Nothing is deleted', removal), '204': { description: 'Removed.' } },
  failures: [400, 404],
  agent: {
    read_only: false,
    side_effects: ['the credential is deleted'],
    dry_run: dryRunMetadata,
    risk: { irreversible: true, requires_confirmation: true },
  },
};
