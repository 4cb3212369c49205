/** Calls of services over time: `GET /agents/{id}/usage` for one service, `GET /usage` for all. */
import type { BrowsePorts, UsagePoint, UsageStep, UsageStore } from '@dragoman/core/engine';
import { addUsage, canChange, noUsage, readEntry, startOfPeriod, usageQuantile } from '@dragoman/core/engine';
import type { Clock, Route, RouteContext } from '@dragoman/core/http';
import { agentParameter, fieldsParameter, jsonReply, parseFields, pickFields } from '@dragoman/core/http';
import type { FieldError, JsonObject } from '@dragoman/model';
import { Failure } from '@dragoman/model';
import { usageAnswer, usageExample, usageListExample, usageListSchema, usageMembers } from './usage-schemas.js';

/** Dependencies of the routes. */
export interface UsageRoutePorts extends BrowsePorts {
  usage: Pick<UsageStore, 'read' | 'totals'>;
  clock: Clock;
}

const hourMs = 3_600_000;
const steps: readonly UsageStep[] = ['minute', 'hour'];
/** Hours for which each step is kept, and hours that are shown by default. */
const maxHours: Readonly<Record<UsageStep, number>> = { minute: 24, hour: 744 };
const defaultHours: Readonly<Record<UsageStep, number>> = { minute: 1, hour: 24 };
/** Services in one list. */
const maxServices = 1000;
const personal = { 'Cache-Control': 'private, no-cache' };

const hoursParameter = (description: string) =>
  ({
    name: 'hours',
    in: 'query',
    description,
    schema: { type: 'integer', minimum: 1, maximum: maxHours.hour },
  }) as const;

/** Creates the routes. */
export function createUsageRoutes(ports: UsageRoutePorts): Route[] {
  return [
    {
      method: 'GET',
      path: '/agents/{id}/usage',
      budget: 'read',
      access: 'registry:read',
      describe: describeRead,
      handle: (context) => read(ports, context),
    },
    {
      method: 'GET',
      path: '/usage',
      budget: 'search',
      access: 'registry:read',
      describe: describeList,
      handle: (context) => list(ports, context),
    },
  ];
}

async function read(ports: UsageRoutePorts, { params, caller, url }: RouteContext) {
  const { entry } = await readEntry(ports, params.id ?? '', caller);
  if (!canChange(caller, entry)) {
    throw new Failure('FORBIDDEN', { message: 'Only the owner of a service and administrators see its usage.' });
  }
  const { step, hours, fields } = readQuery(url.searchParams);
  const now = ports.clock.now();
  const until = new Date(now + 1).toISOString();
  const since = startOfPeriod(new Date(now - hours * hourMs).toISOString(), step);
  const points = await ports.usage.read(entry.id, step, { since, until });
  const total = noUsage();
  for (const point of points) addUsage(total, point);
  const body: JsonObject = {
    service: entry.id,
    step,
    since,
    until: new Date(now).toISOString(),
    total: writeCounts(total),
    points: points.map((point) => ({ at: point.at, ...writeCounts(point) })),
  };
  return jsonReply(pickFields(body, fields), { headers: personal });
}

/** Members of a period; durations only where there were calls. */
function writeCounts({ calls, errors, refused, limited, durations }: Omit<UsagePoint, 'service' | 'at'>): JsonObject {
  const [p50, p95] = [usageQuantile(durations, 0.5), usageQuantile(durations, 0.95)];
  return {
    calls,
    errors,
    refused,
    limited,
    ...(p50 === undefined ? {} : { p50_ms: p50 }),
    ...(p95 === undefined ? {} : { p95_ms: p95 }),
  };
}

async function list({ usage, index, clock }: UsageRoutePorts, { caller, url }: RouteContext) {
  const { hours } = readQuery(url.searchParams, 'hour');
  const since = startOfPeriod(new Date(clock.now() - hours * hourMs).toISOString(), 'hour');
  const isAdmin = caller.scopes.includes('admin');
  const totals = await usage.totals(since, maxServices);
  const known = await Promise.all(totals.map(({ service }) => index.access(service)));
  const services = totals.filter((_, at) => {
    const access = known[at];
    return access === undefined ? isAdmin : canChange(caller, access);
  });
  return jsonReply({ since, services }, { headers: personal });
}

function readQuery(search: URLSearchParams, only?: UsageStep) {
  const fieldErrors: FieldError[] = [];
  const named = search.get('step') ?? only ?? 'minute';
  const step = steps.find((each) => each === named);
  if (step === undefined) fieldErrors.push({ field: 'step', code: 'invalid', detail: 'must be minute or hour' });
  const most = maxHours[step ?? 'hour'];
  const raw = search.get('hours') ?? String(defaultHours[step ?? 'hour']);
  const hours = /^\d{1,3}$/.test(raw) ? Number(raw) : 0;
  if (hours < 1 || hours > most) {
    fieldErrors.push({ field: 'hours', code: 'invalid', detail: `must be an integer from 1 to ${most}` });
  }
  const asked = search.has('fields') ? search.getAll('fields') : undefined;
  const fields = parseFields(asked, (problem) => fieldErrors.push(problem), usageMembers);
  if (fieldErrors.length > 0) throw new Failure('INVALID_INPUT', { fieldErrors });
  return { step: step ?? 'hour', hours, fields };
}

const describeRead: Route['describe'] = {
  operationId: 'agent_usage_read',
  tag: 'operation',
  summary: 'Read the calls of one service over time.',
  description:
    'Counts calls, errors, refusals and answers with 429 per minute of the last day or per hour of the last month, with the median and the 95th percentile of the duration, estimated from classes of durations. Periods without calls are left out; the last seconds are counted a moment later. ' +
    'Only the owner of the service and administrators may read it. Use it to draw a chart or to see since when a service fails. Do not use it to find single calls: use audit_search instead. No side effects.',
  parameters: [
    agentParameter(),
    {
      name: 'step',
      in: 'query',
      description: 'Length of a period.',
      schema: { type: 'string', enum: [...steps], default: 'minute' },
    },
    hoursParameter('Hours back from now: 1 to 24 by minutes (default 1), 1 to 744 by hours (default 24).'),
    fieldsParameter('the answer'),
  ],
  responses: {
    '200': {
      description: 'Periods in order of time.',
      content: {
        'application/json': {
          schema: usageAnswer,
          examples: { one: { summary: 'One minute with calls', value: usageExample } },
        },
      },
    },
  },
  failures: [400, 403, 404],
  agent: { read_only: true },
};

const describeList: Route['describe'] = {
  operationId: 'usage_compare',
  tag: 'operation',
  summary: 'Compare the number of calls of all services.',
  description:
    'Sums calls, errors, refusals and answers with 429 by service, those with most calls first, at most 1,000 services. Callers see the services that they own; administrators see all, including removed ones. ' +
    'Use it to see which services are used and which fail. Do not use it to see one service over time: use agent_usage_read instead. No side effects.',
  parameters: [hoursParameter('Hours back from now; 24 by default.')],
  responses: {
    '200': {
      description: 'Services with calls.',
      content: {
        'application/json': {
          schema: usageListSchema,
          examples: { one: { summary: 'One service', value: usageListExample } },
        },
      },
    },
  },
  failures: [400, 403],
  agent: { read_only: true },
};
