/** `dragoman connect`: writes the registry into the configuration of an MCP client. */
import { join } from 'node:path';
import type { JsonObject } from '@dragoman/model';
import { isJsonObject } from '@dragoman/model';
import type { ClientFile, ClientTarget, PersonFolders } from '../client-files.js';
import { clientFiles } from '../client-files.js';
import type { Command, CommandContext } from '../command.js';
import { UsageError } from '../command.js';
import { credentialOf } from '../connect.js';
import { endpointOf, endpointOptions } from '../mcp-endpoint.js';
import { mergeJsonFile } from '../merge-json-file.js';
import { line } from '../output/paint.js';
import { defaultServer, serverOf } from '../server-address.js';

const names = Object.keys(clientFiles);

/** Writes a client's configuration. */
export const connectClient: Command = {
  name: 'connect',
  summary: 'Put the registry into an MCP client’s configuration',
  details:
    'Adds one server to the client’s file and leaves everything else in it as it is; the file as it was is kept beside it. ' +
    'A key is never written: the entry names the environment variable DRAGOMAN_KEY. A file that is no plain JSON is not touched.',
  arguments: [{ name: 'client', required: true, multiple: false, description: 'The client', choices: names }],
  options: [
    ...endpointOptions,
    { name: 'name', value: 'word', description: 'Name of the server in the file (dragoman unless given)' },
    { name: 'print', description: 'Print the entry and write nothing' },
    { name: 'force', description: 'Replace another server of that name' },
  ],
  examples: [
    { line: 'dragoman connect claude', explanation: 'The whole catalogue in Claude Desktop' },
    {
      line: 'dragoman connect vscode --toolset harbour-desk',
      explanation: 'A toolset in this folder’s Visual Studio Code',
    },
    { line: 'dragoman connect cursor --print', explanation: 'Only show what would be written' },
  ],
  async run(context) {
    const { args, options, print, surroundings } = context;
    const client = clientFiles[args[0] ?? ''];
    if (client === undefined) throw new UsageError(`the clients are ${names.join(', ')}`);
    const name = options.text('name') ?? defaultName(context);
    const entry = client.entry(targetOf(context));
    if (options.flag('print')) {
      print.raw(JSON.stringify({ [client.member]: { [name]: entry } }, undefined, 2));
      return 0;
    }
    const path = client.path(foldersOf(context));
    const force = options.flag('force');
    const { outcome, backup } = await mergeJsonFile(surroundings, path, (value) =>
      withServer(value, client, { name, entry, force }),
    );
    if (print.json) print.value({ client: args[0], path, name, outcome, ...(backup === undefined ? {} : { backup }) });
    else print.out(line`${print.colour.good(outcome)}  ${name}  ${path}`);
    if (backup !== undefined) print.note(line`The file as it was: ${backup}`);
    if (outcome !== 'unchanged') print.note(line`Start ${client.title} anew to use it.`);
    return 0;
  },
};

function defaultName({ options }: CommandContext): string {
  const chosen = options.text('toolset') ?? options.text('agent');
  return chosen === undefined ? 'dragoman' : `dragoman-${chosen.replace(/[^A-Za-z0-9_-]+/g, '-')}`;
}

function targetOf(context: CommandContext): ClientTarget {
  const server = serverOf(context);
  const choice = ['toolset', 'agent'].flatMap((option) => {
    const value = context.options.text(option);
    return value === undefined ? [] : [`--${option}`, value];
  });
  return {
    endpoint: endpointOf(context),
    args: ['mcp', ...choice, ...(server === defaultServer ? [] : ['--server', server])],
    keyed: credentialOf(context) !== undefined,
  };
}

interface Wanted {
  name: string;
  entry: JsonObject;
  force: boolean;
}

function withServer(value: JsonObject, { member }: ClientFile, { name, entry, force }: Wanted): JsonObject {
  const servers = value[member] ?? {};
  if (!isJsonObject(servers)) throw new UsageError(`"${member}" in the file is no object; put the entry in by hand`);
  const there = Object.hasOwn(servers, name) ? servers[name] : undefined;
  if (there !== undefined && !force && !isOurs(there)) {
    throw new UsageError(`the file has another server called "${name}"; choose a --name, or replace it with --force`);
  }
  return { ...value, [member]: { ...servers, [name]: entry } };
}

/** An entry that this command wrote, for whatever registry. */
function isOurs(entry: unknown): boolean {
  const text = JSON.stringify(entry);
  return /"command":"dragoman"/.test(text) || /"(?:url|httpUrl)":"[^"]*\/mcp"/.test(text);
}

function foldersOf({ surroundings: { env, cwd } }: CommandContext): PersonFolders {
  const home = env.HOME ?? env.USERPROFILE;
  if (home === undefined || home === '') throw new UsageError('neither HOME nor USERPROFILE says where your files are');
  if (env.APPDATA !== undefined && env.APPDATA !== '') return { cwd, home, settings: env.APPDATA };
  const isMac = env.__CFBundleIdentifier !== undefined || home.startsWith('/Users/');
  const settings = isMac
    ? join(home, 'Library', 'Application Support')
    : (env.XDG_CONFIG_HOME ?? join(home, '.config'));
  return { cwd, home, settings };
}
