/** Schemas and examples of the usage routes. */
import { wholeSchema as count } from '@dragoman/core/http';
import type { JsonObject } from '@dragoman/model';

const counts = {
  calls: count('Calls.'),
  errors: count('Calls that failed or whose outcome is unknown, and answers with a server error.'),
  refused: count('Calls that this server rejected before anything was sent.'),
  limited: count('Calls answered with 429, by this server or by the service.'),
};
const durations = {
  p50_ms: { type: 'number', minimum: 0, description: 'Milliseconds within which half of the calls ended, estimated.' },
  p95_ms: { type: 'number', minimum: 0, description: 'Milliseconds within which 95 of 100 calls ended, estimated.' },
};
const required = Object.keys(counts);
const at = (description: string) => ({ type: 'string', format: 'date-time', description });

const usageSchema = {
  type: 'object',
  description: 'Calls of one service.',
  required: ['service', 'step', 'since', 'until', 'total', 'points'],
  properties: {
    service: { type: 'string', description: 'Id of the service.' },
    step: { type: 'string', enum: ['minute', 'hour'], description: 'Length of a period.' },
    since: at('Start of the first period.'),
    until: at('Now.'),
    total: {
      type: 'object',
      description: 'All periods together.',
      required,
      properties: { ...counts, ...durations },
      additionalProperties: false,
    },
    points: {
      type: 'array',
      maxItems: 1441,
      description: 'Periods with calls, in order of time.',
      items: {
        type: 'object',
        description: 'One period.',
        required: ['at', ...required],
        properties: { at: at('Start of the period.'), ...counts, ...durations },
        additionalProperties: false,
      },
    },
  },
  additionalProperties: false,
};

/** Members of the answer, for field selection. */
export const usageMembers: readonly string[] = Object.keys(usageSchema.properties);

/** The usage of one service, or the members selected with `fields`. */
export const usageAnswer: JsonObject = {
  description: 'Calls of one service, or the members selected with fields.',
  anyOf: [usageSchema, { ...usageSchema, required: [] }],
};

/** The usage of several services. */
export const usageListSchema: JsonObject = {
  type: 'object',
  description: 'Calls by service.',
  required: ['since', 'services'],
  properties: {
    since: at('Start of the first hour.'),
    services: {
      type: 'array',
      maxItems: 1000,
      description: 'Services with calls, those with most calls first.',
      items: {
        type: 'object',
        description: 'One service.',
        required: ['service', ...required],
        properties: { service: { type: 'string', description: 'Id of the service.' }, ...counts },
        additionalProperties: false,
      },
    },
  },
  additionalProperties: false,
};

const sample = { calls: 42, errors: 1, refused: 0, limited: 2 };

/** An example of the usage of one service. */
export const usageExample = {
  service: 'pier-weather-001',
  step: 'minute',
  since: '2026-03-01T08:30:00.000Z',
  until: '2026-03-01T09:30:00.000Z',
  total: { ...sample, p50_ms: 18.4, p95_ms: 92.5 },
  points: [{ at: '2026-03-01T09:12:00.000Z', ...sample, p50_ms: 18.4, p95_ms: 92.5 }],
};

/** An example of the list. */
export const usageListExample = {
  since: '2026-02-28T09:00:00.000Z',
  services: [{ service: 'pier-weather-001', ...sample }],
};
