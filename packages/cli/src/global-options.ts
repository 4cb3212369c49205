/** Options that every command takes. */
import type { CommandOption } from './command.js';

/** Options that every command takes. */
export const globalOptions: readonly CommandOption[] = [
  {
    name: 'server',
    value: 'url',
    description: 'Registry to talk to (environment DRAGOMAN_SERVER; http://127.0.0.1:4780 unless given)',
  },
  { name: 'key', value: 'key', description: 'API key for the registry (environment DRAGOMAN_KEY, which is safer)' },
  { name: 'json', description: 'Print JSON for programs' },
  { name: 'no-color', description: 'Print without colours (also with NO_COLOR set, or into a pipe)' },
  { name: 'help', short: 'h', description: 'Explain the command' },
  { name: 'version', short: 'v', description: 'Print the version' },
];
