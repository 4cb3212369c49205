/** How the source routes are described, for `/openapi.json` and the pages made from it. */
import type { RouteDescription } from '@dragoman/core/http';
import {
  dryRunAnswer,
  dryRunMetadata,
  dryRunParameters,
  fieldsParameter,
  idParameter,
  locationHeader,
  nextLinkHeader,
  pageSchema,
  timeSchema as time,
  wholeSchema as whole,
} from '@dragoman/core/http';
import { failures, type JsonObject } from '@dragoman/model';
import { failuresUntilMissing } from '../crawl/schedule.js';
import { pageParameters } from './cursor-page.js';
import { rehearsalSchema } from './dry-run.js';
import { longestUrl } from './import-request.js';
import { longestInterval, longestName, mostUrls, usualInterval } from './source-request.js';
import { credentialSchema, findingSchema, heldSchema } from './source-schemas.js';

const sourceSchema: JsonObject = {
  type: 'object',
  title: 'Source',
  description: 'A card address that is fetched on a schedule.',
  required: ['id', 'url', 'owner', 'interval_seconds', 'state', 'failures', 'created_at', 'due_at', 'agent_ids'],
  properties: {
    id: { type: 'string', description: 'Id of the source.' },
    url: { type: 'string', format: 'uri', description: 'Address that is fetched.' },
    owner: { type: 'string', description: 'Who owns the agents that come from it.' },
    interval_seconds: whole('Time between two looks while all goes well.'),
    state: {
      type: 'string',
      enum: ['waiting', 'current', 'failing', 'missing'],
      description: `waiting: not fetched yet; current: the last look went well; failing: it did not; missing: ${failuresUntilMissing} or more looks in a row did not. Agents are never deleted for it.`,
    },
    failures: whole('Looks in a row that did not go well.'),
    created_at: time('When the source was registered.'),
    due_at: time('When the next look is due.'),
    last_fetched_at: time('When it was last looked at.'),
    last_outcome: {
      type: 'string',
      enum: ['changed', 'unchanged', 'held', ...Object.keys(failures)],
      description: 'What the last look found: changed, unchanged, held, or the code of its failure.',
    },
    last_error: { type: 'string', description: 'Sentence on the last failure.' },
    last_success_at: time('When a look last went well.'),
    latency_ms: whole('Milliseconds that the last look took.'),
    name: { type: 'string', description: 'Name of the vendor, for people.' },
    visibility: { type: 'string', enum: ['public', 'private'], description: 'Who may see what comes from it.' },
    findings: {
      type: 'array',
      description:
        'What was odd when the description was last read, and every lock that was broken since it is followed.',
      items: findingSchema,
    },
    held: heldSchema,
    credential: credentialSchema,
    agent_ids: {
      type: 'array',
      description: 'Agents that came from it.',
      items: { type: 'string', description: 'Id of an agent.' },
    },
  },
  additionalProperties: false,
};

/** Members of a source. */
export const sourceMembers: readonly string[] = Object.keys(sourceSchema.properties as JsonObject);

/** A source, or the members selected with `fields`. */
const sourceAnswer: JsonObject = {
  description: 'A source, or with fields the members asked for.',
  anyOf: [
    sourceSchema,
    {
      ...sourceSchema,
      title: 'SourcePart',
      description: 'With fields: the members of a source that were asked for, where it has them.',
      required: [],
    },
  ],
};

const fields = fieldsParameter('each source');

/** What came from the addresses themselves; states and times are this server's own. */
export const untrusted = (place: string) => [
  `${place}/url`,
  `${place}/name`,
  `${place}/last_error`,
  `${place}/findings`,
  `${place}/held/changes`,
  `${place}/agent_ids`,
  `${place}/credential`,
];

const example: JsonObject = {
  id: 'Jc1mQm3sS9mJ0pWcL2u6xw',
  url: 'https://cards.example.com/.well-known/agent-card.json',
  owner: 'harbour-office',
  interval_seconds: usualInterval,
  state: 'waiting',
  failures: 0,
  created_at: '2026-11-15T08:00:00.000Z',
  due_at: '2026-11-15T08:00:00.000Z',
  findings: [],
  agent_ids: [],
};

const urlSchema: JsonObject = {
  type: 'string',
  format: 'uri',
  maxLength: longestUrl,
  description: 'Public https address of a card, or of an array of cards.',
};

/** A source as the answer. */
export const sourceContent = { 'application/json': { schema: sourceSchema } };

/** The id in the path. */
export const sourceParameter = idParameter('Id of the source.', { example: 'Jc1mQm3sS9mJ0pWcL2u6xw' });

/** The description of `GET /sources`. */
export const listDescription: RouteDescription = {
  operationId: 'sources_list',
  tag: 'imports',
  summary: 'List the card addresses that are followed for you.',
  description:
    'Your sources, ordered by id, each with its schedule and what the last look found; administrators see everybody’s. ' +
    'Use this to see which cards are followed and which fail. Do not use it to find agents: use agents_search instead. No side effects.',
  parameters: [...pageParameters, fields],
  responses: {
    '200': {
      description: 'The sources.',
      headers: nextLinkHeader,
      content: {
        'application/json': {
          schema: pageSchema({ member: 'sources', items: sourceAnswer, count: 'All sources that you may see.' }),
        },
      },
    },
  },
  failures: [400, 406, 503],
  agent: { read_only: true, order: 'id asc', next: ['sources_read'], untrusted: untrusted('/sources/*') },
};

/** The description of `POST /sources`. */
export const createDescription: RouteDescription = {
  operationId: 'sources_create',
  tag: 'imports',
  summary: 'Follow one or several card addresses on a schedule.',
  description:
    'Registers card addresses that the server fetches at once and then again and again, with conditional requests: a changed card updates its agent, an unchanged one costs nothing, a card gone missing never deletes its agent. ' +
    'An agent that you post or change yourself is no longer overwritten by its card. ' +
    'Use this when the provider keeps a card up to date. Do not use it for a single import: use imports_create instead. ' +
    'Side effects: creates sources, and agents that you own. Addresses that you follow already are left as they are.',
  requestBody: {
    description: 'The addresses and how often to look at them.',
    required: true,
    content: {
      'application/json': {
        schema: {
          type: 'object',
          description: 'Exactly one of url and urls.',
          properties: {
            url: urlSchema,
            urls: {
              type: 'array',
              minItems: 1,
              maxItems: mostUrls,
              description: 'Several addresses with the same interval.',
              items: urlSchema,
            },
            kind: {
              type: 'string',
              enum: ['description', 'nact'],
              default: 'description',
              description: 'nact: the address is an N-ACT root, whose list of tools stands at /tools below it.',
            },
            name: {
              type: 'string',
              minLength: 1,
              maxLength: longestName,
              description:
                'Name of the vendor, for people; stands before the names of its tools where two vendors use the same.',
            },
            visibility: {
              type: 'string',
              enum: ['public', 'private'],
              description: 'Who may see what comes from it; as each description says, else everybody, when absent.',
            },
            interval_seconds: whole('Time between two looks; the operator sets the least.', {
              minimum: 1,
              maximum: longestInterval,
              default: usualInterval,
            }),
          },
          additionalProperties: false,
        },
        examples: {
          one_card: {
            summary: 'One card, looked at every hour.',
            value: { url: 'https://cards.example.com/.well-known/agent-card.json', interval_seconds: usualInterval },
          },
        },
      },
    },
  },
  responses: {
    '200': {
      description: 'All of the addresses were followed already.',
      content: { 'application/json': { schema: createdSchema() } },
    },
    '201': {
      description: 'At least one address is newly followed.',
      headers: locationHeader('the source, when there is only one'),
      content: {
        'application/json': {
          schema: createdSchema(),
          examples: { one_card: { summary: 'One source.', value: { sources: [example], created: 1 } } },
        },
      },
    },
  },
  failures: [400, 406, 409, 413, 415, 503],
  agent: {
    read_only: false,
    side_effects: ['creates sources', 'later creates and updates registry entries'],
    risk: { irreversible: false, requires_confirmation: false },
    next: ['sources_read'],
  },
};

function createdSchema(): JsonObject {
  return {
    type: 'object',
    description: 'The sources of these addresses.',
    required: ['sources', 'created'],
    properties: {
      sources: { type: 'array', description: 'One source per address, in order.', items: sourceSchema },
      created: whole('How many of them are new.'),
    },
    additionalProperties: false,
  };
}

/** The description of `GET /sources/{id}`. */
export const readDescription: RouteDescription = {
  operationId: 'sources_read',
  tag: 'imports',
  summary: 'Read one source: its schedule and what the last look found.',
  description:
    'One card address that is followed, with its state. Use this to see why a card is not taken over. ' +
    'Do not use it to read the agent itself: use agents_read instead. No side effects. Sources of others are not found.',
  parameters: [sourceParameter, fields],
  responses: { '200': { description: 'The source.', content: { 'application/json': { schema: sourceAnswer } } } },
  failures: [400, 404, 406, 503],
  agent: { read_only: true, next: ['sources_refresh'], untrusted: untrusted('') },
};

/** The description of `DELETE /sources/{id}`. */
export const deleteDescription: RouteDescription = {
  operationId: 'sources_delete',
  tag: 'imports',
  summary: 'Stop following a card address.',
  description:
    'The address is not fetched any more. Use this when a card has moved or shall no longer decide. ' +
    'Do not use it to delete agents: those that came from it stay, use agents_delete for them. Side effects: removes the source, not the agents.',
  parameters: [sourceParameter, ...dryRunParameters],
  responses: {
    '200': dryRunAnswer(rehearsalSchema),
    '204': { description: 'The source is gone.' },
  },
  failures: [400, 404, 406, 503],
  agent: {
    read_only: false,
    side_effects: ['removes the source'],
    dry_run: dryRunMetadata,
    risk: { irreversible: false, requires_confirmation: true },
    undo: 'sources_create',
  },
};

/** The description of `POST /sources/{id}/refresh`. */
export const refreshDescription: RouteDescription = {
  operationId: 'sources_refresh',
  tag: 'imports',
  summary: 'Look at a card address now instead of when it is due.',
  description:
    'Fetches the card, takes over what changed and answers with the source afterwards; what went wrong upstream stands in last_outcome and last_error. ' +
    'Use this after a provider has changed its card. Do not use it in a loop: the schedule does that. Side effects: may create or update agents that the source’s owner owns.',
  parameters: [sourceParameter],
  responses: { '200': { description: 'The source after the look.', content: sourceContent } },
  failures: [404, 406, 503],
  agent: {
    read_only: false,
    side_effects: ['fetches the address', 'may create or update registry entries'],
    risk: { irreversible: false, requires_confirmation: false },
    next: ['agents_read'],
  },
};
