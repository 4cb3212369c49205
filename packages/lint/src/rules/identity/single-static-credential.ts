/** PROF-AUTH-01: more than one static credential for everything. */
import { isJsonObject } from '@dragoman/model';
import type { Rule } from '../../rule-model/rule.js';

/** APIs with a single API key for everything. */
export const singleStaticCredential: Rule = {
  id: 'single-static-credential',
  requirement: 'PROF-AUTH-01',
  severity: 'info',
  message: 'The only credential is {name}, which covers the whole API.',
  why: 'An agent with a full-access key can do everything, and so can an attacker who manipulates the agent.',
  help: 'Consider scoped credentials that expire; this is advice and does not affect the verdict.',
  ignoresWording: true,
  check(api, report) {
    const components = isJsonObject(api.root.components) ? api.root.components : {};
    const schemes = isJsonObject(components.securitySchemes) ? Object.entries(components.securitySchemes) : [];
    const [only, ...others] = schemes;
    if (only === undefined || others.length > 0 || !isJsonObject(only[1])) return;
    const [name, scheme] = only;
    const fixed =
      scheme.type === 'apiKey' || (scheme.type === 'http' && String(scheme.scheme).toLowerCase() === 'basic');
    if (fixed) report('/components/securitySchemes', { name });
  },
  cases: {
    good: [{ components: { securitySchemes: { oauth: { type: 'oauth2', flows: {} } } } }],
    bad: [{ components: { securitySchemes: { key: { type: 'apiKey', in: 'header', name: 'X-Key' } } } }],
  },
};
