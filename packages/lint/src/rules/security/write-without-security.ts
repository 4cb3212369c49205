/** PROF-SEC-04: the API enforces access control. */
import type { JsonValue } from '@dragoman/model';
import { isJsonObject } from '@dragoman/model';
import type { Api, ApiOperation } from '../../api/api.js';
import { sendsCode } from '../../api/classify.js';
import { literalSegments } from '../../api/list-path-operations.js';
import { takesCredential, takesSignedToken } from '../../api/operation-facts.js';
import { isOwnMachine, isPrivate, urlsOf, usesLocalSocket } from '../../api/server-urls.js';
import { sentencesOf, singular, tokensOf } from '../../api/words.js';
import type { Rule } from '../../rule-model/rule.js';
import { body, object } from '../../rule-model/rule-cases.js';

const entrance = new Set(
  (
    'login signin signup register registration token oauth oauth2 oidc saml sso auth authenticate authentication session ' +
    'password webhook verify verification callback ipn otp magiclink passwordless introspect introspection par onboarding'
  ).split(' '),
);

/** Writes without authentication. */
export const writeWithoutSecurity: Rule = {
  id: 'write-without-security',
  requirement: 'PROF-SEC-04',
  severity: 'error',
  varies:
    'warning where the operation itself declares that it needs none; info when the whole document declares that, for the upload of a file where no credentials are known, when security lists {} next to a credential, which makes it optional; for a POST that only computes from its request, or whose path, name and title have no verb that changes something; for an API in which nothing belongs to anybody: it only takes in texts or files; for a program on the machine of the caller or behind a secure connection; and for a mock, a sample or a demo; else error',
  message: '{operation} changes data, but the description requires no credentials for it.',
  why: 'A prompt is not access control; anyone who can reach the URL can call the operation.',
  help: 'Declare security on the operation or on the whole document.',
  check(api, report) {
    if (hasKeyInAddress(api)) return;
    const isGuarded = isGuardedElsewhere(api) || onlyTakesIn(api) || isEmptyList(api.root.security);
    for (const operation of api.exposed) {
      const { kinds, security, label, pointer, path, id } = operation;
      const needed = (security ?? []).filter((each) => Object.keys(each).length > 0);
      const open = needed.length === 0 || needed.length < (security ?? []).length;
      // A caller who signs in has no credentials yet.
      const entering = tokensOf(`${path} ${id ?? ''}`).some((word) => entrance.has(word));
      if (!kinds.write || !open || entering || sendsCode(operation) || takesCredential(api, operation)) continue;
      // What is signed carries its permission.
      if (/\bsigned (?:raw )?transaction/i.test(operation.summary ?? operation.description ?? '')) continue;
      if (takesSignedToken(api, operation) || isDelivered(api, operation)) continue;
      if (setsUp.test(`${path} ${operation.summary ?? ''} ${(operation.description ?? '').slice(0, 300)}`)) continue;
      if (/\banonym|\bguest\b|\bpublicly\b|\/public\//i.test(`${path} ${operation.summary ?? ''}`)) continue;
      if (registers(api, operation)) continue;
      const isWeak =
        isGuarded ||
        isOpenUpload(api, operation) ||
        needed.length > 0 ||
        isUnclear(operation) ||
        onlyComputes(api, operation);
      const isMeant = isEmptyList(operation.value.security);
      report(pointer, { operation: label }, { severity: isWeak ? 'info' : isMeant ? 'warning' : 'error' });
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
      { 'post /users': { requestBody: body(object({ user: object({ password: { type: 'string' } }) })) } },
      { 'post /public/quotes/{id}/confirm': { summary: 'Confirm a quote' } },
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

/** Who registers has no credentials yet: a POST that creates a user with a password of the caller's choice. */
function registers(api: Api, { method, path, input }: ApiOperation): boolean {
  const last = singular(literalSegments(path).at(-1) ?? '').toLowerCase();
  if (method !== 'post' || !/^(?:user|account|customer|member)$/.test(last) || input === undefined) return false;
  return api.walk(input).some(({ role, name }) => role === 'property' && name === 'password');
}

/** A message that the provider sends is described as an operation: `/#order-canceled` with a member webhookType. */
function isDelivered(api: Api, { path, input }: ApiOperation): boolean {
  // `/your/configured/path`: the address is that of the caller.
  if (path.includes('#') || /^\/?\{?your[-_/]/i.test(path)) return true;
  return (
    input !== undefined &&
    [...api.properties(input).keys()].some((name) => /^(?:web_?)?hook_?(?:type|event|id)$/i.test(name))
  );
}

/** The first credentials are created before there are any. */
const setsUp =
  /\b(?:initial (?:set-?up|provisioning|configuration|admin\w*|user|password)|first (?:user|admin\w*|account|start|run|launch)|un(?:provisioned|initiali[sz]ed))\b|^\/(?:api\/|v\d+\/)*(?:setup|bootstrap|init)\/?(?= )/i;

const acting =
  /(?<![a-z])(?:creat|add|updat|delet|remov|set|sav|stor|upload|send|submit|regist|import|insert|publish|replac|edit|modif|start|stop|cancel|assign|approv|reject|order|book|pay|propos|invit|enabl|disabl|write|put|new|mov|copy|merg|run|execut|trigger|restor|archiv|lock|block|reset|sync|subscri|join|leav|vote|comment|repl|shar|transfer|deploy|install)/i;

/** A POST without a word about what it changes may look something up. */
function isUnclear({ method, path, id, summary, description, responses, kinds }: ApiOperation): boolean {
  if (method !== 'post') return false;
  const last = tokensOf(literalSegments(path).at(-1) ?? '').join(' ');
  if (/^\W*(?:checks?|verif(?:y|ies)|validates?|tests?) (?:whether|if|that|for)\b/i.test(summary ?? description ?? ''))
    return true;
  if (/\bdry run\b|\b(?:authorization|check)$/.test(last)) return true;
  // A POST that is named after reading sends what it looks for in its body.
  const named = [...tokensOf(id ?? ''), ...tokensOf(literalSegments(path).at(-1) ?? '')];
  if (tokensOf(id ?? '').some((word) => /^(?:get|find|list|search|query|fetch)$/.test(word))) return true;
  if (
    /^(?:check|verify|validate|is|has)$/.test(named[0] ?? '') &&
    named.some((word) => /^exists?$|^available$|^valid$/.test(word))
  )
    return true;
  if (kinds.risky || responses.some(({ status }) => status === '201')) return false;
  const title = summary ?? sentencesOf(description ?? '')[0] ?? '';
  return !acting.test(`${tokensOf(`${id ?? ''} ${title}`).join(' ')} ${last}`);
}

/** A paste service or a checker: nothing is changed or deleted later, no credential is known, and what is sent is only kept. */
function onlyTakesIn({ exposed, root }: Api): boolean {
  const { securitySchemes } = isJsonObject(root.components) ? root.components : {};
  const writes = exposed.filter(({ kinds }) => kinds.write);
  return (
    Object.keys(isJsonObject(securitySchemes) ? securitySchemes : {}).length === 0 &&
    writes.length < exposed.length &&
    writes.every(
      ({ method, path, id, summary }) =>
        method === 'post' &&
        /(?<![a-z])(?:upload|past(?:e|ebin)|shorten|analy[sz]|submit a (?:text|file)|encod|convert|check)/i.test(
          tokensOf(`${literalSegments(path).at(-1) ?? ''} ${id ?? ''} ${summary ?? ''}`).join(' '),
        ),
    )
  );
}

/** `security: []` says that no credentials are needed; its absence says nothing. */
function isEmptyList(security: JsonValue | undefined): boolean {
  return Array.isArray(security) && security.length === 0;
}

/** "Uploads the file and returns its id": anybody may add one, and the id is all that leads to it. */
function isOpenUpload({ root }: Api, { method, path, id, summary, description, body }: ApiOperation): boolean {
  const { securitySchemes } = isJsonObject(root.components) ? root.components : {};
  if (
    method !== 'post' ||
    path.includes('{') ||
    Object.keys(isJsonObject(securitySchemes) ? securitySchemes : {}).length > 0
  )
    return false;
  const title = summary ?? sentencesOf(description ?? '')[0] ?? '';
  return body !== undefined && /(?<![a-z])(?:upload|past(?:e|ebin))/i.test(`${path} ${id ?? ''} ${title}`);
}

const computing =
  /^(?:combine|payloads?|encode|decode|parse|hash|derive|preprocess|calculate|compute|estimate|convert|preview|simulate)$/;

/** It returns what it makes of its request, and nothing below its parent can be read afterwards. */
function onlyComputes({ exposed }: Api, { method, path, responses }: ApiOperation): boolean {
  const [last = '', ...more] = tokensOf(literalSegments(path).at(-1) ?? '');
  if (method !== 'post' || more.length > 0 || !computing.test(last) || path.includes('{')) return false;
  if (responses.some(({ status }) => /^20[124]$/.test(status))) return false;
  const parent = path.slice(0, path.lastIndexOf('/'));
  return !exposed.some((other) => other.method === 'get' && other.path.startsWith(parent === '' ? path : parent));
}

/** "This is a sample Pet Store Server", "**DEMO**". */
const sampleApi = /^\W*(?:demo|sample|mock)\b|\b(?:is|for) (?:an? |the )?(?:\w+ ){0,3}(?:sample|demo|mock|tutorial)\b/i;

/** The network protects it, as the servers or the description of the API say. */
function isGuardedElsewhere({ root }: Api): boolean {
  if (usesLocalSocket(root)) return true;
  const urls = urlsOf(root.servers).filter((url) => /^https?:/i.test(url));
  if (urls.length > 0 && urls.every((url) => isOwnMachine(url) || isPrivate(url))) return true;
  const { title = '', description = '' } = isJsonObject(root.info) ? root.info : {};
  if (/\b(?:mock|sample|demo|example|tutorial|pet ?store)\b/i.test(String(title))) return true;
  if (sampleApi.test(String(description).slice(0, 200))) return true;
  const about = String(description).slice(0, 2_000);
  return /\b(?:secured?|encrypted) (?:connection|channel|tunnel)\b|\blocal network\b|\bbehind (?:a|an|the) (?:\w+ )?(?:gateway|proxy|vpn)\b/i.test(
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
