/** PROF-DESC-01: credentials are declared as such, so that clients fill them in and a model never sees them. */
import type { Parameter } from '../../api/api.js';
import { isType } from '../../api/schema-facts.js';
import { plainName, tokensOf } from '../../api/words.js';
import type { Rule } from '../../rule-model/rule.js';

const certain = new Set(
  (
    'authorization apikey xapikey apitoken xapitoken accesstoken xaccesstoken authtoken xauthtoken bearertoken ' +
    'apisecret secretkey xapisecret clientsecret authkey xauthkey appkey xappkey apipassword xauthorization ' +
    'sessiontoken xsessiontoken subscriptionkey ocpapimsubscriptionkey'
  ).split(' '),
);
const likely = new Set('key token auth secret signature password pass pwd'.split(' '));
const says =
  /\b(?:api|access|auth\w*|your|secret|private)[ _-]?(?:key|token|credential|password)|\bauthenticat|\bauthoriz|\b(?:key|token|secret|password) (?:of|for) (?:the|your) (?:account|user|customer|client|app)/i;

/** Operations that hand out credentials take some in order to do so. */
const entrance = new Set('login signin signup register token oauth auth authenticate session password'.split(' '));

/** Credentials that are described as ordinary parameters. */
export const credentialParameter: Rule = {
  id: 'credential-parameter',
  requirement: 'PROF-DESC-01',
  severity: 'warning',
  message: '{name} is a credential, described as an ordinary {place} parameter of {count} {operations}.',
  why: 'An ordinary parameter is filled in by the model, so the secret would have to be in its context.',
  help: 'Declare it under components.securitySchemes, and require it with security.',
  check(api, report) {
    const found = new Map<string, { parameter: Parameter; count: number }>();
    for (const { parameters, path, id, summary } of api.exposed) {
      // What is looked up by its key has that key; the caller proves nothing with it.
      if (
        /By(?:Api)?(?:Key|Token)$/.test(id ?? '') ||
        /\bby (?:its |their |an? |the )?(?:API |access )?(?:key|token)\b/i.test(summary ?? '')
      )
        continue;
      const isEntrance = tokensOf(`${path} ${id ?? ''}`).some((word) => entrance.has(word));
      for (const parameter of parameters) {
        if (!isCredential(parameter, isEntrance)) continue;
        const key = `${parameter.in} ${parameter.name}`;
        const kept = found.get(key) ?? { parameter, count: 0 };
        kept.count += 1;
        found.set(key, kept);
      }
    }
    for (const { parameter, count } of found.values()) {
      const operations = count === 1 ? 'operation' : 'operations';
      report(parameter.pointer, { name: parameter.name, place: parameter.in, count, operations });
    }
  },
  cases: {
    good: [
      { 'get /t': { parameters: [{ name: 'key', in: 'query', description: 'Key of the item' }] } },
      { 'get /t': { parameters: [{ name: 'include_auth_token', in: 'query' }] } },
      { 'get /t': { parameters: [{ name: 'append_api_key', in: 'query', schema: { type: 'boolean' } }] } },
      { 'get /shops': { summary: 'Find a shop by its API key', parameters: [{ name: 'apiKey', in: 'query' }] } },
      { 'post /tls': { parameters: [{ name: 'key', in: 'query', description: 'PEM-encoded private key' }] } },
      { 'post /login': { parameters: [{ name: 'password', in: 'query' }] } },
      { 'get /t': { parameters: [{ name: 'page_token', in: 'query', description: 'Where to continue' }] } },
    ],
    bad: [
      { 'get /t': { parameters: [{ name: 'api_key', in: 'query' }] } },
      { 'get /t': { parameters: [{ name: 'Authorization', in: 'header' }] } },
      { 'get /t': { parameters: [{ name: 'key', in: 'query', description: 'Your API key' }] } },
      { 'post /t': { parameters: [{ name: 'password', in: 'query', description: 'Password of the account' }] } },
    ],
  },
};

function isCredential({ name, description, in: place, schema }: Parameter, isEntrance: boolean): boolean {
  // A flag, such as `append_api_key`, is about a credential.
  if (schema !== undefined && !isType(schema.schema, 'string') && schema.schema.type !== undefined) return false;
  if (/^\W*(?:flag|whether)\b/i.test(description ?? '')) return false;
  // `include_auth_token` asks for one.
  // A private key that is installed is the object of the call.
  if (/\bPEM\b|\b(?:TLS|SSL|SSH) (?:private )?key\b/i.test(description ?? '')) return false;
  if (place === 'path' || /^(?:include|return|with|request|want)[-_A-Z]/.test(name)) return false;
  const plain = plainName(name);
  if (certain.has(plain) || /(?:accesstoken|apikey|apisecret|authtoken)$/.test(plain))
    return !isEntrance || plain === 'authorization';
  return !isEntrance && likely.has(plain) && says.test((description ?? '').slice(0, 500));
}
