/** PROF-DESC-01: what is missing in the description is missing for the agent, credentials included. */
import type { JsonValue } from '@dragoman/model';
import { isJsonObject } from '@dragoman/model';
import type { Rule } from '../../rule-model/rule.js';

/** Security requirements that name a scheme which the document does not define. */
export const securitySchemeUndefined: Rule = {
  id: 'security-scheme-undefined',
  requirement: 'PROF-DESC-01',
  severity: 'error',
  message: 'The security scheme {name} is required, but it is not defined.',
  why: 'An agent does not know which credential to send, or where.',
  help: 'Define the scheme under components.securitySchemes, or correct its name.',
  ignoresWording: true,
  check(api, report) {
    const { components } = api.root;
    const schemes =
      isJsonObject(components) && isJsonObject(components.securitySchemes) ? components.securitySchemes : {};
    const check = (security: JsonValue | undefined, pointer: string) => {
      for (const [at, each] of (Array.isArray(security) ? security : []).entries()) {
        for (const name of isJsonObject(each) ? Object.keys(each) : []) {
          if (!Object.hasOwn(schemes, name)) report(`${pointer}/security/${at}`, { name });
        }
      }
    };
    check(api.root.security, '');
    for (const { value, pointer } of api.exposed) check(value.security, pointer);
  },
  cases: {
    good: [
      {
        components: { securitySchemes: { key: { type: 'apiKey', in: 'header', name: 'X-Key' } } },
        'get /t': { security: [{ key: [] }] },
      },
    ],
    bad: [{ 'get /t': { security: [{ key: [] }] } }],
  },
};
