/** PROF-DISC-01: the description says what the API is. */
import { isJsonObject } from '@dragoman/model';
import type { Rule } from '../../rule.js';

/** Documents that do not introduce themselves. */
export const discoveryMetadataThin: Rule = {
  id: 'discovery-metadata-thin',
  requirement: 'PROF-DISC-01',
  severity: 'info',
  message: 'The document has no {missing}.',
  why: 'An agent that looks for an API reads these first, and often nothing else.',
  help: 'Add info.description, servers and tags.',
  check(api, report) {
    const { info, servers, tags } = api.root;
    const described = isJsonObject(info) && typeof info.description === 'string' && info.description.trim() !== '';
    const missing = [
      ...(described ? [] : ['info.description']),
      ...(Array.isArray(servers) && servers.length > 0 ? [] : ['servers']),
      ...(Array.isArray(tags) && tags.length > 0 ? [] : ['tags']),
    ];
    if (missing.length > 0) report('/info', { missing: missing.join(', ') });
  },
  cases: {
    good: [
      {
        info: { title: 'T', version: '1', description: 'Tasks of a team' },
        servers: [{ url: '/' }],
        tags: [{ name: 't' }],
      },
    ],
    bad: [{ 'get /t': {} }],
  },
};
