/** `GET /users`: people who have logged in with OpenID Connect, and where their scopes come from; for administrators. */
import type { UserRecord } from '@dragoman/core/engine';
import type { Route } from '@dragoman/core/http';
import { fieldsParameter, jsonReply, nextLinkHeader, pickFields, readFields } from '@dragoman/core/http';
import type { JsonObject } from '@dragoman/model';
import type { LoginSessions } from '../access/login-sessions.js';
import type { OidcLogin } from '../access/oidc-login.js';
import { cursorPage, pageParameters } from './cursor-page.js';
import { userExample, userListSchema, userMembers } from './user-schemas.js';

/** Dependencies of the route. */
export interface UserRoutePorts {
  sessions: Pick<LoginSessions, 'users'>;
  /** Absent when no provider is configured. */
  oidc?: Pick<OidcLogin, 'issuer' | 'scopeClaim' | 'granted'>;
  /** Secret that signs page cursors. */
  cursorKey: string;
}

/** Creates the route. */
export function createUsersRoute({ sessions, oidc, cursorKey }: UserRoutePorts): Route {
  const provider =
    oidc === undefined
      ? {}
      : { provider: { issuer: oidc.issuer, scope_claim: oidc.scopeClaim, granted: [...oidc.granted] } };
  return {
    method: 'GET',
    path: '/users',
    budget: 'read',
    access: 'admin',
    describe: {
      operationId: 'users_list',
      tag: 'administration',
      summary: 'List the people who have logged in with OpenID Connect.',
      description:
        'Shows each person with the scopes of the last login, those of the claim of the provider and those that the settings give to everybody, and when the person was last seen; at most 1,000 people. Scopes are managed at the provider. ' +
        'Use it to see who has access. Do not use it to list programs: use keys_list instead. No side effects.',
      parameters: [...pageParameters, fieldsParameter('each person')],
      responses: {
        '200': {
          description: 'A page of people.',
          headers: nextLinkHeader,
          content: {
            'application/json': {
              schema: userListSchema,
              examples: { one: { summary: 'One person', value: { users: [userExample], count: 1, top: 20 } } },
            },
          },
        },
      },
      failures: [400, 403],
      agent: {
        read_only: true,
        order: 'last_login_at desc, subject desc',
        untrusted: ['/users/*/name'],
      },
    },
    async handle(context) {
      const fields = readFields(context.url, userMembers);
      const order = ({ lastLoginAt, subject }: UserRecord) => `${lastLoginAt} ${subject}`;
      const list = { path: '/users', cursorKey, order, descending: true };
      const { items, count, top, next, headers } = cursorPage(await sessions.users(), context, list);
      const users = items.map((user) => pickFields(writeUser(user), fields));
      const paging = next === undefined ? {} : { next_cursor: next };
      return jsonReply(
        { users, count, top, ...paging, ...provider },
        { headers: { ...headers, 'Cache-Control': 'no-store' } },
      );
    },
  };
}

function writeUser(user: UserRecord): JsonObject {
  return {
    subject: user.subject,
    ...(user.name === undefined ? {} : { name: user.name }),
    claim: user.claim,
    claimed_scopes: user.claimed,
    granted_scopes: user.granted,
    first_login_at: user.firstLoginAt,
    last_login_at: user.lastLoginAt,
    last_seen_at: user.lastSeenAt,
  };
}
