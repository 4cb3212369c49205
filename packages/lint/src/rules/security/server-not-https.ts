/** PROF-SEC-04: access is enforced, which a credential that anyone on the way can read does not do. */
import type { JsonValue } from '@dragoman/model';
import { isJsonObject } from '@dragoman/model';
import { isPlaceholderHost, isPrivate, urlsOf, usesLocalSocket } from '../../api/server-urls.js';
import type { Rule } from '../../rule-model/rule.js';

/** The address is an example of one. */
const hosted =
  /\b(?:self-?hosted|any (?:machine|host|server)|your (?:own )?(?:server|host|domain|instance|machine))\b/i;

/** Addresses that are reached over plain HTTP only. */
export const serverNotHttps: Rule = {
  id: 'server-not-https',
  requirement: 'PROF-SEC-04',
  severity: 'error',
  varies:
    'error when a credential is sent to it; info when its description says that anybody can host the API; else warning',
  message: 'No server is reached over https; the first one is {url}.',
  why: 'Whatever is sent over plain HTTP can be read and changed on the way, credentials included.',
  help: 'Offer the API over https, and list that server first.',
  check(api, report) {
    if (usesLocalSocket(api.root)) return;
    const schemes = isJsonObject(api.root.components) ? api.root.components.securitySchemes : undefined;
    const severity = isJsonObject(schemes) && Object.keys(schemes).length > 0 ? 'error' : 'warning';
    const check = (servers: JsonValue | undefined, pointer: string) => {
      const urls = urlsOf(servers);
      const plain = urls.find((url) => /^http:/i.test(url) && !isPrivate(url) && !isPlaceholderHost(url));
      if (plain === undefined || urls.some((url) => /^https:/i.test(url))) return;
      const isHosted = hosted.test(JSON.stringify(servers ?? '').slice(0, 5_000));
      report(
        `${pointer}/servers`,
        { url: plain },
        { severity: isHosted && severity === 'warning' ? 'info' : severity },
      );
    };
    check(api.root.servers, '');
    for (const { value, pointer } of api.exposed) check(value.servers, pointer);
  },
  cases: {
    good: [
      { servers: [{ url: 'https://api.example' }], 'get /t': {} },
      { servers: [{ url: 'http://api.example' }, { url: 'https://api.example' }], 'get /t': {} },
      { servers: [{ url: '/v1' }], 'get /t': {} },
      { servers: [{ url: 'http://localhost:8080' }], 'get /t': {} },
      { servers: [{ url: 'http://tasks.local' }], 'get /t': {} },
      { servers: [{ url: 'http://local.tasks.org:{port}/v1' }], 'get /t': {} },
      { servers: [{ url: 'http://unix/v1' }], 'get /t': {} },
      { servers: [{ url: 'http://tasks.sock/v1' }], 'get /t': {} },
    ],
    bad: [{ servers: [{ url: 'http://api.example' }], 'get /t': {} }],
  },
};
