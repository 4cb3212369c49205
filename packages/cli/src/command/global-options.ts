/** Global options. */
import type { CommandOption } from './command.js';

/** Global options. */
export const globalOptions: readonly CommandOption[] = [
  {
    name: 'server',
    value: 'url',
    description: 'URL of the registry (environment: DRAGOMAN_SERVER; default: http://127.0.0.1:4780)',
  },
  { name: 'key', value: 'key', description: 'API key for the registry (environment: DRAGOMAN_KEY, which is safer)' },
  { name: 'json', description: 'Print JSON' },
  { name: 'no-color', description: 'Print without colors (also if NO_COLOR is set, or in a pipe)' },
  { name: 'help', short: 'h', description: 'Show help for the command' },
  { name: 'version', short: 'v', description: 'Print the version' },
];
