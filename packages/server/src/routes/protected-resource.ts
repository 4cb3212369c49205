/** Protected resource metadata (RFC 9728): where a client gets a token for this server. */

import { scopes } from '@dragoman/core/engine';
import type { Route } from '@dragoman/core/http';
import { jsonReply } from '@dragoman/core/http';

/** Content of the metadata. */
export interface ProtectedResourceFacts {
  /** Base URL of this server. */
  resource: string;
  /** Issuers whose tokens are accepted. */
  issuers: readonly string[];
}

/** Path of the metadata. */
export const protectedResourcePath = '/.well-known/oauth-protected-resource';

/** Creates the route. */
export function createProtectedResourceRoute({ resource, issuers }: ProtectedResourceFacts): Route {
  const metadata = {
    resource,
    ...(issuers.length === 0 ? {} : { authorization_servers: issuers }),
    scopes_supported: [...scopes],
    bearer_methods_supported: ['header'],
    resource_name: 'Dragoman',
  };
  return {
    method: 'GET',
    path: protectedResourcePath,
    budget: 'read',
    access: 'anyone',
    describe: {
      operationId: 'protected_resource_read',
      tag: 'description',
      summary: 'Read where to get an access token for this server (RFC 9728).',
      description:
        'Lists the issuers whose access tokens this server accepts, and the supported scopes. Use it after a 401 to learn where to get a token. ' +
        'Do not use it to check a token: send the call instead. No side effects.',
      responses: {
        '200': {
          description: 'The metadata.',
          content: {
            'application/json': {
              schema: metadataSchema,
              examples: { this_server: { summary: 'This server', value: metadata } },
            },
          },
        },
      },
      agent: { read_only: true },
    },
    handle: async () => jsonReply(metadata, { headers: { 'Cache-Control': 'public, max-age=3600' } }),
  };
}

const texts = (description: string) => ({ type: 'array', description, items: { type: 'string' } });

const metadataSchema = {
  type: 'object',
  required: ['resource', 'scopes_supported', 'bearer_methods_supported'],
  properties: {
    resource: { type: 'string', format: 'uri', description: 'Identifier of this resource server.' },
    authorization_servers: texts('Issuers whose tokens are accepted; absent when only API keys are accepted.'),
    scopes_supported: texts('Scopes that tokens for this server may carry.'),
    bearer_methods_supported: texts('Where a request may carry the token.'),
    resource_name: { type: 'string', description: 'Display name.' },
  },
  additionalProperties: false,
};
