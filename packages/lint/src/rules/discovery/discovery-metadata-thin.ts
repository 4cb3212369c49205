/** PROF-DISC-01: the description introduces the API. */
import { isJsonObject } from '@dragoman/model';
import type { Rule } from '../../rule-model/rule.js';

/** What generators write when no title is given. */
const defaultTitle =
  /^\s*(?:openapi definition|api documentation|(?:rest |my |web )?api|default ?title|untitled|title|swagger)\s*$/i;

/** Documents without introductory metadata. */
export const discoveryMetadataThin: Rule = {
  id: 'discovery-metadata-thin',
  requirement: 'PROF-DISC-01',
  severity: 'info',
  message: 'The document has no {missing}.',
  why: 'An agent that searches for an API reads this metadata first, and often nothing else.',
  help: 'Add info.description, info.version, servers and tags.',
  check(api, report) {
    const { info, servers, tags } = api.root;
    const described = isJsonObject(info) && typeof info.description === 'string' && info.description.trim() !== '';
    const isDefault = isJsonObject(info) && defaultTitle.test(String(info.title));
    const missing = [
      ...(isJsonObject(info) && String(info.version ?? '').trim() === '' ? ['info.version'] : []),
      ...(isDefault ? ['title that names the API'] : []),
      ...(described ? [] : ['info.description']),
      ...(Array.isArray(servers) && servers.length > 0 ? [] : ['servers']),
      ...(Array.isArray(tags) && tags.length > 0 ? [] : ['tags']),
    ];
    if (missing.length > 0) report('/info', { missing: missing.join(', ').replace(/, ([^,]*)$/, ' or $1') });
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
