/** Our public keys, for whoever checks signatures of ours. */
import type { Route } from '@dragoman/core/http';
import { jsonReply, textSchema as text } from '@dragoman/core/http';
import type { JsonObject } from '@dragoman/model';

/** Path of the key directory (HTTP Message Signatures Directory). */
export const signingKeysPath = '/.well-known/http-message-signatures-directory';

/** Makes the route over the public keys. */
export function createSigningKeysRoute(keys: readonly JsonObject[]): Route {
  const directory = { keys: [...keys] };
  return {
    method: 'GET',
    path: signingKeysPath,
    budget: 'read',
    access: 'public',
    describe: {
      operationId: 'signing_keys_read',
      tag: 'description',
      summary: 'Read the public keys of this server (JSON Web Key Set).',
      description:
        'The keys by which answers signed on request (Accept-Signature) and calls to agents signed by this gateway are verified (RFC 9421). ' +
        'Use it once and keep the keys. Do not use it to check tokens: they come from the issuers named by protected_resource_read. No side effects.',
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
          kty: text('Kind of key: OKP.'),
          crv: text('Curve: Ed25519.'),
          x: text('The public key in base64url.'),
          kid: text('Its thumbprint (RFC 7638), which signatures name as keyid.'),
          use: text('What it is for: sig.'),
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
