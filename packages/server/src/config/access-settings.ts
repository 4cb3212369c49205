/** The items of the settings that say who is recognised: token issuers and client certificates. */
import type { SettingSchema } from './setting.js';
import { plainText } from './setting.js';

/** Signature algorithms that tokens may use: asymmetric ones only, so that no shared secret lies on this server. */
export const tokenAlgorithms = [
  'RS256',
  'RS384',
  'RS512',
  'PS256',
  'PS384',
  'PS512',
  'ES256',
  'ES384',
  'ES512',
  'EdDSA',
  'Ed25519',
] as const;

/** One issuer of access tokens. */
export const issuer: SettingSchema = {
  type: 'object',
  description: 'One issuer whose tokens are accepted, with exactly one of jwksUri, jwksFile and jwks.',
  additionalProperties: false,
  required: ['issuer', 'audience'],
  properties: {
    issuer: plainText('The iss claim, compared exactly.'),
    audience: plainText('The aud claim that tokens for this server carry.'),
    jwksUri: plainText('Address (https) of the issuer’s key set.', { pattern: '^https://' }),
    jwksFile: plainText('File with the issuer’s key set.'),
    jwks: { type: 'object', description: 'The issuer’s key set itself.', additionalProperties: true },
    algorithms: {
      type: 'array',
      description: 'Signature algorithms accepted. None and shared-secret ones are never.',
      default: ['RS256', 'PS256', 'ES256', 'EdDSA', 'Ed25519'],
      maxItems: 11,
      items: { type: 'string', description: 'One algorithm.', enum: tokenAlgorithms },
    },
    clockSkewSeconds: {
      type: 'integer',
      description: 'How far the clocks may differ.',
      default: 30,
      minimum: 0,
      maximum: 300,
    },
    scopeClaim: plainText('Claim with the scopes: a text with spaces between, or an array.', { default: 'scope' }),
    subjectClaim: plainText('Claim with the subject.', { default: 'sub' }),
  },
};

/** One rule on the callers that client certificates stand for. */
export const certificateRule: SettingSchema = {
  type: 'object',
  description: 'Who a client certificate of a trusted issuer stands for; the first rule that fits decides.',
  additionalProperties: false,
  required: ['name', 'scopes'],
  properties: {
    name: plainText('A URI of the certificate, or its common name as CN=…; a * at the end fits what begins so.', {
      maxLength: 512,
      pattern: '^(CN=.+|[A-Za-z][A-Za-z0-9+.-]*:.+)$',
    }),
    scopes: {
      type: 'array',
      description: 'What such a caller may do.',
      maxItems: 50,
      items: { type: 'string', description: 'One scope.', minLength: 1, maxLength: 128 },
    },
  },
};
