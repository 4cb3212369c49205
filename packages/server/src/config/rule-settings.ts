/** Items of list settings: confirmation rules and data sources. */
import type { SettingSchema } from './setting.js';
import { plainText } from './setting.js';

/** One confirmation rule. */
export const confirmRule: SettingSchema = {
  type: 'object',
  description: 'A rule. Omitted members match every call.',
  additionalProperties: false,
  required: ['require'],
  properties: {
    caller: plainText('Subject of the caller.', { maxLength: 512 }),
    scope: plainText('Scope that the caller has.', { maxLength: 128 }),
    agent: plainText('Id of the service.', { maxLength: 512 }),
    operation: plainText('Name of the operation, or its name in its own protocol, such as its operationId.', {
      maxLength: 512,
    }),
    tag: plainText('Tag of the operation.', { maxLength: 512 }),
    impact: plainText('Impact of the operation.', {
      enum: ['informational', 'reversible', 'irreversible', 'unknown'],
    }),
    require: plainText(
      'never: no confirmation needed; agent: requires the confirmation token of a preview; person: a person must approve the call; deny: the call is rejected. confirm is the earlier name of agent.',
      {
        enum: ['never', 'agent', 'person', 'deny', 'confirm'],
      },
    ),
  },
};

/** One data source for data classes. */
export const classSource: SettingSchema = {
  type: 'object',
  description: 'A data source. It is only read, never written.',
  additionalProperties: false,
  required: ['name', 'address'],
  properties: {
    name: plainText('Name used in class bindings.', { pattern: '^[a-z0-9][a-z0-9-]{0,62}$' }),
    address: plainText('sqlite:<path>, postgres://… or file:<path> of a JSON array of objects.', {
      pattern: '^(?:sqlite:.|postgres(?:ql)?://|file:.)',
      maxLength: 2048,
    }),
  },
};
