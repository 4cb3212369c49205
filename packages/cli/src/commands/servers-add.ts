/** `dragoman servers add`: adds an MCP server that runs next to a running registry. */
import type { Command } from '../command/command.js';
import { readVariables, variableOptions } from '../files/read-variables.js';
import { printServerPreview } from '../output/server-preview.js';
import { connect } from '../registry/connect.js';
import { line } from '../terminal/paint.js';
import { add } from './add.js';

/** Adds a stdio server. */
export const serversAdd: Command = {
  name: 'servers add',
  summary: 'Add an MCP server that runs next to the registry',
  details:
    'The registry runs the command on its own machine, without a shell and with its own permissions, when the server ' +
    'is first called. The setting mcp.addServers must allow this. Write -- before the command, so that its options ' +
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
    { name: 'dry-run', description: 'Store nothing; start the command, show its tools and end it' },
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
    const { servers } = connect(context);
    if (options.flag('dry-run')) return printServerPreview(print, await servers.preview(request, { signal }));
    const { server } = await servers.add(request, { signal });
    const isImported = options.flag('import');
    if (!print.json) print.out(line`${print.color.good('added')}  ${name}`);
    else if (!isImported) print.value(server);
    if (isImported) return add.run({ ...context, args: [`stdio:${name}`] });
    print.note(line`Register its tools with: dragoman add stdio:${name}`);
    return 0;
  },
};
