/** `/credential-logins`: log in at the authorization server of a service, for oneself or for everyone, and log out. */
import type { HttpReply, Route, RouteContext } from '@dragoman/core/http';
import { jsonReply, readJsonBody } from '@dragoman/core/http';
import type { FieldError, JsonObject, JsonValue } from '@dragoman/model';
import { Failure, isJsonObject } from '@dragoman/model';
import type { LoginFlow, LoginPreview } from '../credentials/login/login-flow.js';
import type { LoginAudience, TargetName } from '../credentials/login/login-target.js';
import type { LoginRequest } from '../credentials/login/pending-login.js';
import { endDescription, finishDescription, startDescription } from './credential-login-description.js';
import { dryRunReply, wantsDryRun } from './dry-run.js';
import { fault, invalidBody, maxUrlLength, refuseUnknown } from './request-faults.js';

/** Maximum request body in bytes. */
const bodyBytes = 65_536;

/** Creates the routes of logins. */
export function createCredentialLoginRoutes(logins: LoginFlow): Route[] {
  const route = {
    method: 'POST',
    budget: 'write',
    // Callers who may call a service log in for themselves; everything else needs the second scope.
    access: ['agents:invoke', 'registry:write'],
    takesSecret: true,
  } as const;
  return [
    {
      ...route,
      path: '/credential-logins',
      action: 'credential.login',
      describe: startDescription,
      async handle(context) {
        const started = await logins.start(readStart(await read(context)), context);
        const { authorizationUrl, login, expiresAt, issuer, tokenUrl, resource, scope } = started;
        const shown = {
          authorization_url: authorizationUrl,
          login,
          expires_at: expiresAt,
          issuer,
          token_url: tokenUrl,
        };
        const optional = { ...(resource === undefined ? {} : { resource }), ...(scope === undefined ? {} : { scope }) };
        return noStore({ ...shown, ...optional }, 201);
      },
    },
    {
      ...route,
      path: '/credential-logins/finish',
      action: 'credential.login',
      describe: finishDescription,
      async handle(context) {
        const { login, response } = readFinish(await read(context));
        if (wantsDryRun(context)) return previewFinished(await logins.previewFinish(login, response, context));
        const { id, name, kind, subject, createdAt } = await logins.finish(login, response, context);
        const whose = subject === undefined ? { for: 'everyone' } : { for: 'subject', subject };
        return noStore({ id, kind, name, ...whose, created_at: createdAt }, 201);
      },
    },
    {
      ...route,
      path: '/credential-logins/end',
      action: 'credential.logout',
      describe: endDescription,
      async handle(context) {
        const { target, audience } = readEnd(await read(context));
        if (wantsDryRun(context)) return previewEnd(await logins.count(target, audience, context));
        return noStore({ removed: await logins.end(target, audience, context) }, 200);
      },
    },
  ];
}

function previewFinished({ service, issuer, audience, replaces }: LoginPreview): HttpReply {
  const whose = audience === 'me' ? 'your calls' : 'the calls of everyone';
  return dryRunReply({
    would_change: true,
    reversible: !replaces,
    outcome: replaces ? 'updated' : 'created',
    changes: [
      `Gets tokens from ${issuer} and stores them for ${whose} of ${service}.`,
      ...(replaces ? ['Replaces the tokens of an earlier login.'] : []),
    ],
    undo: 'credential_logins_end',
  });
}

function previewEnd(count: number): HttpReply {
  return dryRunReply({
    would_change: count > 0,
    reversible: false,
    outcome: count > 0 ? 'deleted' : 'unchanged',
    changes: count > 0 ? [`Deletes ${count === 1 ? 'a login' : `${count} logins`} and revokes the tokens.`] : [],
  });
}

async function read({ request }: RouteContext): Promise<JsonObject> {
  const body: JsonValue = await readJsonBody(request, { bytes: bodyBytes });
  if (!isJsonObject(body)) throw new Failure('INVALID_INPUT', { message: 'The body must be a JSON object.' });
  return body;
}

/** A login to start. */
export function readStart(body: JsonObject): LoginRequest {
  const faults: FieldError[] = [];
  const known = [
    'service',
    'url',
    'for',
    'redirect_uri',
    'scope',
    'issuer',
    'client_id',
    'client_secret',
    'register',
    'dpop',
  ];
  refuseUnknown(body, known, '', faults);
  const text = textReader(body, faults);
  const target = readTarget(text, faults);
  const audience = readAudience(body, faults);
  const redirectUri = text('redirect_uri', maxUrlLength, true);
  const [scope, issuer] = [text('scope', 1024), text('issuer', maxUrlLength)];
  const [clientId, clientSecret] = [text('client_id', 2048), text('client_secret', 8192)];
  if (clientSecret !== undefined && clientId === undefined)
    faults.push(fault('client_secret', '/client_secret', 'must be set together with client_id'));
  const { register = false, dpop = false } = body;
  if (typeof register !== 'boolean') faults.push(fault('register', '/register', 'must be true or false'));
  if (typeof dpop !== 'boolean') faults.push(fault('dpop', '/dpop', 'must be true or false'));
  if (faults.length > 0 || target === undefined || redirectUri === undefined) throw invalidBody(faults);
  return {
    target,
    audience,
    redirectUri,
    register: register === true,
    dpop: dpop === true,
    ...(scope === undefined ? {} : { scope }),
    ...(issuer === undefined ? {} : { issuer }),
    ...(clientId === undefined
      ? {}
      : { client: { clientId, ...(clientSecret === undefined ? {} : { clientSecret }) } }),
  };
}

function readFinish(body: JsonObject): { login: string; response: string } {
  const faults: FieldError[] = [];
  refuseUnknown(body, ['login', 'response'], '', faults);
  const text = textReader(body, faults);
  const [login, response] = [text('login', 32_768, true), text('response', 16_384, true)];
  if (faults.length > 0 || login === undefined || response === undefined) throw invalidBody(faults);
  return { login, response };
}

function readEnd(body: JsonObject): { target: TargetName; audience: LoginAudience } {
  const faults: FieldError[] = [];
  refuseUnknown(body, ['service', 'url', 'for'], '', faults);
  const target = readTarget(textReader(body, faults), faults);
  const audience = readAudience(body, faults);
  if (faults.length > 0 || target === undefined) throw invalidBody(faults);
  return { target, audience };
}

type ReadText = (name: string, maxLength: number, required?: boolean) => string | undefined;

function textReader(body: JsonObject, faults: FieldError[]): ReadText {
  return (name, maxLength, required = false) => {
    const value = body[name];
    if (value === undefined && !required) return undefined;
    if (typeof value === 'string' && value.length <= maxLength && /^[\x20-\x7e]+$/.test(value)) return value;
    const detail = value === undefined ? 'is missing' : `must be printable ASCII, 1 to ${maxLength} characters`;
    faults.push(fault(name, `/${name}`, detail));
    return undefined;
  };
}

function readTarget(text: ReadText, faults: FieldError[]): TargetName | undefined {
  const [service, url] = [text('service', 200), text('url', maxUrlLength)];
  if (service !== undefined && url === undefined) return { service };
  if (url !== undefined && service === undefined) return { url };
  if (faults.length === 0) faults.push(fault('service', '/service', 'set either service, the id of a service, or url'));
  return undefined;
}

function readAudience({ for: audience = 'me' }: JsonObject, faults: FieldError[]): LoginAudience {
  if (audience === 'me' || audience === 'everyone') return audience;
  faults.push(fault('for', '/for', 'must be me or everyone'));
  return 'me';
}

function noStore(value: JsonObject, status: number): HttpReply {
  return jsonReply(value, { status, headers: { 'Cache-Control': 'no-store' } });
}
