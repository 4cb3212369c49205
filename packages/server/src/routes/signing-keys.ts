/** The public keys of this server, for clients that verify its signatures. */
import type { Route } from '@dragoman/core/http';
import { jsonReply, textSchema as text } from '@dragoman/core/http';
import type { JsonObject } from '@dragoman/model';

/** Path of the key directory (HTTP Message Signatures Directory). */
export const signingKeysPath = '/.well-known/http-message-signatures-directory';

/** Creates the route. */
export function createSigningKeysRoute(keys: readonly JsonObject[]): Route {
  const directory = { keys: [...keys] };
  return {
    method: 'GET',
    path: signingKeysPath,
    budget: 'read',
    access: 'anyone',
    describe: {
      operationId: 'signing_keys_read',
      tag: 'description',
      summary: 'Read the public keys of this server (JSON Web Key Set).',
      description:
        'Returns the keys that verify responses signed on request (Accept-Signature) and calls to services signed by this gateway (RFC 9421). ' +
        'Use it once and cache the keys. Do not use it to verify tokens: they come from the issuers listed by protected_resource_read. No side effects.',
      responses: {
        '200': {
          description: 'The keys.',
          content: {
            'application/json': {
              schema: directorySchema,
              examples: { one_key: { summary: 'One Ed25519 key', value: exampleDirectory } },
            },
          },
        },
      },
      agent: { read_only: true },
    },
    handle: async () => jsonReply(directory, { headers: { 'Cache-Control': 'public, max-age=3600' } }),
  };
}

const directorySchema = {
  type: 'object',
  required: ['keys'],
  properties: {
    keys: {
      type: 'array',
      description: 'The public keys.',
      items: {
        type: 'object',
        required: ['kty', 'crv', 'x', 'kid'],
        properties: {
          kty: text('Key type: OKP.'),
          crv: text('Curve: Ed25519.'),
          x: text('The public key in base64url.'),
          kid: text('Thumbprint of the key (RFC 7638), used as keyid in signatures.'),
          use: text('Use of the key: sig.'),
          alg: text('Algorithm: EdDSA.'),
        },
        additionalProperties: false,
      },
    },
  },
  additionalProperties: false,
};

const exampleDirectory = {
  keys: [
    {
      kty: 'OKP',
      crv: 'Ed25519',
      x: 'JrQLj5P_89iXES9-vFgrIy29clF9CC_oPPsw3c5D0bs',
      kid: 'poqkLGiymh_W0uP6PZFw-dvez3QJT5SolqXBCW38r0U',
      use: 'sig',
      alg: 'EdDSA',
    },
  ],
};
