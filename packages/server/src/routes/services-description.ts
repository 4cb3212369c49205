/** How the list of services is described in the server's own API description. */
import type { Route } from '@dragoman/core/http';
import {
  closedSchema,
  fieldsParameter,
  listSchema,
  nextLinkHeader,
  pageSchema,
  textSchema,
  timeSchema,
  wholeSchema,
} from '@dragoman/core/http';
import type { JsonObject } from '@dragoman/model';
import { pageParameters } from './cursor-page.js';

/** Statuses of services. */
export const statuses: readonly string[] = ['active', 'deprecated', 'inactive'];

/** Maximum characters of a part of a name. */
export const maxNameLength = 200;

/** Services that a request can name. */
export const maxNamed = 50;

const own = 'Only for the owner and administrators: ';

const properties: JsonObject = {
  id: textSchema('Id of the service.'),
  name: textSchema('Display name, written by the provider.'),
  description: textSchema('Purpose, written by the provider; the first 300 characters.'),
  endpoint: textSchema('URL that receives calls; absent when it is called only through this server.'),
  capabilities: listSchema('Broad function labels.', textSchema('One label.')),
  protocol: textSchema('Protocol of its description.', {
    enum: ['aidip', 'nact', 'agis', 'openapi', 'mcp', 'a2a', 'arazzo'],
  }),
  operations: wholeSchema('Number of operations.'),
  status: textSchema('Whether it can be called.', { enum: [...statuses] }),
  visibility: textSchema('Who may see it.', { enum: ['public', 'private'] }),
  authentication: textSchema('Kind of credential that the service requires; absent when it names none.'),
  credential: textSchema(
    'Whether your calls have the credential that the service requires. required: you have stored none, and may not know whether its owner has.',
    { enum: ['not_required', 'stored', 'missing', 'required'] },
  ),
  findings: wholeSchema('Number of findings; agent_findings_read lists them.'),
  held: { type: 'boolean', description: 'True while calls are held until an administrator accepts the findings.' },
  read_at: timeSchema('When its description was last read.'),
  usage: closedSchema(
    `${own}calls of the last 24 hours.`,
    {
      calls: wholeSchema('Calls.'),
      errors: wholeSchema('Calls that failed or whose outcome is unknown, and answers with a server error.'),
      refused: wholeSchema('Calls that this server rejected before anything was sent.'),
      limited: wholeSchema('Calls answered with 429.'),
    },
    ['calls', 'errors', 'refused', 'limited'],
  ),
  breaker: textSchema(`${own}the circuit breaker, as the process that answers sees it; the worst of its origins.`, {
    enum: ['closed', 'open', 'half-open'],
  }),
  server_known: {
    type: 'boolean',
    description: `${own}false when the MCP server that it runs as was removed, so that calls fail; absent for services with a URL.`,
  },
  source: closedSchema(
    `${own}where its description was fetched; absent when it was uploaded.`,
    {
      url: textSchema('URL of the description.'),
      id: textSchema('Id of the source that checks it; absent when nothing does.'),
      checked_at: timeSchema('Last check.'),
      outcome: textSchema('changed, unchanged, held, or the failure code of the last check.'),
      failures: wholeSchema('Consecutive failures.'),
      held: { type: 'boolean', description: 'True when a change waits for approval.' },
    },
    ['url'],
  ),
};

/** Members of a service, for field selection. */
export const serviceMembers: readonly string[] = Object.keys(properties);

const example = {
  id: 'pier-weather-001',
  name: 'Pier weather',
  description: 'Forecasts wind and waves for piers.',
  endpoint: 'https://weather.example/api',
  capabilities: ['weather_forecast'],
  protocol: 'openapi',
  operations: 3,
  status: 'active',
  visibility: 'public',
  credential: 'not_required',
  findings: 0,
  held: false,
  read_at: '2026-03-01T09:00:00.000Z',
  usage: { calls: 42, errors: 1, refused: 0, limited: 0 },
  breaker: 'closed',
};

/** The description of the route. */
export const describeServiceList: Route['describe'] = {
  operationId: 'catalogue_services_list',
  tag: 'discovery',
  summary: 'List services with how they are doing.',
  description:
    'Lists the services that you may see by name: protocol, number of operations, visibility, whether a credential is missing, findings; for services that you own, and for administrators, also the calls and errors of the last 24 hours, the circuit breaker, and the source with its last check. ' +
    'Use it for an overview of a catalogue. Do not use it to find a service for a task: use agents_search instead. No side effects.',
  parameters: [
    {
      name: 'agent',
      in: 'query',
      description: `Id of a service; repeat the parameter for several, at most ${maxNamed}. They are returned in this order, on one page.`,
      schema: { type: 'array', maxItems: maxNamed, items: { type: 'string', maxLength: 512 } },
    },
    {
      name: 'name',
      in: 'query',
      description: 'Part of the name, whatever its case, or of the id; only such services. Ignored with agent.',
      schema: { type: 'string', minLength: 1, maxLength: maxNameLength },
    },
    {
      name: 'status',
      in: 'query',
      description: 'active, deprecated or inactive; any of the given ones. Without it, all but inactive ones.',
      schema: { type: 'array', maxItems: 50, items: { type: 'string', maxLength: 32 } },
    },
    ...pageParameters,
    fieldsParameter('each service', 'id,name,operations,usage'),
  ],
  responses: {
    '200': {
      description: 'A page of services.',
      headers: nextLinkHeader,
      content: {
        'application/json': {
          schema: pageSchema({
            member: 'services',
            itemsDescription: 'Services of this page, or the members selected with fields.',
            items: closedSchema('A service.', properties),
            count: 'Number of all services that match.',
          }),
          examples: { one: { summary: 'One service', value: { services: [example], count: 1, top: 20 } } },
        },
      },
    },
  },
  failures: [400, 403, 406],
  agent: {
    read_only: true,
    order: 'name asc, id asc',
    next: ['agents_read', 'agent_usage_read'],
    untrusted: ['/services/*/name', '/services/*/description', '/services/*/capabilities'],
  },
};
