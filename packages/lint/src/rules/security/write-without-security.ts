/** PROF-SEC-04: the API enforces access control. */
import { isJsonObject } from '@dragoman/model';
import type { Api } from '../../api/api.js';
import { takesCredential } from '../../api/operation-facts.js';
import { tokensOf } from '../../api/words.js';
import type { Rule } from '../../rule-model/rule.js';

const entrance = new Set(
  'login signin signup register token oauth auth authenticate session password webhook'.split(' '),
);

/** Writes without authentication. */
export const writeWithoutSecurity: Rule = {
  id: 'write-without-security',
  requirement: 'PROF-SEC-04',
  severity: 'error',
  varies: 'info when security lists {} next to a credential, which declares it as optional, else error',
  message: '{operation} changes data, but the description requires no credentials for it.',
  why: 'A prompt is not access control; anyone who can reach the URL can call the operation.',
  help: 'Declare security on the operation or on the whole document.',
  ignoresWording: true,
  check(api, report) {
    if (hasKeyInAddress(api)) return;
    for (const operation of api.exposed) {
      const { kinds, security, label, pointer, path, id } = operation;
      const needed = (security ?? []).filter((each) => Object.keys(each).length > 0);
      const open = needed.length === 0 || needed.length < (security ?? []).length;
      // A caller who signs in has no credentials yet.
      const entering = tokensOf(`${path} ${id ?? ''}`).some((word) => entrance.has(word));
      if (!kinds.write || !open || entering || takesCredential(api, operation)) continue;
      report(pointer, { operation: label }, needed.length > 0 ? { severity: 'info' } : {});
    }
  },
  cases: {
    good: [
      { 'post /t': { security: [{ oauth: ['write'] }] } },
      { security: [{ key: [] }], 'post /t': {} },
      { 'post /login': {} },
      { 'post /t': { parameters: [{ name: 'api_key', in: 'query' }] } },
      { servers: [{ url: 'https://api.example.com/bot{token}' }], 'post /t': {} },
      { 'post /similar': { summary: 'Accepts a text and returns similar articles' } },
    ],
    bad: [{ 'post /t': {} }, { security: [{ key: [] }], 'post /t': { security: [] } }],
  },
};

/** The credential can be a part of the server's URL. */
function hasKeyInAddress({ root }: Api): boolean {
  const [first] = Array.isArray(root.servers) ? root.servers : [];
  const url = isJsonObject(first) ? String(first.url ?? '') : '';
  return [...url.matchAll(/\{([^{}]+)\}/g)].some(([, name = '']) =>
    tokensOf(name).some((word) => /^(?:token|key|apikey|secret)$/.test(word)),
  );
}
