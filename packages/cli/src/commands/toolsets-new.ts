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
    'It is private to you unless you set --public or --grant. With --open, tools that meet the conditions can also ' +
    'be chosen at run time. ' +
    'With --best, the best tools for a task are added once and pinned to their versions. For a list that is selected ' +
    'again on every request, use "dragoman connect --query".',
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
    { name: 'best', value: 'task', description: 'Add the best tools for this task' },
    { name: 'top', value: 'count', description: 'With --best: maximum number of tools (default: 20)' },
    { name: 'tag', value: 'tag', multiple: true, description: 'With --open or --best: tags that a tool must have' },
    { name: 'agent', value: 'id', multiple: true, description: 'With --open or --best: only tools of these services' },
    {
      name: 'source',
      value: 'id',
      multiple: true,
      description: 'With --open or --best: only tools from these sources',
    },
  ],
  examples: [
    { line: 'dragoman toolsets new "Harbour desk" --id harbour-desk', explanation: 'An empty toolset' },
    {
      line: 'dragoman toolsets new Pharmacy --open --tag pharmacy',
      explanation: 'All tools about pharmacies, at run time',
    },
    {
      line: 'dragoman toolsets new Triage --best "triage new issues" --agent github --top 20',
      explanation: 'The 20 best tools of a service for a task',
    },
  ],
  async run(context) {
    const { args, print, options, runtime } = context;
    const open = { tags: options.texts('tag'), agents: options.texts('agent'), sources: options.texts('source') };
    const task = options.text('best');
    const top = options.number('top', { min: 1, max: 200 });
    if (!options.flag('open') && task === undefined && Object.values(open).flat().length > 0) {
      throw new UsageError('--tag, --agent and --source need --open or --best');
    }
    if (options.flag('open') && task !== undefined) throw new UsageError('--open and --best cannot be combined');
    if (top !== undefined && task === undefined) throw new UsageError('--top needs --best');
    const { toolsets } = connect(context);
    const { signal } = runtime;
    const tools = task === undefined ? [] : await toolsets.bestFor(task, { ...open, top: top ?? 20, signal });
    if (task !== undefined && tools.length === 0) {
      throw new UsageError(`no tool matches "${task}"; try other words, or "dragoman toolsets find"`);
    }
    const id = options.text('id');
    const description = options.text('description');
    const { toolset } = await toolsets.create(
      {
        name: args[0] ?? '',
        ...(id === undefined ? {} : { id }),
        ...(description === undefined ? {} : { description }),
        ...(options.flag('public') ? { visibility: 'public' } : {}),
        ...(options.texts('grant').length === 0 ? {} : { grants: options.texts('grant') }),
        ...(options.flag('open') ? { mode: 'open', open } : {}),
        ...(tools.length === 0 ? {} : { tools, resolve_names: true }),
      },
      { signal },
    );
    if (print.json) print.value(toolset);
    else printToolset(print, toolset);
    return 0;
  },
};
