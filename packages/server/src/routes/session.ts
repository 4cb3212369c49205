/** The login session of this browser: who the caller is, login, logout. Programs send their credential with each request. */
import type { Caller } from '@dragoman/core/engine';
import { parseKey } from '@dragoman/core/engine';
import type { HttpReply, RateLimit, RateLimiter, Route, RouteContext } from '@dragoman/core/http';
import {
  createReply,
  dryRunMetadata,
  dryRunParameters,
  fieldsParameter,
  jsonReply,
  pickFields,
  readFields,
  readJsonBody,
} from '@dragoman/core/http';
import type { FieldError, JsonObject, JsonValue } from '@dragoman/model';
import { Failure, isJsonObject } from '@dragoman/model';
import type { KnownLogin, LoginSessions, NewLogin } from '../access/login-sessions.js';
import { consoleActor } from '../access/login-sessions.js';
import type { OidcLogin } from '../access/oidc-login.js';
import { oidcPath } from '../access/oidc-login.js';
import { requireOwnPage } from '../access/own-page.js';
import type { RecognizeSession } from '../access/recognize-session.js';
import type { CookiePlace } from '../access/session-cookie.js';
import { csrfToken, sessionCookie } from '../access/session-cookie.js';
import { dryRunReply, wantsDryRun } from './dry-run.js';
import { loginRequestSchema, sessionDryRun, sessionExample, sessionMembers, sessionSchema } from './session-schemas.js';

/** Dependencies of the routes. */
export interface SessionRoutePorts {
  version: string;
  sessions: LoginSessions;
  recognize: Pick<RecognizeSession, 'secretOf'>;
  /** Verifies a key and returns its caller. */
  authenticateKey: (key: string) => Promise<Caller>;
  place: () => CookiePlace;
  origin: () => string;
  limiter: RateLimiter;
  /** Logins per address. */
  loginLimit: RateLimit;
  /** Absent when no provider is configured. */
  oidc?: OidcLogin;
}

/** Creates the routes of the session of a browser. */
export function createSessionRoutes(ports: SessionRoutePorts): Route[] {
  return [readRoute(ports), loginRoute(ports), logoutRoute(ports)];
}

const tag = 'administration';

const sessionAnswer = (description: string) => ({
  '200': {
    description,
    content: {
      'application/json': {
        schema: sessionSchema,
        examples: { key: { summary: 'A caller with a key', value: sessionExample } },
      },
    },
  },
});

function readRoute(ports: SessionRoutePorts): Route {
  return {
    method: 'GET',
    path: '/session',
    budget: 'read',
    access: 'anyone',
    describe: {
      operationId: 'session_read',
      tag,
      summary: 'Read who the caller is, what it may do, and how to log in.',
      description:
        'Returns the identity and the scopes of the caller, and for a login session its expiry and the token that its writes need. Use it to find out what a credential may do. ' +
        'Do not use it to check a credential of someone else. No side effects.',
      parameters: [fieldsParameter('the session')],
      responses: sessionAnswer('The caller.'),
      failures: [400],
      agent: { read_only: true },
    },
    async handle({ request, caller, url }) {
      const fields = readFields(url, sessionMembers);
      const secret = ports.recognize.secretOf(request);
      const known = secret === undefined ? undefined : await ports.sessions.recognize(secret);
      const login = known === undefined || secret === undefined ? undefined : { secret, known };
      return sessionReply(pickFields(writeSession(ports, caller, login), fields));
    },
  };
}

function loginRoute(ports: SessionRoutePorts): Route {
  return {
    method: 'POST',
    path: '/session',
    budget: 'write',
    access: 'anyone',
    action: 'session.create',
    takesSecret: true,
    showsSecret: ['csrf_token'],
    describe: {
      operationId: 'session_create',
      tag,
      summary: 'Exchange an API key for a login session of this browser.',
      description:
        'Verifies the key and sets a cookie that only this browser can send and no script can read. Use it in pages, which must not keep keys. ' +
        'Do not use it in programs: send the key with each request instead. Side effects: stores a session until it expires, is not used for some time, or is ended; at most a few logins per minute and address. ' +
        'There is no dry run: verifying a key without a session would help only to guess keys, and session_end removes the session at once.',
      requestBody: {
        description: 'The key.',
        required: true,
        content: {
          'application/json': {
            schema: loginRequestSchema,
            examples: { key: { summary: 'A key', value: { key: 'dgm_0123456789abcdef_secret' } } },
          },
        },
      },
      responses: sessionAnswer('The session; its cookie is in the header Set-Cookie.'),
      failures: [400, 403, 413, 415],
      agent: { read_only: false, idempotent: false },
    },
    async handle(context) {
      requireOwnPage(context.request.headers, ports.origin());
      await limitLogins(ports, context.caller);
      const key = readKey(await readJsonBody(context.request, { bytes: 4096 }));
      const caller = await ports.authenticateKey(key);
      return startSession(ports, context, { subject: caller.subject, method: 'key', scopes: [], keyId: keyIdOf(key) });
    },
  };
}

/** Starts a session and sets its cookie. */
export async function startSession(
  ports: Pick<SessionRoutePorts, 'sessions' | 'place' | 'version' | 'oidc'>,
  { request, traceId }: RouteContext,
  login: Pick<NewLogin, 'subject' | 'method' | 'scopes' | 'keyId' | 'user'>,
): Promise<HttpReply> {
  const userAgent = request.headers.get('user-agent') ?? undefined;
  const started = await ports.sessions.start({ ...login, traceId, ...(userAgent === undefined ? {} : { userAgent }) });
  const reply = sessionReply(writeSession(ports, started.known.caller, started));
  const seconds = (Date.parse(started.known.record.expiresAt) - Date.parse(started.known.record.createdAt)) / 1000;
  reply.headers['set-cookie'] = sessionCookie(ports.place(), started.secret, seconds);
  return reply;
}

function logoutRoute(ports: SessionRoutePorts): Route {
  return {
    method: 'DELETE',
    path: '/session',
    budget: 'write',
    access: 'anyone',
    action: 'session.end',
    describe: {
      operationId: 'session_end',
      tag,
      summary: 'Log out: end the login session of this browser.',
      description:
        'Ends the session and deletes its cookie; without a session it changes nothing. Use it at the end of work on a shared machine. ' +
        'Do not use it to end sessions on other machines: use sessions_end instead. Side effects: removes the session.',
      parameters: [...dryRunParameters],
      responses: { '200': sessionDryRun, '204': { description: 'There is no session any more.' } },
      failures: [400, 403],
      agent: {
        read_only: false,
        idempotent: true,
        dry_run: dryRunMetadata,
        risk: { irreversible: true, requires_confirmation: false },
      },
    },
    async handle(context) {
      const { request, traceId } = context;
      const secret = ports.recognize.secretOf(request);
      const known = secret === undefined ? undefined : await ports.sessions.recognize(secret);
      if (wantsDryRun(context)) {
        const outcome = known === undefined ? 'unchanged' : 'deleted';
        const changes = known === undefined ? [] : ['Ends this session.'];
        return dryRunReply({ would_change: known !== undefined, reversible: false, outcome, changes });
      }
      if (known !== undefined) {
        const { subject, id } = known.record;
        await ports.sessions.end({ subject, isAdmin: false, traceId }, id);
      }
      const headers = { 'Set-Cookie': sessionCookie(ports.place(), undefined, 0), 'Cache-Control': 'no-store' };
      return createReply(null, { status: 204, headers });
    },
  };
}

async function limitLogins({ limiter, loginLimit }: SessionRoutePorts, caller: Caller): Promise<void> {
  const verdict = await limiter.take(`login:${caller.address ?? caller.subject}`, loginLimit);
  if (verdict.allowed) return;
  throw new Failure('RATE_LIMITED', {
    message: 'Too many logins came from this address.',
    retryAfter: verdict.retryAfterSeconds,
  });
}

function readKey(body: JsonValue): string {
  if (!isJsonObject(body)) throw new Failure('INVALID_INPUT', { message: 'The body must be a JSON object.' });
  const { key, ...others } = body;
  const fieldErrors = Object.keys(others)
    .slice(0, 20)
    .map((name) => fieldError(name.slice(0, 80), 'is unknown; allowed is key'));
  if (typeof key === 'string' && key.length <= 512 && fieldErrors.length === 0) return key.trim();
  if (typeof key !== 'string' || key.length > 512) fieldErrors.unshift(fieldError('key', 'must be an API key, dgm_…'));
  throw new Failure('INVALID_INPUT', { fieldErrors });
}

function fieldError(field: string, detail: string): FieldError {
  return { field, pointer: `/${field}`, code: 'invalid', detail };
}

function keyIdOf(key: string): string {
  const id = parseKey(key)?.id;
  if (id === undefined) throw new Failure('INVALID_CREDENTIAL');
  return id;
}

function sessionReply(body: object): HttpReply {
  return jsonReply(body, { headers: { 'Cache-Control': 'no-store', Vary: 'Cookie, Authorization' } });
}

function writeSession(
  { version, oidc }: Pick<SessionRoutePorts, 'version' | 'oidc'>,
  caller: Caller,
  login: { secret: string; known: KnownLogin } | undefined,
): JsonObject {
  const { kind, subject, scopes, actor } = caller;
  const others = kind === 'local' ? 'open' : kind === 'anonymous' ? 'none' : 'credential';
  // A credential in the request takes precedence over the cookie; its caller acts for itself.
  const own = actor === consoleActor ? login : undefined;
  return {
    access: own === undefined ? others : 'session',
    caller: { kind, subject, scopes: [...scopes] },
    ...(own === undefined
      ? {}
      : {
          csrf_token: csrfToken(own.secret),
          expires_at: own.known.record.expiresAt,
          idle_expires_at: own.known.idleExpiresAt,
        }),
    login: { key: true, ...(oidc === undefined ? {} : { oidc: { issuer: oidc.issuer, url: oidcPath } }) },
    version,
  };
}
