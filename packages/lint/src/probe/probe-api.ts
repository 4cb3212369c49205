/**
 * Probes one live API: surveys it, runs every check in order, deletes what was created, and returns the observations.
 */
import type { Api, ApiOperation } from '../api/api.js';
import { sectionOf } from '../rule-model/rule.js';
import { pathOf } from './address.js';
import type { Call } from './call.js';
import { toRequest } from './call.js';
import type { Check, Outcome, Probe } from './check.js';
import { open } from './check.js';
import { checks as allChecks } from './checks/index.js';
import { cleanUp } from './clean-up.js';
import { createResourceTracker } from './created-resources.js';
import type { Exchange } from './exchange.js';
import { matchPath } from './match-operation.js';
import { type ProbePlan, planProbe, refuseRequest } from './plan.js';
import { survey } from './survey.js';
import { createThrottledClient, defaultLimits, type ProbeLimits, type ProbePorts } from './throttled-client.js';
import { varyBody } from './vary-body.js';
import { anew } from './write-controls.js';

/** Probe options. */
export interface ProbeOptions {
  base: URL;
  ports: ProbePorts;
  limits?: Partial<ProbeLimits>;
  /** Headers with credentials, by name; never repeated anywhere. */
  credentials?: Readonly<Record<string, string>>;
  /** Operations that may change something and may be called, GETs among them; none by default. */
  writes?: readonly ApiOperation[];
  /** Only these reads; all by default. */
  only?: readonly ApiOperation[];
  /** Maximum number of operations per check. */
  breadth?: number;
  burst?: number;
  /** Where the description was read from, if from a URL. */
  describedAt?: string;
  dryRun?: boolean;
  onRequest?: (line: string) => void;
  /** Called with the plan before the first request. */
  onPlan?: (plan: ProbePlan) => void;
  checks?: readonly Check[];
}

/** What one check observed. */
export interface CheckResult {
  check: Check;
  outcomes: readonly Outcome[];
}

/** An operation that was not called. */
export interface Skipped {
  operation: ApiOperation;
  reason: string;
  /** True when naming it with `--writes` allows it. */
  needsConsent?: boolean;
}

/** The result of the probe. */
export interface Probed {
  results: readonly CheckResult[];
  /** Operations of the first round. */
  planned: readonly ApiOperation[];
  /** Operations that could not be called, with the reason. */
  skipped: readonly Skipped[];
  requests: number;
  /** Why the probe ended early. */
  stopped?: string;
  /** True when every read of the first round was answered with 401 or 403. */
  unauthorized: boolean;
  /** What was created and could not be deleted. */
  leftBehind: readonly string[];
  removed: number;
  /** True when nothing was sent. */
  dryRun: boolean;
}

/** Probes an API; never throws because of its responses. */
export async function probeApi(api: Api, options: ProbeOptions): Promise<Probed> {
  const { base, ports, credentials = {}, dryRun = false, onRequest } = options;
  const limits = { ...defaultLimits, ...options.limits };
  const { only, writes: named = [] } = options;
  const plan = planProbe(api, { base, only, writes: named, maxRequests: limits.requests });
  options.onPlan?.(plan);
  const { reads, writes } = plan;
  const client = createThrottledClient({
    base,
    credentials,
    ports,
    dryRun,
    limits,
    refuse: (request) => refuseRequest(api, plan, request),
    ...(onRequest === undefined ? {} : { onRequest }),
  });
  const created = createResourceTracker(api);
  const noted = (call: Call, exchange: Exchange): Exchange => {
    if (call.operation.kinds.write) created.note(call, exchange);
    return exchange;
  };
  const call = async (one: Call) => noted(one, await client.send(toRequest(one)));
  const found = await survey({ api, reads, writes, created, call, newId: ports.newId });
  client.stopUnless(found.surveyed.map(({ first }) => first));
  const probe: Probe = {
    ...found,
    api,
    base,
    breadth: options.breadth ?? 3,
    burst: options.burst ?? 0,
    describedAt: options.describedAt,
    authenticated: Object.keys(credentials).length > 0,
    seen: client.seen,
    send: client.send,
    call,
    async callTogether(calls) {
      const exchanges = await client.sendTogether(calls.map(toRequest));
      return exchanges.map((exchange, at) => noted(calls[at] as Call, exchange));
    },
    vary: (one, current) => anew(api, varyBody(api, one, ports.newId().slice(0, 8), current), ports.newId()),
    allowed: writes,
    once: createOnce(() => probe),
    wait: (milliseconds) => waitFor(ports, milliseconds),
    now: ports.now,
    newId: ports.newId,
  };
  const checks = (options.checks ?? allChecks).filter(({ concerns }) => concerns?.(api) !== false);
  const gentle = await runChecks(
    checks.filter(({ exhausting }) => exhausting !== true),
    probe,
    client.stopped,
    dryRun,
  );
  const { leftBehind, removed } = await cleanUp({ base, api, writes, created, send: client.send, newId: ports.newId });
  const results = [
    ...gentle,
    ...(await runChecks(
      checks.filter(({ exhausting }) => exhausting === true),
      probe,
      client.stopped,
      dryRun,
    )),
  ];
  const stopped = client.stopped();
  const statuses = found.surveyed.map(({ first }) => first.answer?.status);
  return {
    results,
    planned: reads,
    skipped: [...found.skipped, ...plan.leftOut, ...(dryRun ? [] : uncalled({ api, base }, found.writes, client.seen))],
    requests: client.seen.length,
    ...(stopped === undefined ? {} : { stopped }),
    unauthorized: statuses.length > 0 && statuses.every((status) => status === 401 || status === 403),
    leftBehind,
    removed,
    dryRun,
  };
}

const notSent = 'not sent: this is a dry run';

async function waitFor({ sleep, signal }: ProbePorts, milliseconds: number): Promise<boolean> {
  return sleep(milliseconds, signal).then(
    () => true,
    () => false,
  );
}

/** Allowed writes that could be called, and that no check had a use for. */
function uncalled(
  { api, base }: { api: Api; base: URL },
  writes: readonly Call[],
  seen: readonly Exchange[],
): Probed['skipped'] {
  const called = new Set(
    seen.flatMap(({ request }) =>
      matchPath(api, base, pathOf(base, request))
        .map(({ operation }) => operation)
        .filter(({ method }) => method.toUpperCase() === request.method)
        .slice(0, 1),
    ),
  );
  return writes
    .map(({ operation }) => operation)
    .filter((operation) => !called.has(operation))
    .map((operation) => ({ operation, reason: 'allowed, but no check applies to this kind of write' }));
}

function createOnce(probe: () => Probe): Probe['once'] {
  const made = new Map<unknown, Promise<unknown>>();
  return <T>(make: (probe: Probe) => Promise<T>) => {
    const known = made.get(make) ?? make(probe());
    made.set(make, known);
    return known as Promise<T>;
  };
}

/** Resets verdicts whose requests were not sent, because nothing was observed. */
async function runChecks(
  checks: readonly Check[],
  probe: Probe,
  stopped: () => string | undefined,
  dryRun: boolean,
): Promise<CheckResult[]> {
  const results: CheckResult[] = [];
  for (const check of checks) {
    const allowed = check.needs === 'reads' || probe.writes.length > 0;
    const observed = allowed
      ? (await check.run(probe)).map((each) => withoutLimited(check, withoutUnsent(each)))
      : [open('writes were not allowed')];
    // Without responses, a check knows nothing about the API, not even what it could try.
    const outcomes = dryRun && allowed ? [open(notSent)] : observed;
    results.push({
      check,
      outcomes: outcomes.length > 0 ? outcomes : [open(stopped() ?? 'no subject for this check')],
    });
  }
  return results;
}

function withoutUnsent(outcome: Outcome): Outcome {
  const unsent = outcome.exchanges.find(
    ({ answer, trouble }) => answer === undefined && trouble?.startsWith('not sent') === true,
  );
  if (unsent === undefined) return outcome;
  return {
    verdict: 'not determined',
    said: unsent.trouble ?? 'not sent',
    exchanges: [],
    ...(outcome.operation === undefined ? {} : { operation: outcome.operation }),
  };
}

/** A request that the rate limit rejected shows nothing but the limit. */
function withoutLimited(check: Check, outcome: Outcome): Outcome {
  const isLimited = outcome.exchanges.some(({ answer }) => answer?.status === 429);
  if (outcome.verdict !== 'fails' || !isLimited || ['errors', 'rate'].includes(sectionOf(check))) return outcome;
  return { ...outcome, verdict: 'not determined', said: 'the API limited the rate of requests (429)' };
}
