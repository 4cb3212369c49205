/** `dragoman procedures place`: finds a tool its place in a procedure, and chooses it for the toolset on the way. */
import type { ProcedureView, ToolsetTool } from '@dragoman/sdk';
import type { Command, CommandContext } from '../command.js';
import { UsageError } from '../command.js';
import { connect } from '../connect.js';
import { editToolset } from '../edit-toolset.js';
import { printFindings, toDiagnostic } from '../output/design-output.js';
import { line } from '../output/paint.js';

/** Places a tool in a procedure. */
export const proceduresPlace: Command = {
  name: 'procedures place',
  summary: 'Put a tool into an operating procedure, and into its toolset',
  details:
    'The name of the tool is put at a line of the text, and at a column of it where one is given; the tool is chosen for the ' +
    'toolset of the procedure unless it is there already. The procedure keeps its older version, and what is to be said about ' +
    'the new one is told. "dragoman toolsets find" finds tools.',
  arguments: [
    { name: 'id', required: true, multiple: false, description: 'Id of the procedure' },
    { name: 'agent', required: true, multiple: false, description: 'Id of the agent that has the tool' },
    { name: 'tool', required: true, multiple: false, description: 'Id or name of the tool' },
  ],
  options: [
    { name: 'at', value: 'line[:column]', description: 'Where it is put; the end of the text unless given' },
    { name: 'as', value: 'name', description: 'Name toward models, for a tool that is not chosen yet' },
  ],
  examples: [
    {
      line: 'dragoman procedures place desk pier-weather-001 forecast --at 4:12',
      explanation: 'Line 4, before the twelfth character',
    },
  ],
  async run(context) {
    const { args, options, print, surroundings } = context;
    const [id = '', agent = '', tool = ''] = args;
    const { procedures } = connect(context);
    const before = await procedures.read(id, { signal: surroundings.signal });
    const place = readPlace(options.text('at'), before.text);
    const { placeMention } = await import('@dragoman/core/conversion');
    if (placeMention(before.text, 'x', place) === undefined)
      throw new UsageError(`the text has no line ${place.line}; it has ${before.text.split('\n').length}`);
    const chosen = await chooseTool(context, before.toolset, { agent, tool });
    const text = placeMention(before.text, chosen.name, place) ?? before.text;
    const kept = await procedures.replace(id, requestOf(before, text), {
      signal: surroundings.signal,
      ifVersion: before.version,
    });
    if (print.json) print.value(kept);
    else printFindings(print, kept.findings.map(toDiagnostic), { file: id, strict: false });
    print.note(line`${chosen.name}() placed in ${kept.id}, version ${kept.version}`);
    return 0;
  },
};

function readPlace(text: string | undefined, content: string): { line: number; column?: number } {
  if (text === undefined) return { line: content.split('\n').length };
  const [, at = '', column] = /^(\d{1,7})(?::(\d{1,7}))?$/.exec(text) ?? [];
  if (at === '' || Number(at) < 1 || column === '0')
    throw new UsageError(`--at takes line or line:column, not "${text}"`);
  return { line: Number(at), ...(column === undefined ? {} : { column: Number(column) }) };
}

/** What is kept of a procedure when only its text changes. */
function requestOf({ name, description, toolset, state, visibility }: ProcedureView, text: string) {
  return { name, description, toolset, state, visibility, text };
}

/** The tool in the toolset: as it stands there, else chosen now. */
async function chooseTool(
  context: CommandContext,
  toolset: string,
  { agent, tool }: { agent: string; tool: string },
): Promise<ToolsetTool> {
  // Operations of the catalogue are tools under the agent's name and their own, two underscores between.
  const isIt = ({ agent_id: of, tool_id: id, vendor_name: vendor, name }: ToolsetTool) =>
    of === agent && ([id, vendor, name].includes(tool) || vendor.endsWith(`__${tool}`));
  const present = await connect(context).toolsets.read(toolset, { signal: context.surroundings.signal });
  const there = present.toolset.tools.find(isIt);
  if (there !== undefined) return there;
  const name = context.options.text('as');
  const choice = { agent_id: agent, tool, ...(name === undefined ? {} : { name }) };
  const known = new Set(present.toolset.tools.map(({ tool_id: id }) => id));
  const { toolset: edited } = await editToolset(context, toolset, (choices) => [...choices, choice]);
  const added = edited.tools.find(isIt) ?? edited.tools.find(({ tool_id: id }) => !known.has(id));
  if (added !== undefined) return added;
  throw new UsageError(`${tool} of ${agent} did not get into the toolset ${toolset}`);
}
