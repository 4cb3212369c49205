/** What this gateway says about itself as an OAuth client, for authorization servers that accept a URL as client id. */
import type { Route } from '@dragoman/core/http';
import { jsonReply, textSchema as text } from '@dragoman/core/http';
import { clientMetadataPath, consoleReturnPath } from '../credentials/login/login-flow.js';
import { clientMetadata } from '../credentials/login/register-client.js';

/** Creates the route; the ports of loopback addresses do not count (RFC 8252 §7.3). */
export function createClientMetadataRoute(origin: string): Route {
  const uris = [`${origin}${consoleReturnPath}`, 'http://127.0.0.1/callback', 'http://localhost/callback'];
  const metadata = { client_id: `${origin}${clientMetadataPath}`, client_uri: origin, ...clientMetadata(uris, 'none') };
  return {
    method: 'GET',
    path: clientMetadataPath,
    budget: 'read',
    access: 'anyone',
    describe: {
      operationId: 'client_metadata_read',
      tag: 'description',
      summary: 'Read the OAuth client metadata of this gateway.',
      description:
        'Describes this gateway to authorization servers that accept the URL of this document as a client id. Use it as an authorization server that shows its users who wants access. ' +
        'Do not use it to learn how to log in to this gateway: read protected_resource_read for that. No side effects.',
      responses: {
        '200': {
          description: 'The metadata.',
          content: {
            'application/json': { schema, examples: { this_server: { summary: 'This server', value: metadata } } },
          },
        },
      },
      agent: { read_only: true },
    },
    handle: async () => jsonReply(metadata, { headers: { 'Cache-Control': 'public, max-age=3600' } }),
  };
}

const texts = (description: string) => ({ type: 'array', description, items: { type: 'string' } });

const schema = {
  type: 'object',
  required: ['client_id', 'client_name', 'redirect_uris'],
  properties: {
    client_id: text('URL of this document.'),
    client_uri: text('Address of this gateway.'),
    client_name: text('Display name.'),
    application_type: text('Type of client.', { enum: ['native', 'web'] }),
    redirect_uris: texts('Where browsers return to.'),
    grant_types: texts('Grant types that are used.'),
    response_types: texts('Response types that are used.'),
    token_endpoint_auth_method: text('How the client authenticates.'),
  },
  additionalProperties: false,
};
