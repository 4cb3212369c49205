/** `dragoman toolsets content`: chooses the prompts and resources that a toolset offers. */
import type { ToolsetContent, ToolsetRequest } from '@dragoman/sdk';
import type { Command, CommandContext } from '../command/command.js';
import { UsageError } from '../command/usage-error.js';
import { printToolset } from '../output/toolset-table.js';
import { connect } from '../registry/connect.js';
import { editToolset } from '../registry/edit-toolset.js';

/** Chooses prompts and resources. */
export const toolsetsContent: Command = {
  name: 'toolsets content',
  summary: 'Choose the prompts and resources that a toolset offers over MCP',
  details:
    'By default, a toolset offers all prompts and resources of the services of its tools. Your first selection ' +
    'replaces this default, and may include prompts and resources of any service; later selections are added to it. ' +
    'Resources that results of its tools link to can always be read. "dragoman show <service>" lists what a service ' +
    'offers.',
  arguments: [{ name: 'id', required: true, multiple: false, description: 'Id of the toolset' }],
  options: [
    { name: 'prompt', value: 'service=name', multiple: true, description: 'Offer this prompt' },
    { name: 'resource', value: 'service=uri', multiple: true, description: 'Offer this resource, or template of URIs' },
    { name: 'remove', description: 'Remove the named prompts and resources from the selection instead' },
    { name: 'none', description: 'Start with an empty selection; alone: offer tools only' },
    { name: 'all', description: 'Return to the default: all prompts and resources of the services of its tools' },
  ],
  examples: [
    { line: 'dragoman toolsets content harbour-desk --prompt notes=briefing', explanation: 'Offer one prompt' },
    {
      line: 'dragoman toolsets content harbour-desk --resource "notes=note://{pier}/today"',
      explanation: 'Offer the resources of a template, too',
    },
    { line: 'dragoman toolsets content harbour-desk --all', explanation: 'Offer everything again' },
  ],
  async run(context) {
    const { args, print, runtime } = context;
    const id = args[0] ?? '';
    const content = await nextContent(context, id);
    const { toolset } =
      content === undefined
        ? await connect(context).toolsets.read(id, { signal: runtime.signal })
        : await editToolset(context, id, (choices) => choices, { content });
    if (print.json) print.value(toolset);
    else printToolset(print, toolset);
    return 0;
  },
};

/** The content to send; undefined when nothing is to be changed. */
async function nextContent(context: CommandContext, id: string): Promise<ToolsetRequest['content']> {
  const { options, runtime } = context;
  const named = {
    prompts: readPairs('prompt', options.texts('prompt')).map(([agent_id, name]) => ({ agent_id, name })),
    resources: readPairs('resource', options.texts('resource')).map(([agent_id, uri]) => ({ agent_id, uri })),
  };
  const isNaming = named.prompts.length + named.resources.length > 0;
  const [all, none, remove] = [options.flag('all'), options.flag('none'), options.flag('remove')];
  if (all && (none || isNaming)) throw new UsageError('--all cannot be combined with --none, --prompt and --resource');
  if (remove && (!isNaming || none)) throw new UsageError('--remove needs --prompt or --resource, and no --none');
  if (all) return 'all';
  if (!isNaming) return none ? named : undefined;
  const { toolset } = await connect(context).toolsets.read(id, { signal: runtime.signal });
  const before: ToolsetContent = none ? {} : (toolset.content ?? {});
  if (!remove) return merge(before, named);
  if (toolset.content === undefined) {
    throw new UsageError('the toolset has no selection to remove from; select with --prompt and --resource first');
  }
  return without(before, named);
}

function merge(one: ToolsetContent, other: ToolsetContent): ToolsetContent {
  return {
    prompts: [...(one.prompts ?? []), ...(other.prompts ?? [])],
    resources: [...(one.resources ?? []), ...(other.resources ?? [])],
  };
}

/** Throws for an item that is not chosen, so that a misspelled one is noticed. */
function without(content: ToolsetContent, removed: ToolsetContent): ToolsetContent {
  const drop = <Item extends object>(items: Item[] = [], gone: Item[] = []) => {
    const words = new Set(gone.map((each) => JSON.stringify(each)));
    const kept = items.filter((each) => !words.delete(JSON.stringify(each)));
    const [unknown] = words;
    if (unknown !== undefined) throw new UsageError(`${unknown} is not in the selection of the toolset`);
    return kept;
  };
  return {
    prompts: drop(content.prompts, removed.prompts),
    resources: drop(content.resources, removed.resources),
  };
}

function readPairs(option: string, texts: readonly string[]): [service: string, key: string][] {
  return texts.map((text) => {
    const at = text.indexOf('=');
    if (at < 1 || at === text.length - 1) throw new UsageError(`--${option} takes service=value, not "${text}"`);
    return [text.slice(0, at), text.slice(at + 1)];
  });
}
