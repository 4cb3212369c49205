/** Login through OpenID Connect: the browser leaves for the provider, and comes back with a code. */
import type { Route } from '@dragoman/core/http';
import { createReply } from '@dragoman/core/http';
import type { OidcLogin } from '../access/oidc-login.js';
import { oidcPath } from '../access/oidc-login.js';
import type { SessionRoutePorts } from './session.js';
import { startSession } from './session.js';

/** Creates the two routes; browsers open them, programs do not. */
export function createOidcRoutes(ports: SessionRoutePorts, oidc: OidcLogin): Route[] {
  const describe = {
    tag: 'administration',
    responses: { '302': { description: 'Leads the browser on.' } },
    agent: { read_only: true },
  };
  const route = { method: 'GET', budget: 'write', access: 'anyone', unlisted: true, freeParameters: true } as const;
  return [
    {
      ...route,
      path: oidcPath,
      describe: {
        ...describe,
        operationId: 'session_oidc_start',
        summary: 'Log in through OpenID Connect.',
        description: 'Leads the browser to the provider. Use it in a browser. Do not use it in programs.',
      },
      async handle({ url }) {
        const { location, cookie } = await oidc.start(url.searchParams.get('return'));
        const headers = { Location: location, 'Set-Cookie': cookie, 'Cache-Control': 'no-store' };
        return createReply(null, { status: 302, headers });
      },
    },
    {
      ...route,
      path: `${oidcPath}/callback`,
      describe: {
        ...describe,
        operationId: 'session_oidc_finish',
        summary: 'Finish a login through OpenID Connect.',
        description: 'The provider leads the browser here. Do not use it in programs.',
      },
      async handle(context) {
        const { request, url } = context;
        const { returnTo, ...person } = await oidc.finish(url.searchParams, request.headers.get('cookie'));
        const { headers } = await startSession(ports, context, { ...person, method: 'oidc' });
        const cookie = headers['set-cookie'] ?? '';
        const answer = { Location: returnTo, 'Set-Cookie': cookie, 'Cache-Control': 'no-store' };
        return createReply(null, { status: 302, headers: answer });
      },
    },
  ];
}
