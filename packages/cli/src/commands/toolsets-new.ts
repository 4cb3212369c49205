/** `dragoman toolsets new`: makes a toolset, empty or open. */
import type { Command } from '../command.js';
import { UsageError } from '../command.js';
import { connect } from '../connect.js';
import { printToolset } from '../output/toolset-table.js';

/** Makes a toolset. */
export const toolsetsNew: Command = {
  name: 'toolsets new',
  summary: 'Make a toolset; add tools to it with "toolsets add"',
  details:
    'It is private to you unless you say otherwise. With --open, tools that meet the conditions may be used at run time too.',
  arguments: [{ name: 'name', required: true, multiple: false, description: 'Name for people' }],
  options: [
    { name: 'id', value: 'id', description: 'Id of your choice, a-z 0-9 - (made for you unless given)' },
    { name: 'description', value: 'text', description: 'What it is for' },
    { name: 'public', description: 'Everybody may see it' },
    {
      name: 'grant',
      value: 'grant',
      multiple: true,
      description: 'Who else may use it: caller:<subject> or scope:<scope>',
    },
    { name: 'open', description: 'Tools may be chosen at run time' },
    { name: 'tag', value: 'tag', multiple: true, description: 'With --open: tags that a tool must have' },
    { name: 'agent', value: 'id', multiple: true, description: 'With --open: agents that tools come from' },
    { name: 'source', value: 'id', multiple: true, description: 'With --open: sources that tools come from' },
  ],
  examples: [
    { line: 'dragoman toolsets new "Harbour desk" --id harbour-desk', explanation: 'An empty one' },
    {
      line: 'dragoman toolsets new Pharmacy --open --tag pharmacy',
      explanation: 'Every tool about pharmacies, at run time',
    },
  ],
  async run(context) {
    const { args, print, options, surroundings } = context;
    const open = { tags: options.texts('tag'), agents: options.texts('agent'), sources: options.texts('source') };
    if (!options.flag('open') && Object.values(open).flat().length > 0) {
      throw new UsageError('--tag, --agent and --source go with --open');
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
      { signal: surroundings.signal },
    );
    if (print.json) print.value(toolset);
    else printToolset(print, toolset);
    return 0;
  },
};
