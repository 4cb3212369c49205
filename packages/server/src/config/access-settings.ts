/** List items of the access settings: token issuers and client certificate rules. */
import type { SettingSchema } from './setting.js';
import { group, list, plainText, text } from './setting.js';

/** Signature algorithms accepted for tokens: asymmetric only, so that the server stores no shared secret. */
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
  description: 'An issuer whose tokens are accepted. Set exactly one of jwksUri, jwksFile and jwks.',
  additionalProperties: false,
  required: ['issuer', 'audience'],
  properties: {
    issuer: plainText('Required value of the iss claim (exact match).'),
    audience: plainText('Required value of the aud claim.'),
    jwksUri: plainText('URL (https) of the issuer’s JSON Web Key Set.', { pattern: '^https://' }),
    jwksFile: plainText('File with the issuer’s JSON Web Key Set.'),
    jwks: { type: 'object', description: 'The issuer’s JSON Web Key Set, inline.', additionalProperties: true },
    algorithms: {
      type: 'array',
      description: 'Accepted signature algorithms. "none" and shared-secret algorithms are never accepted.',
      default: ['RS256', 'PS256', 'ES256', 'EdDSA', 'Ed25519'],
      maxItems: 11,
      items: { type: 'string', description: 'An algorithm.', enum: tokenAlgorithms },
    },
    clockSkewSeconds: {
      type: 'integer',
      description: 'Allowed clock skew in seconds.',
      default: 30,
      minimum: 0,
      maximum: 300,
    },
    scopeClaim: plainText('Claim that contains the scopes: a space-separated string or an array.', {
      default: 'scope',
    }),
    groupsClaim: plainText('Claim that contains the groups: a space-separated string or an array.', {
      default: 'groups',
    }),
    subjectClaim: plainText('Claim that contains the subject.', { default: 'sub' }),
  },
};

/** One rule that maps client certificates to a caller. */
export const certificateRule: SettingSchema = {
  type: 'object',
  description: 'Maps client certificates of a trusted issuer to a caller. The first matching rule applies.',
  additionalProperties: false,
  required: ['name', 'scopes'],
  properties: {
    name: plainText('A subject alternative name URI, or the common name as CN=…; a trailing * matches any suffix.', {
      maxLength: 512,
      pattern: '^(CN=.+|[A-Za-z][A-Za-z0-9+.-]*:.+)$',
    }),
    scopes: {
      type: 'array',
      description: 'Scopes granted to the caller.',
      maxItems: 50,
      items: { type: 'string', description: 'A scope.', minLength: 1, maxLength: 128 },
    },
  },
};

/** Settings under `auth.oidc`. */
export const oidcSettings = group('Login to the console through OpenID Connect (authorization code with PKCE).', {
  issuer: text(
    'DRAGOMAN_AUTH_OIDC_ISSUER',
    'URL of the OpenID Connect provider; without it, people log in with an API key.',
    {
      pattern: '^https?://',
    },
  ),
  clientId: text('DRAGOMAN_AUTH_OIDC_CLIENT_ID', 'Client id of this server at the provider.', {
    default: 'dragoman',
  }),
  clientSecret: text('DRAGOMAN_AUTH_OIDC_CLIENT_SECRET', 'Client secret, for a provider that requires one.', {
    'x-secret': true,
  }),
  request: text('DRAGOMAN_AUTH_OIDC_REQUEST', 'Scopes requested from the provider.', { default: 'openid profile' }),
  scopeClaim: text(
    'DRAGOMAN_AUTH_OIDC_SCOPE_CLAIM',
    'Claim of the ID token that contains the scopes of a person: a space-separated string or an array.',
    { default: 'scope' },
  ),
  groupsClaim: text('DRAGOMAN_AUTH_OIDC_GROUPS_CLAIM', 'Claim of the ID token that contains the groups of a person.', {
    default: 'groups',
  }),
  grant: list('DRAGOMAN_AUTH_OIDC_GRANT', 'Scopes of every person who can log in, in addition to the claim.'),
});
