/** PROF-SEC-04: access is enforced, with a credential that stays secret. */
import { childPointer } from '@dragoman/documents';
import { isJsonObject } from '@dragoman/model';
import type { Api, Parameter } from '../../api/api.js';
import { listParameters } from '../../api/operation-facts.js';
import { plainName } from '../../api/words.js';
import type { Rule } from '../../rule-model/rule.js';

/** Keys that are sent as a part of the address. */
export const credentialInUrl: Rule = {
  id: 'credential-in-url',
  requirement: 'PROF-SEC-04',
  severity: 'warning',
  varies: 'info when the key can also be sent in a header',
  message: 'The secret {name} is sent in the {part} of the URL.',
  why: 'URLs are written to logs, histories and error messages, and the secret with them.',
  help: 'Accept it in a header or in the body.',
  ignoresWording: true,
  check(api, report) {
    for (const { name, pointer, in: place } of listSecrets(api)) {
      report(pointer, { name, part: place === 'query' ? 'query string' : 'path' });
    }
    const { components } = api.root;
    const schemes = isJsonObject(components) ? components.securitySchemes : undefined;
    const listed = isJsonObject(schemes) ? Object.entries(schemes) : [];
    const elsewhere = listed.some(([, scheme]) => isJsonObject(scheme) && scheme.in !== 'query');
    for (const [id, scheme] of listed) {
      if (!isJsonObject(scheme) || scheme.type !== 'apiKey' || scheme.in !== 'query') continue;
      const name = typeof scheme.name === 'string' ? scheme.name : id;
      const pointer = childPointer('/components/securitySchemes', id);
      report(pointer, { name, part: 'query string' }, elsewhere ? { severity: 'info' } : {});
    }
  },
  cases: {
    good: [
      { components: { securitySchemes: { key: { type: 'apiKey', in: 'header', name: 'X-Key' } } }, 'get /t': {} },
      { 'get /t': { parameters: [{ name: 'reset_password', in: 'query', schema: { type: 'boolean' } }] } },
    ],
    bad: [
      { components: { securitySchemes: { key: { type: 'apiKey', in: 'query', name: 'key' } } }, 'get /t': {} },
      { 'put /t': { parameters: [{ name: 'new_password', in: 'query' }] } },
      { 'get /feed/{accessKey}': { parameters: [{ name: 'accessKey', in: 'path', required: true }] } },
    ],
  },
};

/** Passwords in the query, and keys in the path. */
function listSecrets(api: Api): Parameter[] {
  return api.once(listParameters).filter(({ name, in: place, schema }) => {
    const plain = plainName(name);
    if (place === 'path') return /^(?:access|secret)key$/.test(plain);
    return place === 'query' && /(?:password|passwd|passphrase)$/.test(plain) && schema?.schema.type !== 'boolean';
  });
}
