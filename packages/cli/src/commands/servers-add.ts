/** `dragoman servers add`: adds an MCP server that runs next to a running registry. */
import type { Command } from '../command/command.js';
import { readVariables, variableOptions } from '../files/read-variables.js';
import { printServerPreview } from '../output/server-preview.js';
import { dropServer } from '../registry/add-servers.js';
import { connect } from '../registry/connect.js';
import { forceOption, mayStore } from '../registry/start-check.js';
import { line } from '../terminal/paint.js';
import { add } from './add.js';

/** Adds a stdio server. */
export const serversAdd: Command = {
  name: 'servers add',
  summary: 'Add an MCP server that runs next to the registry',
  details:
    'The registry runs the command on its own machine, without a shell and with its own permissions. It is started ' +
    'once to check it, and not added when it does not start. The setting mcp.addServers must allow this. Write -- before the command, so that its options ' +
    'are not read as options of this command. ' +
    'Requires the scope admin.',
  arguments: [
    { name: 'name', required: true, multiple: false, description: 'Name; its tools are imported from stdio:<name>' },
    { name: 'command', required: true, multiple: true, description: 'Program and its arguments' },
  ],
  options: [
    ...variableOptions,
    { name: 'cwd', value: 'folder', description: 'Working directory on the machine of the registry, an absolute path' },
    { name: 'import', description: 'Also register its tools, as "dragoman add stdio:<name>" does' },
    { name: 'report', description: 'With --import, report what was read, derived and skipped, and why' },
    { name: 'dry-run', description: 'Store nothing; start the command, show its tools and end it' },
    forceOption,
  ],
  examples: [
    {
      line: 'dragoman servers add files --import -- npx -y @modelcontextprotocol/server-filesystem /srv/docs',
      explanation: 'Add a server and register its tools',
    },
    {
      line: 'dragoman servers add tickets --env TICKETS_TOKEN --dry-run -- tickets-mcp',
      explanation: 'Look at its tools',
    },
  ],
  async run(context) {
    const { args, options, print, runtime } = context;
    const { signal } = runtime;
    const [name = '', command = '', ...rest] = args;
    const cwd = options.text('cwd');
    const env = await readVariables(context);
    const request = { name, command, args: rest, env, ...(cwd === undefined ? {} : { cwd }) };
    const { servers } = connect(context, { timeoutMs: 60_000 });
    const preview = () => servers.preview(request, { signal });
    if (options.flag('dry-run')) return printServerPreview(print, await preview());
    const isImported = options.flag('import');
    if (!isImported && !(await mayStore(context, preview))) return 1;
    const { server } = await servers.add(request, { signal });
    const address = `stdio:${name}`;
    const code = isImported ? await add.run({ ...context, args: [address] }) : 0;
    if (code !== 0 && !options.flag('force')) {
      await dropServer(context, address);
      return code;
    }
    if (!print.json) print.out(line`${print.color.good('added')}  ${name}`);
    else if (!isImported) print.value(server);
    if (!isImported) print.note(line`Register its tools with: dragoman add ${address}`);
    return code;
  },
};
