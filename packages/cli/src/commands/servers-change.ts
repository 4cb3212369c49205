/** `dragoman servers change`: changes the command or the variables of an added MCP server. */
import type { Command } from '../command/command.js';
import { UsageError } from '../command/usage-error.js';
import { readVariables, variableOptions } from '../files/read-variables.js';
import { printServerPreview } from '../output/server-preview.js';
import { connect } from '../registry/connect.js';
import { forceOption, mayStore } from '../registry/start-check.js';
import { line } from '../terminal/paint.js';

/** Changes an added stdio server. */
export const serversChange: Command = {
  name: 'servers change',
  summary: 'Change the command or the variables of an added MCP server',
  details:
    'Everything that you do not pass is kept, including the stored values of variables. The new command is started ' +
    'once to check it, and nothing changes when it does not start. Otherwise the running process is stopped, and the ' +
    'next call starts the new command. ' +
    'Servers of mcp.stdio are changed in the settings. Requires the scope admin.',
  arguments: [
    { name: 'name', required: true, multiple: false, description: 'Name of the server' },
    { name: 'command', required: false, multiple: true, description: 'New program and its arguments, after --' },
  ],
  options: [
    ...variableOptions,
    { name: 'drop-env', value: 'name', multiple: true, description: 'Remove this environment variable (repeatable)' },
    { name: 'cwd', value: 'folder', description: 'Working directory on the machine of the registry, an absolute path' },
    { name: 'dry-run', description: 'Store nothing; start the command, show its tools and end it' },
    forceOption,
  ],
  examples: [
    { line: 'dragoman servers change tickets --env TICKETS_TOKEN', explanation: 'Replace a secret' },
    { line: 'dragoman servers change files -- files-mcp /srv/other', explanation: 'Run another command' },
  ],
  async run(context) {
    const { args, options, print, runtime } = context;
    const { signal } = runtime;
    const [name = '', command, ...rest] = args;
    const { servers } = connect(context, { timeoutMs: 60_000 });
    const { server: before, etag } = await servers.read(name, { signal });
    const dropped = options.texts('drop-env');
    const [unknown] = dropped.filter((each) => !before.env.includes(each));
    if (unknown !== undefined) throw new UsageError(`the server has no variable "${unknown}" to drop`);
    const kept = before.env.filter((each) => !dropped.includes(each)).map((each) => [each, null] as const);
    const folder = options.text('cwd');
    const given = await readVariables(context);
    const changes = [command, folder, ...dropped, ...Object.keys(given)].filter((each) => each !== undefined);
    if (changes.length === 0 && !options.flag('dry-run')) throw new UsageError(nothingGiven(name));
    const cwd = folder ?? before.cwd;
    const request = {
      ...(command === undefined ? { command: before.command, args: before.args } : { command, args: rest }),
      ...(cwd === undefined ? {} : { cwd }),
      env: { ...Object.fromEntries(kept), ...given },
    };
    const preview = () => servers.preview({ name, ...request }, { exists: true, signal });
    if (options.flag('dry-run')) return printServerPreview(print, await preview());
    if (!(await mayStore(context, preview))) return 1;
    const condition = etag === undefined ? {} : { ifMatch: etag };
    const { server } = await servers.replace(name, request, { ...condition, signal });
    if (print.json) print.value(server);
    else {
      print.out(line`${print.color.good('changed')}  ${name}`);
      print.note(line`The next call starts it. Its service keeps the tools that were registered;`);
      print.note(line`if they have changed, register them again with: dragoman add stdio:${name}`);
    }
    return 0;
  },
};

function nothingGiven(name: string): string {
  return `there is nothing to change: give a command after --, --env, --env-file, --drop-env or --cwd; "dragoman servers restart ${name}" only restarts it`;
}
