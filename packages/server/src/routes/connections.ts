/** `GET /connections`: MCP clients that have listed tools, and when they were last seen. */
import type { Route, RouteContext } from '@dragoman/core/http';
import {
  closedSchema,
  fieldsParameter,
  negotiate,
  nextLinkHeader,
  pageSchema,
  pickFields,
  readFields,
  textSchema,
  timeSchema,
  wholeSchema,
} from '@dragoman/core/http';
import type { JsonObject } from '@dragoman/model';
import type { Connection, Connections } from '../events/connections.js';
import { cursorPage, pageParameters, pageReply } from './cursor-page.js';
import { personal } from './toolset-ports.js';

/** Dependencies of the route. */
export interface ConnectionsPorts {
  connections: Pick<Connections, 'list'>;
  cursorKey: string;
}

const path = '/connections';

/** Creates the route. */
export function createConnectionsRoute(ports: ConnectionsPorts): Route {
  return {
    method: 'GET',
    path,
    budget: 'read',
    access: 'registry:read',
    describe: describeConnections,
    handle: (context) => answer(ports, context),
  };
}

function answer({ connections, cursorKey }: ConnectionsPorts, context: RouteContext) {
  const { caller, url, request } = context;
  negotiate(request, ['application/json']);
  const fields = readFields(url, Object.keys(properties));
  const all = connections.list(caller.scopes.includes('admin') ? undefined : caller.subject);
  const order = ({ lastSeenAt, id }: Connection) => `${lastSeenAt} ${id}`;
  const { items, count, top, next } = cursorPage(all, context, { path, cursorKey, order, descending: true });
  const members = { connections: items.map((item) => pickFields(write(item), fields)), count, top };
  return pageReply(members, { path, url, next, headers: personal });
}

function write({ id, caller, endpoint, client, tools, firstSeenAt, lastSeenAt }: Connection): JsonObject {
  return {
    id,
    caller,
    endpoint,
    ...(client === undefined ? {} : { client }),
    tools,
    first_seen_at: firstSeenAt,
    last_seen_at: lastSeenAt,
  };
}

const properties: JsonObject = {
  id: textSchema('Id of the connection.'),
  caller: textSchema('Subject of the caller.'),
  endpoint: textSchema('Path of the MCP endpoint.'),
  client: textSchema('Name that the client program gave itself; third-party text.'),
  tools: wholeSchema('Number of tools that it was shown.'),
  first_seen_at: timeSchema('When it listed the tools for the first time.'),
  last_seen_at: timeSchema('When it listed them last; exact to two seconds.'),
};

const example = {
  id: 'k3Jv0Zc1dQw9Xy2A',
  caller: 'claude-laptop',
  endpoint: '/toolsets/harbour-desk/mcp',
  client: 'Claude 1.4.2',
  tools: 3,
  first_seen_at: '2026-03-01T09:00:00.000Z',
  last_seen_at: '2026-03-01T09:30:00.000Z',
};

const describeConnections: Route['describe'] = {
  operationId: 'connections_list',
  tag: 'operation',
  summary: 'List the MCP clients that have listed tools.',
  description:
    'Lists which MCP clients have listed tools since the server started, at which endpoint, how many tools they saw, and when they were last seen; of each caller the last 50. You see your own; administrators see those of the last 1,000 callers. ' +
    'Use it to check that a client is connected. Do not use it as a record of calls: use audit_search instead. No side effects.',
  parameters: [...pageParameters, fieldsParameter('each connection', 'client,tools,last_seen_at')],
  responses: {
    '200': {
      description: 'A page of connections, last seen first.',
      headers: nextLinkHeader,
      content: {
        'application/json': {
          schema: pageSchema({
            member: 'connections',
            items: closedSchema('A connection.', properties),
            count: 'Number of all connections that you may see.',
          }),
          examples: { one: { summary: 'One client', value: { connections: [example], count: 1, top: 20 } } },
        },
      },
    },
  },
  failures: [400, 403, 406],
  agent: { read_only: true, order: 'last_seen_at desc, id desc', untrusted: ['/connections/*/client'] },
};
