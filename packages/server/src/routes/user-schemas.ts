/** Schemas and examples of the list of people. */
import { pageSchema, textSchema as text, timeSchema as time } from '@dragoman/core/http';

const scopes = (description: string) => ({ type: 'array', description, items: text('A scope.') });

const userSchema = {
  type: 'object',
  required: ['subject', 'claim', 'claimed_scopes', 'granted_scopes', 'first_login_at', 'last_login_at', 'last_seen_at'],
  properties: {
    subject: text('Identity of the person as a caller: the provider and the subject there.'),
    name: text('Name at the provider; absent when the provider sent none.'),
    claim: text('Claim of the last login that contained the scopes.'),
    claimed_scopes: scopes('Scopes in that claim.'),
    granted_scopes: scopes('Scopes that auth.oidc.grant gave to everybody at the last login.'),
    first_login_at: time('First login.'),
    last_login_at: time('Last login.'),
    last_seen_at: time('Last request, to the minute.'),
  },
  additionalProperties: false,
};

/** Members that `fields` may select. */
export const userMembers = Object.keys(userSchema.properties);

/** A list of people. */
export const userListSchema = pageSchema({
  member: 'users',
  itemsDescription: 'The people, the last login first.',
  items: {
    description: 'A person, or the members selected with fields.',
    anyOf: [userSchema, { ...userSchema, required: [] }],
  },
  count: 'Number of people.',
  more: {
    provider: {
      type: 'object',
      description: 'Where logins and scopes come from; absent when no provider is configured.',
      required: ['issuer', 'scope_claim', 'granted'],
      properties: {
        issuer: text('The provider.'),
        scope_claim: text('Claim that contains the scopes of a person (auth.oidc.scopeClaim).'),
        granted: scopes('Scopes of everybody who can log in (auth.oidc.grant).'),
      },
      additionalProperties: false,
    },
  },
});

/** Example of a person. */
export const userExample = {
  subject: 'https://login.example#ada',
  name: 'Ada',
  claim: 'dragoman_scopes',
  claimed_scopes: ['registry:write'],
  granted_scopes: ['registry:read'],
  first_login_at: '2026-03-01T09:30:00.000Z',
  last_login_at: '2026-03-02T08:00:00.000Z',
  last_seen_at: '2026-03-02T08:45:00.000Z',
};
