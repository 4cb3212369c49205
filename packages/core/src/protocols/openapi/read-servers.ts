/** Resolves the server URL of operations: the first server with https, or else the first, with its variables resolved, made absolute. */
import type { JsonObject, JsonValue } from '@dragoman/model';
import { isJsonObject } from '@dragoman/model';
import type { OpenApiDocument } from './document.js';
import type { Placed } from './references.js';
import { member } from './wire.js';

/** URLs that do not lead to a web server are rejected. */
const callable = /^https?:$/;

/** The URL of the whole document without a trailing slash; undefined when unknown. */
export function readServer(document: OpenApiDocument): string | undefined {
  if (document.server !== undefined) return trimSlash(document.server);
  const { root, findings } = document;
  const url = firstServer(document, serversOf(root, ''));
  if (url === undefined) findings.report('openapi/no-server', '/servers');
  return url;
}

/**
 * The URL for one operation: its own servers before its path's; undefined when it has none, and empty when none of them
 * can be called. A call intended for one server is never sent to another.
 */
export function readOwnServer(
  document: OpenApiDocument,
  { item, operation }: { item: Placed<JsonObject>; operation: Placed<JsonObject> },
): string | undefined {
  if (document.server !== undefined) return undefined;
  const own = [operation, item]
    .map(({ value, pointer }) => serversOf(value, pointer))
    .find(({ value }) => value.length > 0);
  if (own === undefined) return undefined;
  const url = firstServer(document, own);
  if (url === undefined) document.findings.report('openapi/no-server', own.pointer);
  return url ?? '';
}

function serversOf(object: JsonObject, pointer: string): Placed<JsonValue[]> {
  const servers = member(object, 'servers');
  return { value: Array.isArray(servers) ? servers : [], pointer: `${pointer}/servers` };
}

interface Settled {
  url: string;
  /** True when a variable has no value, so that its name is in the URL. */
  open: boolean;
  /** Reports the values of its variables. */
  report(): void;
}

function firstServer(document: OpenApiDocument, { value: servers, pointer }: Placed<JsonValue[]>): string | undefined {
  const urls = servers.flatMap((server, at) => settle(document, server, `${pointer}/${at}`) ?? []);
  const known = urls.filter(({ url }) => absolute(document, url) !== undefined);
  // Plain http is called only where the operator allows it, so an encrypted server is preferred, with a host that somebody named.
  const encrypted = known.filter(({ url }) => absolute(document, url)?.startsWith('https:'));
  const chosen = encrypted.find(({ open }) => !open) ?? encrypted[0] ?? known[0];
  const first = chosen === undefined ? undefined : absolute(document, chosen.url);
  for (const each of chosen === undefined ? urls : [chosen]) each.report();
  if (chosen !== undefined && /[?#]/.test(chosen.url)) {
    const reason = 'everything after its path is ignored';
    document.findings.report('openapi/server-faulty', pointer, { url: chosen.url, reason });
  }
  if (first !== undefined && servers.length > 1) {
    document.findings.report('openapi/server-left-out', pointer, { count: servers.length, url: first });
  }
  // The default server of a document is its own location (OpenAPI 3.1 §4.8.1.1).
  return servers.length === 0 ? absolute(document, '/') : first;
}

function settle(
  { references, findings, version }: OpenApiDocument,
  server: JsonValue,
  pointer: string,
): Settled | undefined {
  const found = references.object({ value: server, pointer }, 'a server');
  const template = found && member(found.value, 'url');
  if (found === undefined || typeof template !== 'string' || template.length > 2_000) return undefined;
  const variables = member(found.value, 'variables');
  const used: { name: string; value: string; isSaid: boolean }[] = [];
  const url = template.replaceAll(/\{([^{}]*)\}/g, (_, name: string) => {
    const variable = isJsonObject(variables) ? member(variables, name) : undefined;
    const value = isJsonObject(variable)
      ? (member(variable, 'default') ?? firstOf(member(variable, 'enum')))
      : undefined;
    const isSaid = typeof value === 'string' || typeof value === 'number';
    const text = isSaid ? String(value) : name;
    const choices = isJsonObject(variable) ? member(variable, 'enum') : undefined;
    if (Array.isArray(choices) && !choices.some((each) => String(each) === text)) {
      const reason = `${text} is not an allowed value of its variable ${name}`;
      const isForbidden = version === '3.1' || version === '3.2';
      findings.report(isForbidden ? 'openapi/server-default' : 'openapi/server-faulty', found.pointer, {
        url: template,
        reason,
      });
    }
    used.push({ name, value: text, isSaid });
    return text;
  });
  const report = () => {
    for (const { isSaid, ...each } of used) {
      const code = isSaid ? 'openapi/server-variable' : 'openapi/server-variable-open';
      findings.report(code, `${found.pointer}/variables`, each);
    }
  };
  return { url, open: used.some(({ isSaid }) => !isSaid), report };
}

function firstOf(values: JsonValue | undefined): JsonValue | undefined {
  return Array.isArray(values) ? values[0] : undefined;
}

function absolute({ uri }: OpenApiDocument, url: string): string | undefined {
  const from = uri !== undefined && URL.canParse(uri) ? uri : undefined;
  const isOpen = url.startsWith('//') && (from === undefined || !callable.test(new URL(from).protocol));
  const spelled = isOpen ? `https:${url}` : url;
  if (!URL.canParse(spelled, from)) return undefined;
  const parsed = new URL(spelled, from);
  // A host with a placeholder cannot be called.
  if (/[{}]/.test(parsed.hostname)) return undefined;
  if (!callable.test(parsed.protocol) || parsed.username !== '' || parsed.password !== '') return undefined;
  return trimSlash(`${parsed.origin}${parsed.pathname}`);
}

function trimSlash(url: string): string {
  return url.replace(/\/+$/, '');
}
