/** How the inbox is described in the server's own API description. */
import type { Route } from '@dragoman/core/http';
import {
  closedSchema,
  fieldsParameter,
  listSchema,
  nextLinkHeader,
  textSchema,
  timeSchema,
  wholeSchema,
} from '@dragoman/core/http';
import type { JsonObject } from '@dragoman/model';
import { inboxKinds } from '@dragoman/model';
import { pageParameters } from '../cursor-page.js';
import { inboxLimits } from './inbox-order.js';

const properties: JsonObject = {
  id: textSchema('Id of the item, the same as long as it exists.'),
  kind: textSchema('What needs a decision.', { enum: [...inboxKinds] }),
  severity: textSchema('error: calls fail; warning: something waits; info: something is new.', {
    enum: ['error', 'warning', 'info'],
  }),
  title: textSchema('What happened, in one sentence; may contain third-party names.'),
  detail: textSchema('More of it; third-party text.'),
  since: timeSchema('Since when; absent when it is not known.'),
  count: wholeSchema('Number of changes, failures or findings.'),
  effect: textSchema('Class of the updates of a toolset.', {
    enum: ['breaking', 'meaning', 'compatible', 'description'],
  }),
  tools: listSchema(`Names of the tools concerned, at most ${inboxLimits.names}.`, textSchema('Name of a tool.')),
  agent: textSchema('Id of the service where it is decided.'),
  source: textSchema('Id of the source where it is decided.'),
  toolset: textSchema('Id of the toolset where it is decided.'),
  procedure: textSchema('Id of the procedure where it is decided.'),
  server: textSchema('Name of the MCP server.'),
  approval: textSchema('Id of the approval to decide on.'),
};

/** Members of an item, for field selection. */
export const inboxMembers: readonly string[] = Object.keys(properties);

const example = {
  id: 'credential_missing:github',
  kind: 'credential_missing',
  severity: 'warning',
  title: 'GitHub requires a credential (oauth2_bearer), and none is stored.',
  since: '2026-01-01T12:00:00.000Z',
  agent: 'github',
};

/** The description of the route. */
export const describeInbox: Route['describe'] = {
  operationId: 'inbox_read',
  tag: 'registration',
  summary: 'Read what needs a decision of yours.',
  description:
    'Lists calls that wait for your approval, held source changes, failing sources, MCP servers that do not stay up, vendor changes of your toolsets by class, ready procedures that became invalid, missing credentials, held look-alikes and held texts, ordered by severity, then newest first, each with the ids of the place where it is decided. ' +
    'Only what you may decide on is listed. Use this to review a registry. Do not use it to see what happened: use audit_list instead. No side effects.',
  parameters: [
    {
      name: 'kind',
      in: 'query',
      description: 'Only items of this kind; repeat the parameter or separate values with commas.',
      schema: { type: 'array', maxItems: inboxKinds.length, items: { type: 'string', enum: [...inboxKinds] } },
    },
    ...pageParameters,
    fieldsParameter('each item', 'id,kind,title'),
  ],
  responses: {
    '200': {
      description: 'The items; empty when nothing needs a decision.',
      headers: nextLinkHeader,
      content: {
        'application/json': {
          schema: closedSchema(
            'What needs a decision.',
            {
              items: listSchema('The most urgent first.', closedSchema('An item.', properties), { maxItems: 200 }),
              count: wholeSchema('Number of all items that were found.'),
              top: wholeSchema('Page size as applied.'),
              next_cursor: textSchema('Cursor of the next page; absent on the last page.'),
              counts: {
                type: 'object',
                description: 'Number of items by kind.',
                additionalProperties: wholeSchema('Number of items.'),
              },
            },
            ['items', 'count', 'top', 'counts'],
          ),
          examples: {
            one: {
              summary: 'A missing credential.',
              value: { items: [example], count: 1, top: 20, counts: { credential_missing: 1 } },
            },
          },
        },
      },
    },
  },
  failures: [400, 406],
  agent: { read_only: true, order: 'severity asc, since desc', untrusted: ['/items/*/title', '/items/*/detail'] },
};
