/** Schemas of a comparison of two descriptions. */
import type { Route } from '@dragoman/core/http';
import type { ChangeEffect } from '@dragoman/lint';
import type { JsonObject } from '@dragoman/model';
import { maxChanges } from './compare-descriptions.js';

/** Members of the response, for field selection. */
export const comparisonMembers = ['versions', 'changes', 'counts', 'breaking', 'left_out', 'report'] as const;

const effects: readonly ChangeEffect[] = ['breaking', 'undecided', 'meaning', 'compatible', 'description'];

const text = (description: string): JsonObject => ({ type: 'string', description });

const change: JsonObject = {
  type: 'object',
  title: 'DescriptionChange',
  description: 'One difference.',
  required: ['effect', 'message', 'pointer', 'side', 'tool'],
  properties: {
    effect: { type: 'string', enum: [...effects], description: 'The effect on callers of the older description.' },
    message: text('What changed.'),
    operation: text('The operation; absent for the whole document.'),
    where: text('The part of the operation, such as "request body" or "response 200".'),
    counterexample: {
      type: ['object', 'array', 'string', 'number', 'boolean', 'null'],
      items: {},
      description: 'A value that was accepted and is refused now, or that can be received now and could not before.',
    },
    pointer: text('The location, as a JSON Pointer into the document of that side.'),
    side: { type: 'string', enum: ['old', 'new'], description: 'The document that the pointer is for.' },
    tool: { type: 'boolean', description: 'True when the tool that is made from the operation changes too.' },
    rule: text('The rule of the linter that reports it.'),
    severity: { type: 'string', enum: ['error', 'warning', 'info'], description: 'The severity under that rule.' },
  },
};

/** The response. */
export const comparisonSchema: JsonObject = {
  type: 'object',
  title: 'DescriptionComparison',
  description: 'What changed between two descriptions.',
  properties: {
    versions: {
      type: 'object',
      description: 'Versions of both documents, and the one that the changes call for.',
      properties: {
        before: text('Version of the older document.'),
        after: text('Version of the newer document.'),
        suggested: text('The next version by semantic versioning.'),
        step: text('The part of the version that has to change.'),
      },
    },
    breaking: { type: 'boolean', description: 'True when at least one change is breaking.' },
    counts: {
      type: 'object',
      description: 'Number of changes by effect.',
      properties: Object.fromEntries(
        effects.map((effect) => [effect, { type: 'integer', description: `Changes with the effect ${effect}.` }]),
      ),
    },
    changes: { type: 'array', maxItems: maxChanges, description: 'The changes.', items: change },
    left_out: { type: 'integer', description: `Changes beyond the first ${maxChanges}; the counts include them.` },
    report: text('The report in the format of the parameter report.'),
  },
};

/** The response to the example of the request. */
export const comparisonExample: JsonObject = {
  versions: { before: '1.0.0', after: '1.0.0', suggested: '2.0.0', step: 'major' },
  breaking: true,
  counts: { breaking: 1, undecided: 0, meaning: 0, compatible: 0, description: 0 },
  changes: [
    {
      effect: 'breaking',
      message: 'The type of hours changed from number to integer.',
      where: 'parameter hours',
      counterexample: 0.5,
      operation: 'wind_read',
      pointer: '/paths/~1wind/get/parameters/0/schema',
      side: 'new',
      tool: true,
    },
  ],
  left_out: 0,
};

const side = (description: string): JsonObject => ({
  description,
  anyOf: [
    { type: 'object', description: 'The document.', additionalProperties: true },
    { type: 'string', description: 'Its text, as JSON or YAML.' },
  ],
});

const example = (type: string): JsonObject => ({
  openapi: '3.1.0',
  info: { title: 'Pier weather', version: '1.0.0' },
  paths: {
    '/wind': {
      get: {
        operationId: 'wind_read',
        parameters: [{ name: 'hours', in: 'query', schema: { type } }],
        responses: { '200': { description: 'OK' } },
      },
    },
  },
});

/** The request. */
export const comparisonRequest: NonNullable<NonNullable<Route['describe']>['requestBody']> = {
  description: 'The two descriptions: OpenAPI 3.x or Swagger 2.0.',
  required: true,
  content: {
    'application/json': {
      schema: {
        type: 'object',
        title: 'DescriptionsToCompare',
        description: 'Two descriptions of one API.',
        required: ['before', 'after'],
        properties: { before: side('The older description.'), after: side('The newer description.') },
        additionalProperties: false,
      },
      examples: {
        narrower: {
          summary: 'A parameter accepts less than before',
          value: { before: example('number'), after: example('integer') },
        },
      },
    },
  },
};
