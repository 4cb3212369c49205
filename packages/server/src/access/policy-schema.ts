/** The form of a policy file. */
import { roleScopes, scopes } from '@dragoman/core/engine';
import type { SettingSchema } from '../config/setting.js';
import { plainText } from '../config/setting.js';

const array = (description: string, items: SettingSchema, maxItems = 200): SettingSchema => ({
  type: 'array',
  description,
  maxItems,
  items,
});
const object = (
  description: string,
  properties: Record<string, SettingSchema>,
  required: readonly string[] = [],
): SettingSchema => ({ type: 'object', description, additionalProperties: false, required, properties });
const names = (description: string) =>
  array(description, plainText('A name; * stands for any characters.', { maxLength: 512 }));
const word = (description: string, values: readonly string[]) => plainText(description, { enum: values });

const roleNames = Object.keys(roleScopes);
/** Impacts that operations may have. */
export const impactNames = ['informational', 'reversible', 'irreversible', 'unknown'] as const;
const effect = word('What applies.', ['allow', 'deny']);

const selection = {
  callers: names('Subjects of callers.'),
  groups: names('Groups of callers.'),
  roles: array('Roles of callers.', word('A role.', roleNames)),
  services: names('Ids of services.'),
  operations: names('Names of operations.'),
};

const condition: SettingSchema = {
  type: 'object',
  description: 'A condition on an argument: equals, in, above, below, like or exists.',
  required: ['name'],
  properties: { name: plainText('Name of the argument, or a JSON pointer.', { maxLength: 512 }) },
};

const rule = object(
  'A rule; the first matching one decides.',
  {
    effect,
    ...selection,
    impacts: array('Impacts of operations.', word('An impact.', impactNames)),
    arguments: array('Conditions that must all hold.', condition, 50),
    access: array('Scopes that the rule is about, instead of calls.', word('A scope.', scopes)),
    reason: plainText('Shown to callers.', { maxLength: 300 }),
  },
  ['effect'],
);

const test = object(
  'An expected decision.',
  {
    name: plainText('What is tested.'),
    caller: plainText('Subject of the caller.'),
    groups: names('Groups of the caller.'),
    service: plainText('Id of the service.'),
    operation: plainText('Name of the operation.'),
    impact: word('Impact of the operation.', impactNames),
    arguments: { type: 'object', description: 'The input.', properties: {}, additionalProperties: true },
    access: word('A scope, instead of a call.', scopes),
    expect: effect,
  },
  ['expect'],
);

const number = (description: string, minimum = 1): SettingSchema => ({
  type: 'integer',
  description,
  minimum,
  maximum: 1_000_000_000,
});

const quota = object('A quota; every matching one applies.', {
  name: plainText('Shown to callers.', { maxLength: 60 }),
  ...selection,
  per: word('What is counted apart.', ['caller', 'caller-service', 'service', 'everybody']),
  perMinute: number('Calls per minute.'),
  perDay: number('Calls per day.'),
  perMonth: number('Calls in 30 days.'),
  unitsPerDay: number('Units per day.'),
  unitsPerMonth: number('Units in 30 days.'),
  concurrent: number('Calls at the same time, in each process.'),
});

const price = object(
  'Units of a call; the first matching price applies.',
  { services: selection.services, operations: selection.operations, units: number('Units.', 0) },
  ['units'],
);

/** Schema of the file. */
export const policySchema: SettingSchema = object('The policy of a server.', {
  roles: array(
    'Roles of groups.',
    object('A role.', { group: plainText('Name of the group.'), role: word('Its role.', roleNames) }, [
      'group',
      'role',
    ]),
    1000,
  ),
  rules: array('Rules in order.', rule, 1000),
  otherwise: effect,
  limits: array('Quotas.', quota),
  prices: array('Prices of operations.', price, 1000),
  tests: array('Expected decisions, for dragoman policy test.', test, 1000),
});
