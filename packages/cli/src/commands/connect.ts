/** `dragoman connect`: adds the registry to the configuration of an MCP client. */
import { join } from 'node:path';
import type { JsonObject, JsonValue } from '@dragoman/model';
import { isJsonObject } from '@dragoman/model';
import type { McpClientTarget, OperationPage } from '@dragoman/sdk';
import { mcpConfiguration, mcpServerName } from '@dragoman/sdk';
import type { Command, CommandContext } from '../command/command.js';
import { UsageError } from '../command/usage-error.js';
import { removeMember, setMember } from '../files/edit-json-text.js';
import { mergeJsonFile } from '../files/merge-json-file.js';
import { mergeTomlFile } from '../files/merge-toml-file.js';
import type { UnknownTools } from '../mcp/asking-tools.js';
import { askingTools } from '../mcp/asking-tools.js';
import type { ClientFile, PersonFolders } from '../mcp/client-files.js';
import { clientFiles } from '../mcp/client-files.js';
import { endpointOf, endpointOptions, endpointWords } from '../mcp/mcp-endpoint.js';
import type { Confirmations } from '../output/confirmation-notes.js';
import { noteConfirmations } from '../output/confirmation-notes.js';
import { connect, credentialOf } from '../registry/connect.js';
import { defaultServer, serverOf } from '../registry/server-address.js';
import { line } from '../terminal/paint.js';

const names = Object.keys(clientFiles);

/** Edits the configuration of an MCP client. */
export const connectClient: Command = {
  name: 'connect',
  summary: 'Add the registry to the configuration of an MCP client',
  details:
    'Adds one server to the configuration file of the client, changes nothing else, and keeps a backup next to it. ' +
    'Keys are never written: the entry refers to the environment variable DRAGOMAN_KEY. A file that cannot be parsed ' +
    '(comments are allowed) is not changed. If the registry runs, also says which tools require a confirmation and ' +
    'who must confirm, and writes no entry for a service or toolset that does not exist, unless with --force.',
  arguments: [
    {
      name: 'client',
      required: true,
      multiple: false,
      description: `The MCP client: ${names.join(', ')}`,
      choices: names,
    },
  ],
  options: [
    ...endpointOptions,
    { name: 'name', value: 'word', description: 'Name of the server in the file (default: dragoman)' },
    { name: 'print', description: 'Print the entry; write nothing' },
    { name: 'link', description: 'Print a link that adds the server when it is opened; write nothing' },
    {
      name: 'force',
      description:
        'Replace or remove a server of that name that this command did not write; write an entry for a service that does not exist',
    },
    { name: 'remove', description: 'Remove the server from the file' },
  ],
  examples: [
    { line: 'dragoman connect claude', explanation: 'The whole catalogue in Claude Desktop' },
    {
      line: 'dragoman connect vscode --toolset harbour-desk',
      explanation: 'A toolset in Visual Studio Code, for this folder',
    },
    {
      line: 'dragoman connect cursor --agent github --query "triage new issues"',
      explanation: 'The 20 best tools of a service for a task',
    },
    { line: 'dragoman connect cursor --print', explanation: 'Show what would be written' },
    { line: 'dragoman connect cursor --link', explanation: 'A link that adds the server to Cursor' },
    { line: 'dragoman connect cursor --remove', explanation: 'Remove it again' },
  ],
  async run(context) {
    const { args, options, print, runtime } = context;
    const client = clientFiles[args[0] ?? ''];
    if (client === undefined) throw new UsageError(`unknown client; use one of ${names.join(', ')}`);
    const name = options.text('name') ?? defaultName(context);
    const target = await targetOf(context);
    const entry = client.entry(target);
    if (options.flag('link')) {
      if (client.link === undefined) throw new UsageError(`${client.title} has no link; leave out --link`);
      print.raw(client.link(name, entry));
      await noteAsking(context, await askingTools(context, target.endpoint));
      return 0;
    }
    if (options.flag('print')) {
      print.raw(mcpConfiguration(client, name, entry));
      await noteAsking(context, await askingTools(context, target.endpoint));
      return 0;
    }
    const path = client.path(foldersOf(context));
    const wanted: Wanted = { name, entry, target, force: options.flag('force') };
    const remove = options.flag('remove');
    const asking = remove ? [] : await askingTools(context, target.endpoint);
    if ('missing' in asking && asking.missing && !wanted.force) {
      throw new UsageError(
        `${asking.reason.replace(/\.$/, '')}; nothing was written (--force writes the entry anyway)`,
      );
    }
    const place = [client.member, name] as const;
    const change = (value: JsonObject) =>
      remove ? withoutServer(value, client, wanted) : withServer(value, client, wanted);
    const { outcome, backup } =
      client.format === 'toml'
        ? await mergeTomlFile(runtime, path, {
            change,
            place,
            text: remove ? '' : mcpConfiguration(client, name, entry),
          })
        : await mergeJsonFile(runtime, path, change, (text) =>
            remove ? removeMember(text, place) : setMember(text, place, entry),
          );
    if (print.json) {
      const made = { client: args[0], path, name, outcome, ...(backup === undefined ? {} : { backup }) };
      print.value({ ...made, ...(remove || 'reason' in asking ? {} : { confirmations: asking }) });
    } else
      print.out(line`${print.color.good(remove && outcome === 'updated' ? 'removed' : outcome)}  ${name}  ${path}`);
    if (backup !== undefined) print.note(line`Backup of the previous file: ${backup}`);
    if (outcome !== 'unchanged') print.note(line`Restart ${client.title} to apply the change.`);
    if (outcome !== 'unchanged' && !remove)
      print.note(line`Then "dragoman connections" shows whether it has connected.`);
    if (target.keyed && !remove && client.keyByHand !== undefined) print.note(line`${client.keyByHand}`);
    if (!remove) await noteAsking(context, asking);
    return 0;
  },
};

/** Says which tools of the endpoint require a confirmation, and whose; call_tool calls all tools of the catalogue. */
async function noteAsking(context: CommandContext, asking: Confirmations | UnknownTools): Promise<void> {
  const { options, print } = context;
  if (print.json) return;
  if ('reason' in asking) {
    print.note(line`The tools that require a confirmation are unknown: ${asking.reason}`);
    return;
  }
  if (options.text('agent') !== undefined || options.text('toolset') !== undefined) {
    noteConfirmations(print, asking);
    return;
  }
  for (const { by, names } of asking) {
    const listed = names.filter((name) => name !== 'call_tool');
    if (listed.length > 0) noteConfirmations(print, [{ by, operations: listed.length, names: listed }]);
    if (listed.length === names.length) continue;
    const { count, operations } = await irreversibleTools(context);
    const tools = operations.map(({ agent_id: service, operation }) => `${service}/${operation}`);
    if (count > 0) noteConfirmations(print, [{ by, operations: count, names: tools }], 'Through call_tool, ');
  }
}

/** The first tools of the catalogue whose effect cannot be undone; none where they cannot be read, since the client is configured. */
function irreversibleTools(context: CommandContext): Promise<Pick<OperationPage, 'count' | 'operations'>> {
  const { signal } = context.runtime;
  const found = connect(context).agents.findOperations({ impacts: ['irreversible'] }, { top: 8, signal });
  return found.catch(() => ({ count: 0, operations: [] }));
}

function defaultName({ options }: CommandContext): string {
  const id = options.text('toolset') ?? options.text('agent');
  return mcpServerName(id === undefined ? { kind: 'everything' } : { kind: 'agent', id });
}

async function targetOf(context: CommandContext): Promise<McpClientTarget> {
  const server = serverOf(context);
  return {
    endpoint: endpointOf(context),
    words: [
      ...(await context.runtime.program()),
      'mcp',
      ...endpointWords(context),
      ...(server === defaultServer ? [] : ['--server', server]),
    ],
    keyed: credentialOf(context) !== undefined,
  };
}

interface Wanted {
  name: string;
  entry: JsonObject;
  target: McpClientTarget;
  force: boolean;
}

function withServer(value: JsonObject, { member }: ClientFile, wanted: Wanted): JsonObject {
  return { ...value, [member]: { ...serversOf(value, member, wanted), [wanted.name]: wanted.entry } };
}

function withoutServer(value: JsonObject, { member }: ClientFile, wanted: Wanted): JsonObject {
  const servers = serversOf(value, member, wanted);
  if (!Object.hasOwn(servers, wanted.name)) return value;
  return { ...value, [member]: Object.fromEntries(Object.entries(servers).filter(([name]) => name !== wanted.name)) };
}

/** The servers in the file; throws for a server of that name that this command did not write, unless forced. */
function serversOf(value: JsonObject, member: string, { name, target, force }: Wanted): JsonObject {
  const servers = value[member] ?? {};
  if (!isJsonObject(servers)) throw new UsageError(`"${member}" in the file is not an object; add the entry by hand`);
  const there = Object.hasOwn(servers, name) ? servers[name] : undefined;
  if (there !== undefined && !force && !isOurs(there, target)) {
    throw new UsageError(
      `the file has another server called "${name}"; choose another --name, or replace it with --force`,
    );
  }
  return servers;
}

/** True for an entry that this command wrote: it runs this program, uses its key, or points to the same registry. */
function isOurs(entry: JsonValue, { endpoint }: McpClientTarget): boolean {
  if (!isJsonObject(entry)) return false;
  const { command, args, url, httpUrl } = entry;
  const words = [command, ...(Array.isArray(args) ? args.slice(0, 2) : [])];
  if (words.some((word) => typeof word === 'string' && /(?:^|[\\/])dragoman(?:\.js)?$/.test(word))) return true;
  if (JSON.stringify(entry).includes('DRAGOMAN_KEY')) return true;
  const address = url ?? httpUrl;
  return typeof address === 'string' && URL.canParse(address) && new URL(address).origin === new URL(endpoint).origin;
}

function foldersOf({ runtime: { env, cwd } }: CommandContext): PersonFolders {
  const home = env.HOME ?? env.USERPROFILE;
  if (home === undefined || home === '') throw new UsageError('set HOME or USERPROFILE to your home directory');
  if (env.APPDATA !== undefined && env.APPDATA !== '') return { cwd, home, settings: env.APPDATA, isWindows: true };
  const isMac = env.__CFBundleIdentifier !== undefined || home.startsWith('/Users/');
  const settings = isMac
    ? join(home, 'Library', 'Application Support')
    : (env.XDG_CONFIG_HOME ?? join(home, '.config'));
  return { cwd, home, settings, isWindows: false };
}
