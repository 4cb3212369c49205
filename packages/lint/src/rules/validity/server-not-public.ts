/** PROF-DISC-01: an agent that has the description can reach the API. */
import type { JsonObject, JsonValue } from '@dragoman/model';
import { isJsonObject } from '@dragoman/model';
import {
  isOwnMachine,
  isPlaceholderHost,
  isPrivate,
  isTestHost,
  urlsOf,
  usesLocalSocket,
} from '../../api/server-urls.js';
import type { Rule } from '../../rule-model/rule.js';

/** Descriptions whose servers can be reached only from where they were written. */
export const serverNotPublic: Rule = {
  id: 'server-not-public',
  requirement: 'PROF-DISC-01',
  severity: 'warning',
  varies:
    'info when there is another server, for placeholders, for an API that calls itself local, self-hosted, a sample or a specification for other implementers, and when nothing in the document shows that a provider runs it for callers with credentials; else warning',
  message: 'The server {url} {what}.',
  why: 'An agent sends its requests to this address and reaches nothing, or a different program on its own machine.',
  help: 'List the address under which callers reach the API.',
  check({ root }, report) {
    if (usesLocalSocket(root)) return;
    const urls = urlsOf(root.servers);
    const servers = Array.isArray(root.servers) ? root.servers : [];
    const { title, description } = isJsonObject(root.info) ? root.info : {};
    const isLocal = local.test(`${String(title)} ${String(description).slice(0, 500)}`);
    const hasOther = urls.some((url) => describe(url) === undefined && /^https?:/i.test(url));
    const isRun = isOffered(root) && hasCredentials(root);
    for (const [at, server] of servers.entries()) {
      const url = isJsonObject(server) && typeof server.url === 'string' ? server.url : '';
      const what = describe(url);
      const purpose = isJsonObject(server) ? String(server.description) : '';
      const isMeant = local.test(purpose) || forTests.test(purpose);
      const isQuiet = hasOther || isLocal || isMeant || what === placeholder || !(isRun || isLive(server));
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
      { servers: [{ url: 'https://api.tasks.test' }], 'get /t': {} },
    ],
  },
};

const local =
  /\blocal\b|\bself-hosted\b|\bimplement(?:s|ing)? this (?:specification|api|interface)\b|\b(?:sample|demo|tutorial)\b/i;

/** The purpose of a server that its description states. */
const forTests = /\b(?:dev(?:elopment)?|test(?:ing)?|staging|sandbox)\b/i;

/** A provider is named: terms of service, an address to write to, or pages of its own. */
function isOffered({ info, externalDocs }: JsonObject): boolean {
  if (!isJsonObject(info)) return false;
  const { contact, termsOfService } = info;
  const docs = isJsonObject(externalDocs) ? externalDocs.url : undefined;
  const pages = [termsOfService, docs, ...(isJsonObject(contact) ? [contact.url, contact.email] : [])];
  return pages.some((page) => typeof page === 'string' && !/github\.|swagger\.io|localhost|example\./i.test(page));
}

/** A program or a sample on the machine of its author seldom asks for credentials. */
function hasCredentials({ components }: JsonObject): boolean {
  const schemes = isJsonObject(components) ? components.securitySchemes : undefined;
  return isJsonObject(schemes) && Object.keys(schemes).length > 0;
}

function isLive(server: JsonValue | undefined): boolean {
  return isJsonObject(server) && /\b(?:production|live|public)\b/i.test(String(server.description));
}

const placeholder = 'is a placeholder';

function describe(url: string): string | undefined {
  if (isOwnMachine(url)) return 'points to the machine of the caller';
  if (isTestHost(url)) return 'has a host name that is reserved for tests';
  if (isPrivate(url)) return 'is in a private network';
  return isPlaceholderHost(url) ? placeholder : undefined;
}
