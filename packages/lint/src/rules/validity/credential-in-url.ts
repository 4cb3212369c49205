/** PROF-SEC-04: access is enforced, with a credential that stays secret. */
import { childPointer } from '@dragoman/documents';
import { isJsonObject } from '@dragoman/model';
import type { Rule } from '../../rule-model/rule.js';

/** Keys that are sent as a part of the address. */
export const credentialInUrl: Rule = {
  id: 'credential-in-url',
  requirement: 'PROF-SEC-04',
  severity: 'warning',
  varies: 'info when the key can also be sent in a header',
  message: 'The key {name} is sent in the query string of the URL.',
  why: 'URLs are written to logs, histories and error messages, and the key with them.',
  help: 'Accept the key in a header.',
  ignoresWording: true,
  check({ root }, report) {
    const { components } = root;
    const schemes = isJsonObject(components) ? components.securitySchemes : undefined;
    const listed = isJsonObject(schemes) ? Object.entries(schemes) : [];
    const elsewhere = listed.some(([, scheme]) => isJsonObject(scheme) && scheme.in !== 'query');
    for (const [id, scheme] of listed) {
      if (!isJsonObject(scheme) || scheme.type !== 'apiKey' || scheme.in !== 'query') continue;
      const name = typeof scheme.name === 'string' ? scheme.name : id;
      const pointer = childPointer('/components/securitySchemes', id);
      report(pointer, { name }, elsewhere ? { severity: 'info' } : {});
    }
  },
  cases: {
    good: [{ components: { securitySchemes: { key: { type: 'apiKey', in: 'header', name: 'X-Key' } } }, 'get /t': {} }],
    bad: [{ components: { securitySchemes: { key: { type: 'apiKey', in: 'query', name: 'key' } } }, 'get /t': {} }],
  },
};
