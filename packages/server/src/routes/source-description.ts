/** OpenAPI descriptions of the source routes. */
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
import { type DryRunResult, dryRunResultSchema, withDryRun } from './dry-run.js';
import { maxUrlLength } from './import-request.js';
import { defaultInterval, maxInterval, maxNameLength, maxUrls } from './source-request.js';
import { credentialSchema, findingSchema, heldSchema } from './source-schemas.js';

const sourceSchema: JsonObject = {
  type: 'object',
  title: 'Source',
  description: 'A URL of a description that is fetched on a schedule.',
  required: ['id', 'url', 'owner', 'interval_seconds', 'state', 'failures', 'created_at', 'due_at', 'agent_ids'],
  properties: {
    id: { type: 'string', description: 'Id of the source.' },
    url: { type: 'string', format: 'uri', description: 'URL that is fetched.' },
    owner: { type: 'string', description: 'Owner of the services imported from it.' },
    interval_seconds: whole('Seconds between two checks while they succeed.'),
    state: {
      type: 'string',
      enum: ['waiting', 'current', 'failing', 'missing'],
      description: `waiting: not fetched yet; current: the last check succeeded; failing: it failed; missing: ${failuresUntilMissing} or more consecutive checks failed. Services are never deleted because of failed checks.`,
    },
    failures: whole('Consecutive failed checks.'),
    created_at: time('When the source was registered.'),
    due_at: time('When the next check is due.'),
    last_fetched_at: time('When it was last checked.'),
    last_outcome: {
      type: 'string',
      enum: ['changed', 'unchanged', 'held', ...Object.keys(failures)],
      description: 'Outcome of the last check: changed, unchanged, held, or a failure code.',
    },
    last_error: { type: 'string', description: 'Message of the last failure.' },
    last_success_at: time('When a check last succeeded.'),
    latency_ms: whole('Duration of the last check in milliseconds.'),
    name: { type: 'string', description: 'Display name of the vendor.' },
    visibility: {
      type: 'string',
      enum: ['public', 'private'],
      description: 'Visibility of the services imported from it.',
    },
    findings: {
      type: 'array',
      description:
        'Anomalies found when the description was last read, and every lock broken since the source was created.',
      items: findingSchema,
    },
    held: heldSchema,
    credential: credentialSchema,
    agent_ids: {
      type: 'array',
      description: 'Services imported from it.',
      items: { type: 'string', description: 'Id of a service.' },
    },
  },
  additionalProperties: false,
};

/** Members of a source, for field selection. */
export const sourceMembers: readonly string[] = Object.keys(sourceSchema.properties as JsonObject);

/** A source, or the members selected with `fields`. */
const sourceAnswer: JsonObject = {
  description: 'A source, or the members selected with fields.',
  anyOf: [
    sourceSchema,
    {
      ...sourceSchema,
      title: 'SourcePart',
      description: 'The members of a source selected with fields, where present.',
      required: [],
    },
  ],
};

const fields = fieldsParameter('each source');

/** Members with third-party content; states and times come from this server. */
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
  interval_seconds: defaultInterval,
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
  maxLength: maxUrlLength,
  description: 'Public https URL of a card or of an array of cards.',
};

/** Response content with a source. */
export const sourceContent = { 'application/json': { schema: sourceSchema } };

/** A source or the result of a dry run, after a change. */
export function changedSource(description: string, result: DryRunResult): RouteDescription['responses'][string] {
  const examples = { source: { summary: 'A source', value: example } };
  return withDryRun({ description, schema: sourceSchema, examples }, result);
}

/** The path parameter with the source id. */
export const sourceParameter = idParameter('Id of the source.', { example: 'Jc1mQm3sS9mJ0pWcL2u6xw' });

/** The description of `GET /sources`. */
export const listDescription: RouteDescription = {
  operationId: 'sources_list',
  tag: 'imports',
  summary: 'List your sources.',
  description:
    'Your sources, ordered by id, each with its schedule and the outcome of the last check; administrators see the sources of all owners. ' +
    'Use this to see which URLs are checked and which fail. Do not use it to find services: use agents_search instead. No side effects.',
  parameters: [...pageParameters, fields],
  responses: {
    '200': {
      description: 'The sources.',
      headers: nextLinkHeader,
      content: {
        'application/json': {
          schema: pageSchema({
            member: 'sources',
            items: sourceAnswer,
            count: 'Number of all sources that you may see.',
          }),
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
  summary: 'Create sources: URLs that are fetched on a schedule.',
  description:
    'Registers URLs that the server fetches at once and then on a schedule: a changed card updates its service, and a missing card never deletes it. ' +
    'A service that you register or change yourself is no longer overwritten by its card. ' +
    'Use this when the provider keeps a card up to date. Do not use it for a single import: use imports_create instead. ' +
    'Side effects: creates sources, and services that you own. Existing sources with the same URL are not changed.',
  parameters: dryRunParameters,
  requestBody: {
    description: 'The URLs and the interval.',
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
              maxItems: maxUrls,
              description: 'Several URLs with the same interval.',
              items: urlSchema,
            },
            kind: {
              type: 'string',
              enum: ['description', 'nact'],
              default: 'description',
              description: 'nact: the URL is an N-ACT root, whose tool list is at /tools below it.',
            },
            name: {
              type: 'string',
              minLength: 1,
              maxLength: maxNameLength,
              description:
                'Display name of the vendor; used as a prefix when two vendors have tools with the same name, and, with one URL, as the id of the service.',
            },
            agent_id: {
              type: 'string',
              minLength: 1,
              maxLength: 100,
              description: 'Id of the service, instead of the name or the id in the description; with one URL only.',
            },
            visibility: {
              type: 'string',
              enum: ['public', 'private'],
              description:
                'Visibility of the imported services; defaults to the visibility in each description, else to registry.visibility.',
            },
            interval_seconds: whole('Seconds between two checks; the operator sets the minimum.', {
              minimum: 1,
              maximum: maxInterval,
              default: defaultInterval,
            }),
          },
          additionalProperties: false,
        },
        examples: {
          one_card: {
            summary: 'One card, checked every hour.',
            value: { url: 'https://cards.example.com/.well-known/agent-card.json', interval_seconds: defaultInterval },
          },
        },
      },
    },
  },
  responses: {
    '200': withDryRun(
      {
        description: 'All sources existed already.',
        schema: createdSchema(),
        examples: { existing: { summary: 'One source', value: { sources: [example], created: 0 } } },
      },
      {
        would_change: true,
        reversible: true,
        outcome: 'created',
        changes: [`Fetches ${example.url} now and on a schedule, and publishes the services that it describes.`],
        undo: 'sources_delete',
      },
    ),
    '201': {
      description: 'At least one source was created.',
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
    dry_run: dryRunMetadata,
    risk: { irreversible: false, requires_confirmation: false },
    next: ['sources_read'],
  },
};

function createdSchema(): JsonObject {
  return {
    type: 'object',
    description: 'The sources of these URLs.',
    required: ['sources', 'created'],
    properties: {
      sources: { type: 'array', description: 'One source per URL, in request order.', items: sourceSchema },
      created: whole('Number of sources created.'),
    },
    additionalProperties: false,
  };
}

/** The description of `GET /sources/{id}`. */
export const readDescription: RouteDescription = {
  operationId: 'sources_read',
  tag: 'imports',
  summary: 'Read one source: its schedule and the outcome of the last check.',
  description:
    'Returns one source with its state. Use this to see why a card is not imported. ' +
    'Do not use it to read the service itself: use agents_read instead. No side effects. Sources of other owners are reported as not found.',
  parameters: [sourceParameter, fields],
  responses: { '200': { description: 'The source.', content: { 'application/json': { schema: sourceAnswer } } } },
  failures: [400, 404, 406, 503],
  agent: { read_only: true, next: ['sources_refresh'], untrusted: untrusted('') },
};

/** The description of `DELETE /sources/{id}`. */
export const deleteDescription: RouteDescription = {
  operationId: 'sources_delete',
  tag: 'imports',
  summary: 'Delete a source.',
  description:
    'The URL is no longer fetched. Use this when a card has moved or should no longer update its service. ' +
    'Do not use it to delete services: the imported services stay, use agents_delete for them. Side effects: deletes the source, not its services.',
  parameters: [sourceParameter, ...dryRunParameters],
  responses: {
    '200': dryRunAnswer(dryRunResultSchema),
    '204': { description: 'The source was deleted.' },
  },
  failures: [400, 404, 406, 503],
  agent: {
    read_only: false,
    side_effects: ['deletes the source'],
    dry_run: dryRunMetadata,
    risk: { irreversible: false, requires_confirmation: true },
    undo: 'sources_create',
  },
};

/** What a dry run of a check reports. */
export function refreshDryRun(url: string, services: number): DryRunResult {
  const changes = [
    `Fetches ${url.slice(0, 500)} and publishes what has changed; ${services} services come from it now.`,
  ];
  return { would_change: true, reversible: false, outcome: 'updated', changes };
}

/** The description of `POST /sources/{id}/refresh`. */
export const refreshDescription: RouteDescription = {
  operationId: 'sources_refresh',
  tag: 'imports',
  summary: 'Check a source now instead of when it is due.',
  description:
    'Fetches the card, imports the changes and returns the updated source; upstream failures are reported in last_outcome and last_error. ' +
    'Use this after a provider has changed its card. Do not use it in a loop: the schedule does that. Side effects: may create or update services of the source’s owner.',
  parameters: [sourceParameter, ...dryRunParameters],
  responses: {
    '200': changedSource('The source after the check.', refreshDryRun(String(example.url), 1)),
  },
  failures: [404, 406, 503],
  agent: {
    read_only: false,
    side_effects: ['fetches the URL', 'may create or update registry entries'],
    dry_run: dryRunMetadata,
    risk: { irreversible: false, requires_confirmation: false },
    next: ['agents_read'],
  },
};
