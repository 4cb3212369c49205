/** PROF-DISC-01: an agent that has the description can reach the API. */
import { isJsonObject } from '@dragoman/model';
import type { Rule } from '../../rule-model/rule.js';
import { urlsOf } from '../security/server-not-https.js';

/** Descriptions whose servers can be reached only from where they were written. */
export const serverNotPublic: Rule = {
  id: 'server-not-public',
  requirement: 'PROF-DISC-01',
  severity: 'warning',
  varies: 'info when there is another server, and for placeholders',
  message: 'The server {url} {what}.',
  why: 'An agent sends its requests to this address and reaches nothing, or a different program on its own machine.',
  help: 'List the address under which callers reach the API.',
  ignoresWording: true,
  check({ root }, report) {
    const urls = urlsOf(root.servers);
    const servers = Array.isArray(root.servers) ? root.servers : [];
    const hasOther = urls.some((url) => describe(url) === undefined && /^https?:/i.test(url));
    for (const [at, server] of servers.entries()) {
      const url = isJsonObject(server) && typeof server.url === 'string' ? server.url : '';
      const what = describe(url);
      const isQuiet = hasOther || what === placeholder;
      if (what !== undefined) report(`/servers/${at}`, { url, what }, isQuiet ? { severity: 'info' } : {});
    }
  },
  cases: {
    good: [
      { servers: [{ url: 'https://api.tasks.dev' }], 'get /t': {} },
      { servers: [{ url: '/v1' }], 'get /t': {} },
    ],
    bad: [
      { servers: [{ url: 'http://localhost:8080' }], 'get /t': {} },
      { servers: [{ url: 'https://192.168.1.4/api' }], 'get /t': {} },
      { servers: [{ url: 'https://api.example.com' }], 'get /t': {} },
    ],
  },
};

const placeholder = 'is a placeholder';

function describe(url: string): string | undefined {
  const host = (/^https?:\/\/(?:[^/@?#]*@)?(\[[^\]]*\]|[^/:?#]*)/i.exec(url)?.[1] ?? '').toLowerCase();
  if (/^(?:localhost|127(?:\.\d+){3}|\[::1\]|0\.0\.0\.0)$|\.localhost$/.test(host))
    return 'points to the machine of the caller';
  if (/^(?:10|192\.168|172\.(?:1[6-9]|2\d|3[01]))\.[\d.]+$|\.(?:local|internal|lan|corp|intranet)$/.test(host))
    return 'is in a private network';
  return /(?:^|\.)example\.(?:com|org|net)$/.test(host) ? placeholder : undefined;
}
