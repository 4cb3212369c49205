/**
 * The plan of a probe, made before the first request: which operations are called, which are left out, and why. An
 * operation that may do something is called only with consent, that is, when it is named.
 */
import { mayAct } from '@dragoman/core/descriptions';
import type { Api, ApiOperation } from '../api/api.js';
import { matchOperations } from './match-operation.js';
import { chooseReads } from './survey.js';

/** What a probe will do. */
export interface ProbePlan {
  base: URL;
  /** Operations that are called in the first round, one request each; the checks call some of them again. */
  reads: readonly ApiOperation[];
  /** Writes that were allowed by name. */
  writes: readonly ApiOperation[];
  /** Operations that are not called. */
  leftOut: readonly { operation: ApiOperation; reason: string }[];
  /** Maximum number of requests in all. */
  maxRequests: number;
  /** Methods of requests other than GET. */
  methods: readonly string[];
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
  const sorted = api.operations.map((operation) => ({ operation, reason: whyNot(operation, consented) }));
  const callable = sorted.filter(({ reason }) => reason === undefined).map(({ operation }) => operation);
  const reads = only === undefined ? chooseReads(callable, maxReads) : [...new Set([...only, ...consented])];
  const planned = new Set<ApiOperation>([...reads, ...changing]);
  const leftOut = sorted
    .filter(({ operation }) => !planned.has(operation))
    .map(({ operation, reason }) => ({ operation, reason: reason ?? notChosen(only !== undefined) }));
  const used = [...reads, ...changing].map(({ method }) => method.toUpperCase());
  const methods = [...new Set([...used, ...(reads.length > 0 ? checkMethods : [])])].filter((each) => each !== 'GET');
  return { base, reads, writes: changing, leftOut, maxRequests, methods };
}

function notChosen(isSelection: boolean): string {
  return isSelection ? 'not named by --only' : `beyond the ${maxReads} reads that are called; choose with --only`;
}

/** Why an operation is not called without being named; undefined for one that only reads. */
function whyNot(operation: ApiOperation, consented: readonly ApiOperation[]): string | undefined {
  const { agent, responses, value } = operation;
  if (value['x-internal'] === true || agent.expose === false) return 'the description does not offer it';
  const acts = whyActing(operation);
  if (acts !== undefined && !consented.includes(operation)) return `${acts}; allow it with --writes`;
  const types = responses.filter(({ status }) => status.startsWith('2')).flatMap(({ content }) => content);
  const isStream = types.length > 0 && types.every(({ type }) => type.startsWith('text/event-stream'));
  return isStream ? 'it answers with a stream' : undefined;
}

/** Why an operation may do something; undefined for one that only reads. */
export function whyActing({ method, agent, id, path, summary, description }: ApiOperation): string | undefined {
  if (agent.readOnly === true && (method === 'get' || method === 'post')) return undefined;
  if (method !== 'get') return `${method.toUpperCase()} may change something`;
  if (agent.readOnly === false || agent.irreversible) return 'the description says that it changes something';
  return mayAct({ method, path, name: id, summary, description });
}

/**
 * Why a GET to a URL may not be sent: links and redirects in responses can name operations that the plan does not
 * allow. Undefined when it may be sent.
 */
export function refuseTarget(api: Api, { reads, writes }: ProbePlan, target: string): string | undefined {
  const allowed = new Set<ApiOperation>([...reads, ...writes]);
  const found = matchOperations(api, target)
    .map(({ operation }) => operation)
    .find(({ method }) => method === 'get');
  if (found !== undefined) return allowed.has(found) ? undefined : whyActing(found);
  return mayAct({ method: 'get', path: target.split(/[?#]/)[0] ?? '' });
}
