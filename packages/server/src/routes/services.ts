/** `GET /catalogue/services`: the services that the caller may see, each with how it is doing. */
import { canSee } from '@dragoman/core/engine';
import type { HttpReply, Route, RouteContext } from '@dragoman/core/http';
import {
  invalidParameters,
  negotiate,
  parseFields,
  pickFields,
  readParameters,
  splitValues,
  writeCursor,
} from '@dragoman/core/http';
import type { FieldError } from '@dragoman/model';
import { pageReply, pageStart, pageTop } from './cursor-page.js';
import type { ServiceStatePorts } from './service-state.js';
import { describeServices } from './service-state.js';
import { describeServiceList, maxNamed, maxNameLength, serviceMembers, statuses } from './services-description.js';
import { personal } from './toolset-ports.js';

/** Dependencies of the route. */
export interface ServicesPorts extends ServiceStatePorts {
  cursorKey: string;
}

const path = '/catalogue/services';

/** Creates the route. */
export function createServicesRoute(ports: ServicesPorts): Route {
  return {
    method: 'GET',
    path,
    budget: 'search',
    access: 'registry:read',
    describe: describeServiceList,
    handle: (context) => answer(ports, context),
  };
}

interface Asked {
  agents: readonly string[];
  status: readonly string[];
  /** Part of the name or id. */
  name: string | undefined;
  top: number;
  fields: readonly string[] | undefined;
}

async function answer(ports: ServicesPorts, context: RouteContext): Promise<HttpReply> {
  const { url, caller, request } = context;
  negotiate(request, ['application/json']);
  const asked = readAsked(url);
  const scope = {
    key: ports.cursorKey,
    query: [path, asked.status, asked.agents, asked.name ?? null],
    subject: caller.subject,
  };
  const after = pageStart(url, scope);
  const { ids, count, next } = await (asked.agents.length === 0
    ? findPage(ports, context, { ...asked, after })
    : namedPage(ports, context, asked));
  const services = await describeServices(ports, ids, caller);
  const members = { services: services.map((each) => pickFields(each, asked.fields)), count, top: asked.top };
  return pageReply(members, {
    path,
    url,
    next: next === undefined ? undefined : writeCursor(next, scope),
    headers: personal,
  });
}

function readAsked(url: URL): Asked {
  const given = readParameters(url);
  const problems: FieldError[] = [];
  const report = (problem: FieldError) => problems.push(problem);
  const agents = given.get('agent') ?? [];
  if (agents.length > maxNamed) {
    report({ field: 'agent', code: 'request/range', detail: `is given more than ${maxNamed} times` });
  }
  const status = splitValues(given.get('status') ?? []).filter((value) => value !== '');
  if (status.some((value) => !statuses.includes(value))) {
    report({ field: 'status', code: 'request/value', detail: `must be one of ${statuses.join(', ')}` });
  }
  const name = given.get('name')?.at(-1)?.trim();
  if (name !== undefined && (name === '' || name.length > maxNameLength)) {
    report({ field: 'name', code: 'request/range', detail: `must have 1 to ${maxNameLength} characters` });
  }
  const top = pageTop(url, problems);
  const fields = parseFields(given.get('fields'), report, serviceMembers);
  if (problems.length > 0) throw invalidParameters(problems);
  return { agents: [...new Set(agents)], status, name, top, fields };
}

interface ServicePage {
  ids: string[];
  count: number;
  next?: { skip: number; name: string; id: string };
}

/** By name, then id. */
async function findPage(
  { index }: ServicesPorts,
  { caller }: RouteContext,
  { status, name: namePart, top, after }: Asked & { after: ReturnType<typeof pageStart> },
): Promise<ServicePage> {
  const conditions = status.length === 0 ? [] : [{ field: 'status', values: status, mode: 'any' } as const];
  const { name, id } = after ?? {};
  const place = name === undefined || id === undefined ? {} : { after: { name, id } };
  // One more than requested shows whether there is a next page.
  const query = {
    conditions,
    order: 'name',
    top: top + 1,
    skip: 0,
    ...(namePart === undefined ? {} : { namePart }),
  } as const;
  const { hits, count } = await index.find({ ...query, ...place }, caller);
  const last = hits[top - 1];
  const ids = hits.slice(0, top).map((hit) => hit.id);
  if (last === undefined || hits.length <= top) return { ids, count };
  return { ids, count, next: { skip: (after?.skip ?? 0) + top, name: last.name, id: last.id } };
}

/** The given ones that the caller may see, whatever their status; they fit on one page. */
async function namedPage({ index }: ServicesPorts, { caller }: RouteContext, { agents }: Asked): Promise<ServicePage> {
  const known = await Promise.all(agents.map(async (id) => ({ id, access: await index.access(id) })));
  const ids = known.flatMap(({ id, access }) => (access !== undefined && canSee(caller, access) ? [id] : []));
  return { ids, count: ids.length };
}
