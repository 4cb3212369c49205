/** Login sessions in a list: a caller's own, and for administrators those of everybody; and the end of one. */
import type { LoginRecord } from '@dragoman/core/engine';
import { hasScope } from '@dragoman/core/engine';
import type { Route, RouteContext } from '@dragoman/core/http';
import {
  createReply,
  dryRunMetadata,
  dryRunParameters,
  fieldsParameter,
  idParameter,
  invalidParameters,
  jsonReply,
  nextLinkHeader,
  pickFields,
  readFields,
} from '@dragoman/core/http';
import type { JsonObject } from '@dragoman/model';
import { Failure } from '@dragoman/model';
import { cursorPage, pageParameters } from './cursor-page.js';
import { dryRunReply, wantsDryRun } from './dry-run.js';
import type { SessionRoutePorts } from './session.js';
import { listedMembers, listedSessionExample, sessionDryRun, sessionListSchema } from './session-schemas.js';

/** Dependencies of the routes. */
export interface SessionListPorts extends Pick<SessionRoutePorts, 'sessions' | 'recognize'> {
  /** Secret that signs page cursors. */
  cursorKey: string;
}

const tag = 'administration';
const owners = ['me', 'everyone'] as const;

/** Creates the routes. */
export function createSessionListRoutes(ports: SessionListPorts): Route[] {
  return [listRoute(ports), endRoute(ports)];
}

function listRoute(ports: SessionListPorts): Route {
  return {
    method: 'GET',
    path: '/sessions',
    budget: 'read',
    access: 'public',
    describe: {
      operationId: 'sessions_list',
      tag,
      summary: 'List login sessions, newest first.',
      description:
        'Lists the browsers in which the caller is logged in; administrators can list those of everybody, at most the newest 1,000. Use it to find a session that should end. Do not use it to list keys: use keys_list instead. No side effects.',
      parameters: [
        {
          name: 'owner',
          in: 'query',
          description: 'Whose sessions: your own, or those of everyone, which needs the scope admin.',
          schema: { type: 'string', enum: [...owners], default: 'me' },
        },
        ...pageParameters,
        fieldsParameter('each session'),
      ],
      responses: {
        '200': {
          description: 'A page of sessions.',
          headers: nextLinkHeader,
          content: {
            'application/json': {
              schema: sessionListSchema,
              examples: {
                one: { summary: 'One session', value: { sessions: [listedSessionExample], count: 1, top: 20 } },
              },
            },
          },
        },
      },
      failures: [400, 403],
      agent: {
        read_only: true,
        order: 'created_at desc, id desc',
        next: ['sessions_end'],
        untrusted: ['/sessions/*/user_agent'],
      },
    },
    async handle(context) {
      const { request, url } = context;
      const fields = readFields(url, listedMembers);
      const records = await listFor(ports, context);
      const secret = ports.recognize.secretOf(request);
      const own = secret === undefined ? undefined : await ports.sessions.recognize(secret);
      const order = ({ createdAt, id }: LoginRecord) => `${createdAt} ${id}`;
      const list = { path: '/sessions', cursorKey: ports.cursorKey, order, descending: true };
      const { items, count, top, next, headers } = cursorPage(records, context, list);
      const sessions = items.map((record) => pickFields(writeListed(record, own?.record.id), fields));
      const paging = next === undefined ? {} : { next_cursor: next };
      return jsonReply(
        { sessions, count, top, ...paging },
        { headers: { ...headers, 'Cache-Control': 'no-store', Vary: 'Cookie, Authorization' } },
      );
    },
  };
}

async function listFor({ sessions }: SessionListPorts, { caller, url }: RouteContext): Promise<LoginRecord[]> {
  const owner = url.searchParams.get('owner') ?? 'me';
  if (!owners.some((each) => each === owner)) {
    throw invalidParameters([{ field: 'owner', code: 'request/enum', detail: `must be one of ${owners.join(', ')}` }]);
  }
  if (caller.kind === 'anonymous') return [];
  if (owner === 'me') return sessions.list(caller.subject);
  if (!hasScope(caller, 'admin')) {
    throw new Failure('FORBIDDEN', { message: 'The sessions of everyone need the scope admin.' });
  }
  return sessions.listAll();
}

function endRoute({ sessions }: SessionListPorts): Route {
  return {
    method: 'DELETE',
    path: '/sessions/{id}',
    budget: 'write',
    access: 'registry:read',
    action: 'session.end',
    describe: {
      operationId: 'sessions_end',
      tag,
      summary: 'End one login session.',
      description:
        'Ends the session at once; its browser must log in again. Callers end their own sessions, administrators any. Use it for a session on a machine that was lost or shared. ' +
        'Do not use it to log out here: use session_end instead. Side effects: removes the session.',
      parameters: [
        idParameter('Id of the session, as listed by sessions_list.', {
          example: listedSessionExample.id,
          maxLength: 64,
        }),
        ...dryRunParameters,
      ],
      responses: { '200': sessionDryRun, '204': { description: 'The session has ended.' } },
      failures: [403, 404],
      agent: {
        read_only: false,
        idempotent: true,
        side_effects: ['ends the session of a browser'],
        dry_run: dryRunMetadata,
        risk: { irreversible: true, requires_confirmation: false },
      },
    },
    async handle(context) {
      const { caller, params, traceId } = context;
      const by = { subject: caller.subject, isAdmin: hasScope(caller, 'admin'), traceId };
      const { id = '' } = params;
      if (wantsDryRun(context)) {
        await sessions.readEndable(by, id);
        return dryRunReply({
          would_change: true,
          reversible: false,
          outcome: 'deleted',
          changes: [`Ends the session ${id} of a browser.`],
        });
      }
      await sessions.end(by, id);
      return createReply(null, { status: 204 });
    },
  };
}

function writeListed(record: LoginRecord, current: string | undefined): JsonObject {
  const { id, subject, method, keyId, createdAt, lastUsedAt, expiresAt, userAgent } = record;
  return {
    id,
    subject,
    method,
    ...(keyId === undefined ? {} : { key_id: keyId }),
    created_at: createdAt,
    last_used_at: lastUsedAt,
    expires_at: expiresAt,
    ...(userAgent === undefined ? {} : { user_agent: userAgent }),
    current: id === current,
  };
}
