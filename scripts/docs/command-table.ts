/** The table of commands that the command line looks into first, so that it loads the one that is run and no other. */
import { commands } from '@dragoman/cli';
import type { PageMaker } from '../generated-file.js';

const path = 'packages/cli/src/command-table.ts';

/** Makes the table of commands, from the one list of them. */
export const makeCommandTable: PageMaker = async () => {
  const rows = await Promise.all(commands.map(({ name, summary }) => writeRow(name, summary)));
  const text = [
    '/** Commands by name, each loaded when it is run. Made by `npm run docs` from the list of commands; do not edit. */',
    "import type { Command } from './command.js';",
    '',
    '/** What is known of a command before it is loaded. */',
    'export interface ListedCommand {',
    '  name: string;',
    '  summary: string;',
    '  /** Absent for a command that knows all others. */',
    '  load?: () => Promise<Command>;',
    '}',
    '',
    '/** Every command, in the order of help. */',
    'export const commandTable: readonly ListedCommand[] = [',
    ...rows.flat(),
    '];',
    '',
  ].join('\n');
  return [{ path, text }];
};

async function writeRow(name: string, summary: string): Promise<string[]> {
  const file = `./commands/${name.replaceAll(' ', '-')}.js`;
  const found = await exportOf(name, file);
  const load = found === undefined ? [] : [`    load: async () => (await import('${file}')).${found},`];
  return ['  {', `    name: '${name}',`, `    summary: ${quoted(summary)},`, ...load, '  },'];
}

/** The name under which a command's file exports it. */
async function exportOf(name: string, file: string): Promise<string | undefined> {
  const url = new URL(`../../packages/cli/src/${file}`, import.meta.url);
  const exported = (await import(url.href)) as Record<string, unknown>;
  return Object.keys(exported).find((key) => (exported[key] as { name?: unknown } | undefined)?.name === name);
}

function quoted(text: string): string {
  return text.includes("'") ? JSON.stringify(text) : `'${text}'`;
}
