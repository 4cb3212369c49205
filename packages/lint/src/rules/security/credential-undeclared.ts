/** PROF-SEC-04: an operation that rejects callers without a credential says which one it needs. */
import type { ApiOperation } from '../../api/api.js';
import { takesCredential } from '../../api/operation-facts.js';
import { tokensOf } from '../../api/words.js';
import type { Rule } from '../../rule-model/rule.js';

const entrance = new Set(
  'login signin signup register token oauth oauth2 oidc saml sso auth authenticate authorize session password webhook verify callback otp'.split(
    ' ',
  ),
);

const needs =
  /\b(?:requires?|needs?) (?:an? |the |valid )*(?:admin\w*|superuser|authenticat\w+|login|logged[- ]in|api[- ]key|access token|bearer token)\b|\b(?:must|needs? to|has to|have to) be (?:logged|signed) in\b|\b(?:admin\w*|authenticated users?) only\b|\bonly (?:for |by )?(?:admin\w*|authenticated users?)\b|\brequires? [A-Z_]{6,} permission\b/i;

/** "Does not require an access token", "no login is needed". */
const denies =
  /\b(?:not|n['’]t|no longer|never|without|no (?:authenticat\w+|login|api[- ]key|access token))\b[^.]{0,40}\b(?:requir\w*|need\w*|authenticat\w*|login|token|key)\b/i;

/** "Auth is optional": callers without a credential are served. */
const waives = /\b(?:auth\w*|logins?|tokens?|credentials?) (?:is|are) optional\b|\boptional(?:ly)? auth/i;

/** The text says who may call it. */
function saysSo({ summary = '', description = '' }: ApiOperation): boolean {
  const text = `${summary}. ${description.slice(0, 1_000)}`;
  return needs.test(text) && !denies.test(text);
}

/** Reads without security that document 401, or whose text says who may call them. */
export const credentialUndeclared: Rule = {
  id: 'credential-undeclared',
  requirement: 'PROF-SEC-04',
  severity: 'warning',
  message: '{operation} {evidence}{more}, but the description requires no credential for it.',
  why: 'An agent learns from security which credential to send; without it the call ends with 401.',
  help: 'Declare the credential under components.securitySchemes, and require it with security.',
  check(api, report) {
    // Writes are reported by write-without-security.
    const open = api.exposed.filter((operation) => {
      const { kinds, security = [], responses, path, id, summary = '', description = '' } = operation;
      if (kinds.write || security.some((each) => Object.keys(each).length > 0)) return false;
      if (tokensOf(`${path} ${id ?? ''}`).some((word) => entrance.has(word))) return false;
      if (waives.test(`${summary}. ${description.slice(0, 1_000)}`)) return false;
      return (
        (responses.some(({ status }) => status === '401') || saysSo(operation)) && !takesCredential(api, operation)
      );
    });
    const [first, ...others] = open;
    if (first === undefined) return;
    const refused = first.responses.find(({ status }) => status === '401');
    const evidence = refused === undefined ? 'says that callers need permission' : 'documents a 401 response';
    const at = refused?.pointer ?? first.pointer;
    const more =
      others.length === 0
        ? ''
        : `, as ${others.length === 1 ? 'another read does' : `${others.length} other reads do`}`;
    report(at, { operation: first.label, evidence, more }, { related: others.map(({ pointer }) => pointer) });
  },
  cases: {
    good: [
      { 'get /t': { description: 'This endpoint does not require an access token.' } },
      { 'get /t': { responses: { '401': { description: 'Who?' } }, security: [{ key: [] }] } },
      { 'get /t': { responses: { '401': { description: 'Who?' } }, parameters: [{ name: 'api_key', in: 'query' }] } },
      { 'get /t': { description: 'A task. Auth is optional.', responses: { '401': { description: 'Who?' } } } },
      { 'get /session': { responses: { '401': { description: 'Not signed in' } } } },
    ],
    bad: [
      { 'get /users': { description: 'Lists all users. Requires admin privileges.' } },
      { 'get /t': { responses: { '401': { description: 'Who?' } } } },
      { security: [{ key: [] }], 'get /t': { security: [], responses: { '401': { description: 'Who?' } } } },
    ],
  },
};
