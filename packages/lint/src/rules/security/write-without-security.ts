/** PROF-SEC-04: the API enforces access control. */
import { isJsonObject } from '@dragoman/model';
import type { Api, ApiOperation } from '../../api/api.js';
import { sendsCode } from '../../api/classify.js';
import { literalSegments } from '../../api/list-path-operations.js';
import { takesCredential, takesSignedToken } from '../../api/operation-facts.js';
import { isOwnMachine, isPrivate, urlsOf } from '../../api/server-urls.js';
import { tokensOf } from '../../api/words.js';
import type { Rule } from '../../rule-model/rule.js';
import { body, object } from '../../rule-model/rule-cases.js';

const entrance = new Set(
  'login signin signup register token oauth auth authenticate session password webhook'.split(' '),
);

/** Writes without authentication. */
export const writeWithoutSecurity: Rule = {
  id: 'write-without-security',
  requirement: 'PROF-SEC-04',
  severity: 'error',
  varies:
    'info when security lists {} next to a credential, which declares it as optional, for a POST that nothing says to change something, and for a program on the machine of the caller or behind a secure connection, else error',
  message: '{operation} changes data, but the description requires no credentials for it.',
  why: 'A prompt is not access control; anyone who can reach the URL can call the operation.',
  help: 'Declare security on the operation or on the whole document.',
  check(api, report) {
    if (hasKeyInAddress(api)) return;
    const isGuarded = isGuardedElsewhere(api);
    for (const operation of api.exposed) {
      const { kinds, security, label, pointer, path, id } = operation;
      const needed = (security ?? []).filter((each) => Object.keys(each).length > 0);
      const open = needed.length === 0 || needed.length < (security ?? []).length;
      // A caller who signs in has no credentials yet.
      const entering = tokensOf(`${path} ${id ?? ''}`).some((word) => entrance.has(word));
      if (!kinds.write || !open || entering || sendsCode(operation) || takesCredential(api, operation)) continue;
      // What is signed carries its permission.
      if (/\bsigned (?:raw )?transaction/i.test(operation.summary ?? operation.description ?? '')) continue;
      if (takesSignedToken(api, operation)) continue;
      if (/\banonym|\bguest\b|\bpublicly\b/i.test(`${path} ${operation.summary ?? ''}`)) continue;
      const isWeak = isGuarded || needed.length > 0 || isUnclear(operation);
      report(pointer, { operation: label }, isWeak ? { severity: 'info' } : {});
    }
  },
  cases: {
    good: [
      { 'post /t': { security: [{ oauth: ['write'] }] } },
      { security: [{ key: [] }], 'post /t': {} },
      { 'post /login': {} },
      { 'post /t': { parameters: [{ name: 'api_key', in: 'query' }] } },
      { servers: [{ url: 'https://api.example.com/bot{token}' }], 'post /t': {} },
      { 'put /invitations': { requestBody: body(object({ userId: { type: 'string' }, hmac: { type: 'string' } })) } },
      { 'post /similar': { summary: 'Accepts a text and returns similar articles' } },
    ],
    bad: [
      { 'post /t': { summary: 'Create a task' } },
      { security: [{ key: [] }], 'put /t': { security: [] } },
      { 'post /templates/dry-run': { description: 'Run a template without keeping its result' } },
      { 'post /distance': { responses: {} } },
    ],
  },
};

const acting =
  /(?<![a-z])(?:creat|add|updat|delet|remov|set|sav|stor|upload|send|submit|regist|import|insert|publish|replac|edit|modif|start|stop|cancel|assign|approv|reject|order|book|pay|propos|invit|enabl|disabl|write|put|new|mov|copy|merg|run|execut|trigger|restor|archiv|lock|block|reset|sync|subscri|join|leav|vote|comment|repl|shar|transfer|deploy|install)/i;

/** A POST without a word about what it changes may look something up. */
function isUnclear({ method, path, id, summary, description, responses, kinds }: ApiOperation): boolean {
  if (method !== 'post') return false;
  const last = tokensOf(literalSegments(path).at(-1) ?? '').join(' ');
  if (/^\W*(?:checks?|verif(?:y|ies)|validates?|tests?) (?:whether|if|that)\b/i.test(summary ?? description ?? ''))
    return true;
  if (/\bdry run\b|\b(?:authorization|check)$/.test(last)) return true;
  // A POST that is named after reading sends what it looks for in its body.
  if (tokensOf(id ?? '').some((word) => /^(?:get|find|list|search|query|fetch)$/.test(word))) return true;
  if (kinds.risky || responses.some(({ status }) => status === '201' || status === '204')) return false;
  const words = `${tokensOf(`${id ?? ''} ${summary ?? ''}`).join(' ')} ${last}`;
  return !acting.test(`${words} ${(description ?? '').slice(0, 300)}`);
}

/** The network protects it, as the servers or the description of the API say. */
function isGuardedElsewhere({ root }: Api): boolean {
  const urls = urlsOf(root.servers).filter((url) => /^https?:/i.test(url));
  if (urls.length > 0 && urls.every((url) => isOwnMachine(url) || isPrivate(url))) return true;
  const about = isJsonObject(root.info) ? String(root.info.description ?? '').slice(0, 2_000) : '';
  return /\b(?:secured?|encrypted) (?:connection|channel|tunnel)\b|\bbehind (?:a|an|the) (?:\w+ )?(?:gateway|proxy|vpn)\b/i.test(
    about,
  );
}

/** The credential can be a part of the server's URL. */
function hasKeyInAddress({ root }: Api): boolean {
  const [first] = Array.isArray(root.servers) ? root.servers : [];
  const url = isJsonObject(first) ? String(first.url ?? '') : '';
  return [...url.matchAll(/\{([^{}]+)\}/g)].some(([, name = '']) =>
    tokensOf(name).some((word) => /^(?:token|key|apikey|secret)$/.test(word)),
  );
}
