/** Items of settings that are lists: rules on confirmation, and sources of data classes. */
import type { SettingSchema } from './setting.js';
import { plainText } from './setting.js';

/** One rule on confirmation. */
export const confirmRule: SettingSchema = {
  type: 'object',
  description: 'One rule; members left out fit every call.',
  additionalProperties: false,
  required: ['require'],
  properties: {
    caller: plainText('Subject of the caller.', { maxLength: 512 }),
    scope: plainText('Scope that the caller holds.', { maxLength: 128 }),
    agent: plainText('Id of the agent.', { maxLength: 512 }),
    impact: plainText('What the operation does to the world.', {
      enum: ['informational', 'reversible', 'irreversible', 'unknown'],
    }),
    require: plainText('never: no confirmation; confirm: the token of a preview; deny: the call is refused.', {
      enum: ['never', 'confirm', 'deny'],
    }),
  },
};

/** One source of a data class. */
export const classSource: SettingSchema = {
  type: 'object',
  description: 'One source; it is only ever read.',
  additionalProperties: false,
  required: ['name', 'address'],
  properties: {
    name: plainText('Name by which bindings of classes mean it.', { pattern: '^[a-z0-9][a-z0-9-]{0,62}$' }),
    address: plainText('sqlite:<path>, postgres://… or file:<path> of a JSON list of objects.', {
      pattern: '^(?:sqlite:.|postgres(?:ql)?://|file:.)',
      maxLength: 2048,
    }),
  },
};
