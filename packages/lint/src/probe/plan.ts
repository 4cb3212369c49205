/**
 * The plan of a probe, made before the first request: which operations are called, which are left out, and why. An
 * operation that may do something is called only with consent, that is, when it is named.
 */
import { deriveConduct, mayAct } from '@dragoman/core/descriptions';
import type { Api, ApiOperation } from '../api/api.js';
import { actsThroughParameter, commandNames } from './acting-parameters.js';
import { describedTarget, pathOf } from './address.js';
import type { ProbeRequest } from './exchange.js';
import { type MatchedOperation, matchPath } from './match-operation.js';
import { ownName } from './own-name.js';
import { isShownResource } from './shown-resource.js';
import { chooseReads } from './survey.js';
import { namesMeasure, readTexts, whyUncertain, whyVerbForm } from './uncertain-reads.js';

/** What a probe will do. */
export interface ProbePlan {
  base: URL;
  /** Operations that are called in the first round, one request each; the checks call some of them again. */
  reads: readonly ApiOperation[];
  /** Writes that were allowed by name. */
  writes: readonly ApiOperation[];
  /** GET operations among the reads that may change something and were allowed by name. */
  consented: readonly ApiOperation[];
  /** Operations that are not called. */
  leftOut: readonly LeftOut[];
  /** Maximum number of requests in all. */
  maxRequests: number;
  /** Methods of requests other than GET. */
  methods: readonly string[];
}

/** An operation that is not called. */
export interface LeftOut {
  operation: ApiOperation;
  reason: string;
  /** True when naming it with `--writes` allows it. */
  needsConsent: boolean;
}

/** Input of a plan. */
export interface PlanOptions {
  base: URL;
  /** Only these reads. */
  only?: readonly ApiOperation[] | undefined;
  /** Operations that may change something and were allowed by name. */
  writes: readonly ApiOperation[];
  maxRequests: number;
}

/** Maximum number of reads called in the survey. */
const maxReads = 40;

/** Methods that checks use on reads; none of them changes anything (RFC 9110 §9.2.1, RFC 4918 §9.1). */
const checkMethods = ['HEAD', 'OPTIONS', 'PROPFIND'];

/** Makes the plan. */
export function planProbe(api: Api, { base, only, writes, maxRequests }: PlanOptions): ProbePlan {
  const consented = writes.filter(({ method }) => method === 'get');
  const changing = writes.filter((each) => !consented.includes(each));
  const sorted = api.operations.map((operation) => ({ operation, ...whyNot(api, operation, consented) }));
  const callable = sorted.filter(({ reason }) => reason === undefined).map(({ operation }) => operation);
  const reads = only === undefined ? chooseReads(callable, maxReads) : [...new Set([...only, ...consented])];
  const planned = new Set<ApiOperation>([...reads, ...changing]);
  const leftOut = sorted
    .filter(({ operation }) => !planned.has(operation))
    .map(({ operation, reason, needsConsent }) => ({
      operation,
      reason: reason ?? notChosen(only !== undefined),
      needsConsent,
    }));
  const used = [...reads, ...changing].map(({ method }) => method.toUpperCase());
  const methods = [...new Set([...used, ...(reads.length > 0 ? checkMethods : [])])].filter((each) => each !== 'GET');
  return { base, reads, writes: changing, consented, leftOut, maxRequests, methods };
}

function notChosen(isSelection: boolean): string {
  return isSelection ? 'not named by --only' : `beyond the ${maxReads} reads that are called; choose with --only`;
}

/** Why an operation is not called; without a reason for one that only reads. */
function whyNot(
  api: Api,
  operation: ApiOperation,
  consented: readonly ApiOperation[],
): { reason?: string; needsConsent: boolean } {
  const hidden = whyHidden(operation);
  if (hidden !== undefined) return { reason: hidden, needsConsent: false };
  const acts = consented.includes(operation) ? undefined : whyActing(api, operation);
  if (acts !== undefined) return { reason: acts, needsConsent: true };
  const types = operation.responses.filter(({ status }) => status.startsWith('2')).flatMap(({ content }) => content);
  const isStream = types.length > 0 && types.every(({ type }) => type.startsWith('text/event-stream'));
  return { ...(isStream ? { reason: 'it answers with a stream' } : {}), needsConsent: false };
}

function whyHidden({ agent, server, value }: ApiOperation): string | undefined {
  if (server !== undefined && 'elsewhere' in server) return server.elsewhere;
  if (value['x-internal'] === true || agent.expose === false) return 'the description does not offer it';
  return undefined;
}

/** Why an operation may do something; undefined for one that only reads. */
export function whyActing(api: Api, operation: ApiOperation): string | undefined {
  const { method, agent, path, summary, description } = operation;
  // A name that only repeats method and path is no evidence, unless the text says that the operation reads.
  const said = readTexts(operation);
  const name = said === 'reads' ? operation.id : ownName(operation);
  const evidence = { method, path, name, summary, description };
  if (agent.readOnly === true && (method === 'get' || method === 'post')) return contradiction(evidence);
  if (method !== 'get') return `${method.toUpperCase()} may change something`;
  if (agent.readOnly === false || agent.irreversible) return 'the description says that it changes something';
  if (agent.confirmation) return 'the description demands a confirmation';
  const { impact, unread = false } = deriveConduct(evidence);
  // A text of another language is no evidence where it says in few words that it reads, or the structure shows a resource.
  const isShown = unread && (said === 'reads elsewhere' || isShownResource(api, operation));
  const read = isShown ? { method, path, name } : evidence;
  const acts = impact === 'informational' && namesMeasure(operation) ? undefined : mayAct(read);
  return acts ?? whyUncertain(api, operation) ?? actsThroughParameter(operation) ?? startsSomething(operation);
}

/** Why an operation that is declared to only read may do something: its words show an effect that cannot be undone. */
function contradiction(evidence: Parameters<typeof mayAct>[0]): string | undefined {
  const { impact, reason = 'it acts', guessed } = deriveConduct(evidence);
  const acts = impact === 'irreversible' && guessed !== true;
  return acts ? `${reason}, although the description declares that it only reads` : undefined;
}

/** A read answers with 200; one whose only successes are 201 or 202 creates or starts something. */
function startsSomething({ responses }: ApiOperation): string | undefined {
  const successes = responses.map(({ status }) => status).filter((status) => status.startsWith('2'));
  const starts = successes.length > 0 && successes.every((status) => status === '201' || status === '202');
  return starts ? `it creates or starts something: its success is ${successes.join(' or ')}` : undefined;
}

/**
 * Why a request may not be sent: links and redirects in responses can name operations that the plan does not allow.
 * Undefined when it may be sent.
 */
export function refuseRequest(
  api: Api,
  { base, reads, writes }: ProbePlan,
  request: Pick<ProbeRequest, 'method' | 'target' | 'linked' | 'document' | 'root'>,
): string | undefined {
  const { method, document, linked = false } = request;
  const target = describedTarget(base, pathOf(base, request));
  const allowed = new Set<ApiOperation>([...reads, ...writes]);
  const wanted = method === 'HEAD' ? 'get' : method.toLowerCase();
  const found = matchPath(api, base, pathOf(base, request)).find(({ operation }) => operation.method === wanted);
  if (found === undefined) {
    // The probe itself chose this location, so its name needs no reading.
    if (document !== undefined && !linked) return undefined;
    if (wanted !== 'get') return `${method} may change something`;
    const evidence = { method, path: target.split(/[?#]/)[0] ?? '' };
    return mayAct(evidence) ?? whyVerbForm(evidence) ?? commandIn(target, linked);
  }
  const { operation } = found;
  if (!allowed.has(operation)) return whyActing(api, operation) ?? commandIn(target, linked);
  return linked && writes.every((each) => each !== operation)
    ? (valueThatActs(operation, found.path) ?? commandIn(target, linked))
    : undefined;
}

/** `/things/purge` in a response is a command, although `/things/{id}` is described. */
function valueThatActs({ path }: ApiOperation, values: MatchedOperation['path']): string | undefined {
  const [, name] = /\{([^{}]+)\}\/?$/.exec(path) ?? [];
  const value = name === undefined ? undefined : values[name];
  return value === undefined ? undefined : mayAct({ method: 'get', path: `/${value}` });
}

/** `?action=delete` in a response. */
function commandIn(target: string, linked: boolean): string | undefined {
  if (!linked) return undefined;
  const query = new URLSearchParams(/\?([^#]*)/.exec(target)?.[1] ?? '');
  return [...query]
    .filter(([name]) => commandNames.test(name))
    .map(([, value]) => mayAct({ method: 'get', path: `/${value}` }))
    .find((reason) => reason !== undefined);
}
