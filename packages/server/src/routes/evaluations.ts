/** `POST /evaluations`: runs the caller's saved evaluation cases and compares the result with the run before. */
import type { Caller, EvaluationCase, Resolver, SavedRecord } from '@dragoman/core/engine';
import { evaluateChooser, withheldSecret } from '@dragoman/core/engine';
import type { HttpReply, Route, RouteContext } from '@dragoman/core/http';
import { jsonReply, negotiate, pickFields, readFields } from '@dragoman/core/http';
import type { JsonObject, JsonValue } from '@dragoman/model';
import { isJsonObject } from '@dragoman/model';
import { dryRunReply, wantsDryRun } from './dry-run.js';
import type { SavedRoutePorts } from './saved.js';
import { saveItem } from './saved.js';
import { describeEvaluation, evaluationDryRun, evaluationMembers } from './saved-description.js';
import { savedQuotas } from './saved-request.js';

/** Dependencies of the route. */
export interface EvaluationRoutePorts extends Pick<SavedRoutePorts, 'saved' | 'clock' | 'newId'> {
  resolver: Resolver;
}

/** Operations that are compared for each case. */
const top = 5;

/** Creates the route. */
export function createEvaluationRoute(ports: EvaluationRoutePorts): Route {
  return {
    method: 'POST',
    path: '/evaluations',
    budget: 'write',
    access: 'registry:read',
    describe: describeEvaluation,
    handle: (context) => run(ports, context),
  };
}

interface RanCase {
  id: string;
  request: string;
  expected: string | null;
  found: string[];
  place: number | null;
  wrong_inputs?: string[];
}

async function run(ports: EvaluationRoutePorts, context: RouteContext): Promise<HttpReply> {
  const { request, url, caller, signal } = context;
  negotiate(request, ['application/json']);
  const fields = readFields(url, evaluationMembers);
  const { subject } = caller;
  const saved = await ports.saved.list({ subject, kind: 'case', limit: savedQuotas.case.items });
  if (wantsDryRun(context)) return dryRunReply(evaluationDryRun(saved.length));
  const [before] = await ports.saved.list({ subject, kind: 'evaluation', limit: 1 });
  const summary = await evaluateChooser(createChooser(ports.resolver, caller), saved.map(toCase), { signal });
  const cases = saved.map(({ id, content }, at): RanCase => {
    const { operation = null, found = [], place = null, badArguments: wrong } = summary.cases[at] ?? {};
    const inputs = wrong === undefined ? {} : { wrong_inputs: wrong };
    return { id, request: String(content.request), expected: operation, found, place, ...inputs };
  });
  const content = {
    total: cases.length,
    first: summary.first,
    first_three: summary.firstThree,
    places: Object.fromEntries(cases.map(({ id, place }) => [id, place])),
  };
  const stored = await saveItem(ports, caller, { kind: 'evaluation', agentId: '', operation: '', content });
  const { places: _, ...figures } = content;
  const body: JsonObject = {
    id: stored.id,
    at: stored.at,
    ...figures,
    ...countInputs(cases),
    confusions: summary.confusions.map(({ expected, got = null, utterances }) => ({
      expected,
      found: got,
      requests: utterances,
    })),
    cases: cases.map((each) => ({ ...each })),
    ...(before === undefined ? {} : { previous: writePrevious(before) }),
    ...compare(cases, before),
  };
  return jsonReply(pickFields(body, fields), { headers: { 'Cache-Control': 'no-store' } });
}

/** Inputs are compared where the right operation came first. */
function countInputs(cases: readonly RanCase[]): JsonObject {
  const compared = cases.flatMap(({ wrong_inputs: wrong }) => (wrong === undefined ? [] : [wrong]));
  if (compared.length === 0) return {};
  return { inputs: { cases: compared.length, right: compared.filter(({ length }) => length === 0).length } };
}

function createChooser(resolver: Resolver, caller: Caller) {
  const context = { languages: [], residency: [], holds: [] };
  return async (intent: string, signal?: AbortSignal) => {
    const { candidates } = await resolver.resolve({ intent, context, policy: {}, top, ranked: true }, caller, signal);
    const given = candidates[0]?.reasons.inputs.given ?? [];
    return {
      names: candidates.map(({ entry, operation }) => `${entry.id}/${operation.name}`),
      inputs: Object.fromEntries(given.map(({ name, value }) => [name, value])),
    };
  };
}

function toCase({ agentId, operation, content }: SavedRecord): EvaluationCase {
  return {
    utterance: String(content.request),
    operation: operation === '' ? null : `${agentId}/${operation}`,
    ...expectedInputs(content.arguments),
  };
}

/** Secrets were removed when the case was saved, so nothing can be compared with them. */
function expectedInputs(given: JsonValue | undefined): Pick<EvaluationCase, 'arguments'> {
  if (!isJsonObject(given)) return {};
  const known = Object.entries(given).filter(([, value]) => !JSON.stringify(value).includes(withheldSecret));
  return known.length === 0 ? {} : { arguments: Object.fromEntries(known) };
}

function writePrevious({ id, at, content: { first = 0, first_three: firstThree = 0 } }: SavedRecord): JsonObject {
  return { id, at, first, first_three: firstThree };
}

/** Cases that the run before did not have are neither fixed nor broken. */
function compare(cases: readonly RanCase[], before: SavedRecord | undefined): JsonObject {
  const places = isJsonObject(before?.content.places) ? before.content.places : {};
  const known = cases.filter(({ id }) => Object.hasOwn(places, id));
  return {
    fixed: known.filter(({ id, place }) => place === 1 && places[id] !== 1).map(({ id }) => id),
    broken: known.filter(({ id, place }) => place !== 1 && places[id] === 1).map(({ id }) => id),
  };
}
