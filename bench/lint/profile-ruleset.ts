/**
 * Profile rules written for Spectral, as far as one path and one small function can express them: measures its engine
 * with our rules instead of its own.
 */
import type { RulesetDefinition } from '@stoplight/spectral-core';

type Found = { message: string }[];
type Check = (value: unknown) => boolean;

interface Profiled {
  given: string;
  /** True if there is no finding. */
  holds: Check;
}

const operations = '$.paths[*][get,put,post,delete,patch]';
const writes = '$.paths[*][put,post,delete,patch]';

const member = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[name] : undefined;
const text = (value: unknown, name: string): string => {
  const found = member(value, name);
  return typeof found === 'string' ? found.trim() : '';
};
const statuses = (value: unknown): string[] => Object.keys(member(value, 'responses') ?? {});
const parameters = (value: unknown): unknown[] => {
  const listed = member(value, 'parameters');
  return Array.isArray(listed) ? listed : [];
};
const isObject: Check = (value) => typeof value === 'object' && value !== null;

const profiled: Readonly<Record<string, Profiled>> = {
  'operation-id-missing': { given: operations, holds: (value) => text(value, 'operationId') !== '' },
  'summary-missing': { given: operations, holds: (value) => text(value, 'summary') !== '' },
  'summary-too-long': { given: operations, holds: (value) => text(value, 'summary').length <= 120 },
  'description-missing': { given: operations, holds: (value) => text(value, 'description') !== '' },
  'description-too-long': { given: operations, holds: (value) => text(value, 'description').length <= 1_200 },
  'use-when-missing': { given: operations, holds: (value) => /\buse this\b/i.test(text(value, 'description')) },
  'parameter-undescribed': {
    given: `${operations}.parameters[*]`,
    holds: (value) => text(value, 'description') !== '',
  },
  'parameter-untyped': {
    given: `${operations}.parameters[*]`,
    holds: (value) => isObject(member(value, 'schema')) || isObject(member(value, 'content')),
  },
  'error-response-missing': {
    given: operations,
    holds: (value) => statuses(value).some((status) => /^4|^default$/.test(status)),
  },
  'error-unstructured': {
    given: `${operations}.responses[?(@property.match(/^[45]/))]`,
    holds: (value) => Object.keys(member(value, 'content') ?? {}).some((type) => type.includes('json')),
  },
  'problem-json-not-used': {
    given: `${operations}.responses[?(@property.match(/^[45]/))].content`,
    holds: (value) => Object.keys(value ?? {}).includes('application/problem+json'),
  },
  'response-schema-missing': {
    given: `${operations}.responses[?(@property.match(/^2/))].content[*]`,
    holds: (value) => isObject(member(value, 'schema')),
  },
  'example-missing': {
    given: `${operations}.responses[?(@property.match(/^2/))].content[*]`,
    holds: (value) => member(value, 'example') !== undefined || isObject(member(value, 'examples')),
  },
  'input-object-open': {
    given: `${writes}.requestBody.content[*].schema`,
    holds: (value) => member(value, 'type') !== 'object' || member(value, 'additionalProperties') === false,
  },
  'idempotency-key-missing': {
    given: '$.paths[*][post,patch]',
    holds: (value) => parameters(value).some((each) => /idempotency/i.test(text(each, 'name'))),
  },
  'response-field-undescribed': {
    given: '$.components.schemas[*].properties[*]',
    holds: (value) => text(value, 'description') !== '',
  },
};

/** Number of rules in the set. */
export const profiledRules: number = Object.keys(profiled).length;

/** The set for Spectral. */
export const profileRuleset: RulesetDefinition = {
  rules: Object.fromEntries(
    Object.entries(profiled).map(([id, { given, holds }]) => [
      id,
      // biome-ignore lint/suspicious/noThenProperty: it is Spectral's word for what a rule does.
      { given, message: id, then: { function: (value: unknown): Found => (holds(value) ? [] : [{ message: id }]) } },
    ]),
  ),
} as unknown as RulesetDefinition;
