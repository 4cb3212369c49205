/**
 * Constructors for what route descriptions share: ids in the path, conditional requests, cursor pages, dry runs and
 * changed resources. Every route of core and server uses them, so one concept reads alike everywhere.
 */
import type { JsonObject } from '@dragoman/model';
import type { ContentDescription, ExampleDescription, ParameterDescription, ResponseDescription } from './route.js';

/** Response headers of a description, by name. */
export type HeaderDescriptions = NonNullable<ResponseDescription['headers']>;

/** A text parameter with a maximum length, or with its own schema. */
export interface ParameterOptions {
  example?: unknown;
  maxLength?: number;
  /** Replaces the text schema. */
  schema?: JsonObject;
}

/** A required parameter in the path; text of at most 200 characters unless `options` say otherwise. */
export function pathParameter(name: string, description: string, options: ParameterOptions = {}): ParameterDescription {
  const { example, maxLength = 200, schema = { type: 'string', minLength: 1, maxLength } } = options;
  return { name, in: 'path', required: true, description, schema, ...(example === undefined ? {} : { example }) };
}

/** An optional header; text of at most 200 characters unless `options` say otherwise. */
export function headerParameter(
  name: string,
  description: string,
  options: ParameterOptions = {},
): ParameterDescription {
  const { example, maxLength = 200, schema = { type: 'string', maxLength } } = options;
  return { name, in: 'header', description, schema, ...(example === undefined ? {} : { example }) };
}

/** The path parameter `id`; at most 128 characters unless `options` say otherwise. */
export function idParameter(description: string, options: ParameterOptions = {}): ParameterDescription {
  return pathParameter('id', description, { maxLength: 128, ...options });
}

/** The path parameter `id` of a route about one service. */
export function agentParameter(example = 'pier-weather-001'): ParameterDescription {
  return idParameter('Id of the service, as one percent-encoded segment.', { example, maxLength: 512 });
}

/** The path parameter `id` of a route about one toolset. */
export const toolsetParameter: ParameterDescription = idParameter('Id of the toolset.', { example: 'harbour-desk' });

/** A version number in the path. */
export function versionParameter(name = 'version', description = 'Number of the version.'): ParameterDescription {
  return pathParameter(name, description, { schema: { type: 'integer', minimum: 1 }, example: 1 });
}

/** The header that requests a dry run. */
export const dryRunHeader: ParameterDescription = headerParameter('X-Dry-Run', 'true: only say what would change.', {
  schema: { type: 'boolean', default: false },
});

/** The header with which a disconnect cancels a call that has an idempotency key. */
export const cancelHeader: ParameterDescription = headerParameter(
  'Prefer',
  'cancel-on-disconnect: a disconnect cancels the call in spite of a key (RFC 7240).',
);

/** The header and the query parameter that request a dry run. */
export const dryRunParameters: readonly [ParameterDescription, ParameterDescription] = [
  dryRunHeader,
  {
    name: 'dry_run',
    in: 'query',
    description: 'The same as X-Dry-Run.',
    schema: { type: 'boolean', default: false },
  },
];

/** How a dry run is requested, for the `x-agent` metadata. */
export const dryRunMetadata: JsonObject = { in: 'header', name: 'X-Dry-Run' };

/** How a confirmation is sent, for the `x-agent` metadata. */
export const confirmationMetadata: JsonObject = {
  in: 'header',
  name: 'X-Confirm',
  from: 'confirmation.token of the preview',
};

/** The precondition of a write. */
export const ifMatchParameter: ParameterDescription = headerParameter(
  'If-Match',
  'ETag that you read; 412 when changed. Without it the last writer wins.',
  { maxLength: 1000 },
);

/** The condition of a read. */
export const ifNoneMatchParameter: ParameterDescription = headerParameter(
  'If-None-Match',
  'ETag that you have; 304 without a body while it is current.',
  { maxLength: 1000 },
);

/** The header `ETag`. */
export const etagHeader: HeaderDescriptions = {
  ETag: { description: 'Tag of this state, for If-Match and If-None-Match.', schema: { type: 'string' } },
};

/** The headers `ETag` and `Last-Modified`. */
export const stateHeaders: HeaderDescriptions = {
  ...etagHeader,
  'Last-Modified': { description: 'When this state was written.', schema: { type: 'string' } },
};

/** The 304 response of a conditional read. */
export const unchangedResponse: ResponseDescription = {
  description: 'Unchanged since the state named in If-None-Match or If-Modified-Since.',
};

/** The header `Location` of a created resource. */
export function locationHeader(what: string): HeaderDescriptions {
  return { Location: { description: `Address of ${what}.`, schema: { type: 'string' } } };
}

/** The header `Link` of a page. */
export const nextLinkHeader: HeaderDescriptions = {
  Link: { description: 'Next page (rel="next"), RFC 8288.', schema: { type: 'string' } },
};

/** The query parameter `cursor`. */
export const cursorParameter: ParameterDescription = {
  name: 'cursor',
  in: 'query',
  description: 'Cursor of the next page, from next_cursor; no other parameter is needed.',
  schema: { type: 'string', maxLength: 4096 },
};

/** A list of items that comes in cursor pages. */
export interface PageParts {
  /** Member of the answer with the items, which is also their name. */
  member: string;
  /** Schema of one item. */
  items: JsonObject;
  /** Description of the page; `A page of <member>.` when absent. */
  description?: string;
  /** Description of `member`; `<member> of this page.` when absent. */
  itemsDescription?: string;
  /** Description of `count`; absent when the page has no count. */
  count?: string;
  /** Further members, which may be absent. */
  more?: JsonObject;
}

/** Schema of one cursor page. */
export function pageSchema({ member, items, description, itemsDescription, count, more }: PageParts): JsonObject {
  const counted: JsonObject = count === undefined ? {} : { count: { type: 'integer', minimum: 0, description: count } };
  return {
    type: 'object',
    description: description ?? `A page of ${member}.`,
    required: [member, ...Object.keys(counted), 'top'],
    properties: {
      [member]: { type: 'array', description: itemsDescription ?? `${member} of this page.`, items },
      ...counted,
      top: { type: 'integer', minimum: 1, description: `Maximum number of ${member} on this page, as applied.` },
      next_cursor: { type: 'string', description: 'Send it as cursor for the next page; absent on the last one.' },
      ...more,
    },
    additionalProperties: false,
  };
}

/** A body in JSON. */
export function jsonContent(
  schema: JsonObject,
  examples?: Readonly<Record<string, ExampleDescription>>,
): Readonly<Record<string, ContentDescription>> {
  return { 'application/json': examples === undefined ? { schema } : { schema, examples } };
}

/** A response in JSON. */
export function jsonAnswer(
  description: string,
  schema: JsonObject,
  headers: HeaderDescriptions = {},
): ResponseDescription {
  const content = jsonContent(schema);
  return Object.keys(headers).length === 0 ? { description, content } : { description, headers, content };
}

/** What a dry run of one route reports. */
export interface DryRunParts {
  title: string;
  outcomes: readonly string[];
  /** Further members, each with its schema; all are required. */
  more?: JsonObject;
  /** Further members that may be absent. */
  optional?: JsonObject;
}

/** Schema of the report of a dry run. */
export function dryRunSchema({ title, outcomes, more = {}, optional = {} }: DryRunParts): JsonObject {
  return {
    type: 'object',
    title,
    description: 'Dry run only: what the same request without it would do; nothing was changed.',
    required: ['dry_run', 'would_change', 'reversible', 'outcome', ...Object.keys(more)],
    properties: {
      dry_run: { type: 'boolean', const: true, description: 'Always true: nothing was changed.' },
      would_change: { type: 'boolean', description: 'Whether anything would change.' },
      reversible: { type: 'boolean', description: 'Whether the change could be undone.' },
      outcome: { type: 'string', enum: [...outcomes], description: 'What would happen.' },
      changes: {
        type: 'array',
        maxItems: 1_000,
        description: 'What would change, one sentence each; empty when nothing would.',
        items: { type: 'string', maxLength: 2_000, description: 'One change.' },
      },
      ...more,
      ...optional,
    },
    additionalProperties: false,
  };
}

/** The response to a dry run where the real request is answered with another status. */
export function dryRunAnswer(
  schema: JsonObject,
  examples?: Readonly<Record<string, ExampleDescription>>,
): ResponseDescription {
  return { description: 'Dry run only: what would happen.', content: jsonContent(schema, examples) };
}

/** The response with a resource after a change, or with the report of a dry run. */
export function changedAnswer(what: string, schema: JsonObject, dryRun: JsonObject): ResponseDescription {
  const description = `The ${what} after the change, or the report of a dry run.`;
  return jsonAnswer(description, { description, anyOf: [schema, dryRun] }, stateHeaders);
}
