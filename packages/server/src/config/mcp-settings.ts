/** Settings about MCP servers of others: those that run beside this one, and tools that change. */
import type { GroupSchema, SettingSchema } from './setting.js';
import { group, plainText, setting, text } from './setting.js';

const childServer: SettingSchema = {
  type: 'object',
  description: 'One server; it is started when it is needed and ends with this one.',
  additionalProperties: false,
  required: ['name', 'command'],
  properties: {
    name: plainText('Name; stdio:<name> is its address.', { pattern: '^[a-z0-9][a-z0-9-]{0,62}$' }),
    command: plainText('Program to run; no shell looks at it.'),
    args: {
      type: 'array',
      description: 'Its arguments.',
      maxItems: 100,
      items: { type: 'string', description: 'One argument.', maxLength: 4096 },
    },
    cwd: plainText('Folder to run it in; that of this server unless given.'),
    environment: {
      type: 'array',
      description: 'Names of environment variables that it gets beside PATH, HOME, LANG and TMPDIR.',
      maxItems: 100,
      items: { type: 'string', description: 'One name.', pattern: '^[A-Za-z_][A-Za-z0-9_]*$', maxLength: 200 },
    },
  },
};

/** The group `mcp`. */
export const mcpSettings: GroupSchema = group('MCP servers of others.', {
  stdio: setting(
    'array',
    'DRAGOMAN_MCP_STDIO',
    'MCP servers that run beside this one and are spoken to over stdio (in the environment: JSON).',
    { default: [], maxItems: 100, items: childServer },
  ),
  changes: text(
    'DRAGOMAN_MCP_CHANGES',
    'A tool that changes under its name: accept takes every change, hold-breaking holds what breaks callers, hold holds every change until it is accepted.',
    { default: 'hold-breaking', enum: ['accept', 'hold-breaking', 'hold'] },
  ),
});
