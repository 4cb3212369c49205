/** `dragoman toolsets new`: creates a toolset. */
import type { Command } from '../command/command.js';
import { UsageError } from '../command/usage-error.js';
import { printToolset } from '../output/toolset-table.js';
import { connect } from '../registry/connect.js';

/** Creates a toolset. */
export const toolsetsNew: Command = {
  name: 'toolsets new',
  summary: 'Create a toolset; add tools with "toolsets add"',
  details:
    'It is private to you unless you set --public or --grant. With --open, tools that meet the conditions can also be chosen at run time.',
  arguments: [{ name: 'name', required: true, multiple: false, description: 'Display name' }],
  options: [
    { name: 'id', value: 'id', description: 'Id, from a-z 0-9 - (default: generated)' },
    { name: 'description', value: 'text', description: 'What it is for' },
    { name: 'public', description: 'Visible to everyone' },
    {
      name: 'grant',
      value: 'grant',
      multiple: true,
      description: 'Who else can use it: caller:<subject> or scope:<scope>',
    },
    { name: 'open', description: 'Tools can be chosen at run time' },
    { name: 'tag', value: 'tag', multiple: true, description: 'With --open: tags that a tool must have' },
    { name: 'agent', value: 'id', multiple: true, description: 'With --open: only tools of these services' },
    { name: 'source', value: 'id', multiple: true, description: 'With --open: only tools from these sources' },
  ],
  examples: [
    { line: 'dragoman toolsets new "Harbour desk" --id harbour-desk', explanation: 'An empty toolset' },
    {
      line: 'dragoman toolsets new Pharmacy --open --tag pharmacy',
      explanation: 'All tools about pharmacies, at run time',
    },
  ],
  async run(context) {
    const { args, print, options, runtime } = context;
    const open = { tags: options.texts('tag'), agents: options.texts('agent'), sources: options.texts('source') };
    if (!options.flag('open') && Object.values(open).flat().length > 0) {
      throw new UsageError('--tag, --agent and --source need --open');
    }
    const id = options.text('id');
    const description = options.text('description');
    const { toolset } = await connect(context).toolsets.create(
      {
        name: args[0] ?? '',
        ...(id === undefined ? {} : { id }),
        ...(description === undefined ? {} : { description }),
        ...(options.flag('public') ? { visibility: 'public' } : {}),
        ...(options.texts('grant').length === 0 ? {} : { grants: options.texts('grant') }),
        ...(options.flag('open') ? { mode: 'open', open } : {}),
      },
      { signal: runtime.signal },
    );
    if (print.json) print.value(toolset);
    else printToolset(print, toolset);
    return 0;
  },
};
