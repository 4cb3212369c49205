/** Settings of A2A. */
import { group, text } from './setting.js';

/** The group `a2a`. */
export const a2aSettings = group('Cards and tasks of A2A agents, and the gRPC binding of services.', {
  signatures: text(
    'DRAGOMAN_A2A_SIGNATURES',
    'accept: accept unsigned and correctly signed cards, reject invalid signatures; demand: accept only cards signed by a key in a2a.keysFile.',
    { default: 'accept', enum: ['accept', 'demand'] },
  ),
  keysFile: text('DRAGOMAN_A2A_KEYS_FILE', 'JSON Web Key Set of the public keys trusted to sign cards.'),
  notices: text(
    'DRAGOMAN_A2A_NOTICES',
    'Whether to request push notifications from agents that support them. public: when server.publicUrl is set; always: also without it; never: tasks are only polled.',
    { default: 'public', enum: ['public', 'always', 'never'] },
  ),
  grpc: group('The listener for the gRPC binding of A2A. It has the address, TLS and limits of the server.', {
    port: {
      type: 'integer',
      description: 'Port of the gRPC listener; 0 selects a free port. Without it, services are not served over gRPC.',
      minimum: 0,
      maximum: 65_535,
      'x-env': 'DRAGOMAN_A2A_GRPC_PORT',
    },
    publicAddress: text(
      'DRAGOMAN_A2A_GRPC_PUBLIC_ADDRESS',
      'Address of the gRPC listener in cards, as gRPC clients take it (grpc.example.com:443); defaults to the public host of the server and the port.',
      { maxLength: 300 },
    ),
  }),
});
