/** `dragoman procedures place`: inserts a tool into a procedure, and adds it to the toolset if needed. */
import type { ProcedureView, ToolsetTool } from '@dragoman/sdk';
import type { Command, CommandContext } from '../command/command.js';
import { UsageError } from '../command/usage-error.js';
import { printFindings, toDiagnostic } from '../output/design-output.js';
import { connect } from '../registry/connect.js';
import { editToolset } from '../registry/edit-toolset.js';
import { line } from '../terminal/paint.js';

/** Inserts a tool into a procedure. */
export const proceduresPlace: Command = {
  name: 'procedures place',
  summary: 'Insert a tool into an operating procedure and its toolset',
  details:
    'Inserts the name of the tool at a line, and optionally a column, of the text. Adds the tool to the ' +
    'toolset of the procedure if it is missing. The previous version of the procedure is kept, and findings about ' +
    'the new one are printed. Use "dragoman toolsets find" to find tools.',
  arguments: [
    { name: 'id', required: true, multiple: false, description: 'Id of the procedure' },
    { name: 'service', required: true, multiple: false, description: 'Id of the service that has the tool' },
    { name: 'tool', required: true, multiple: false, description: 'Id or name of the tool' },
  ],
  options: [
    { name: 'at', value: 'line[:column]', description: 'Where to insert it (default: at the end)' },
    { name: 'as', value: 'name', description: 'Name that models see, if the tool is not in the toolset yet' },
  ],
  examples: [
    {
      line: 'dragoman procedures place desk pier-weather-001 forecast --at 4:12',
      explanation: 'Line 4, before the twelfth character',
    },
  ],
  async run(context) {
    const { args, options, print, runtime } = context;
    const [id = '', agent = '', tool = ''] = args;
    const { procedures } = connect(context);
    const before = await procedures.read(id, { signal: runtime.signal });
    const place = readPosition(options.text('at'), before.text);
    const { insertMention } = await import('@dragoman/core/conversion');
    if (insertMention(before.text, 'x', place) === undefined)
      throw new UsageError(`--at ${place.line} is beyond the text, which has ${before.text.split('\n').length} lines`);
    const chosen = await chooseTool(context, before.toolset, { agent, tool });
    const text = insertMention(before.text, chosen.name, place) ?? before.text;
    const kept = await procedures.replace(id, requestOf(before, text), {
      signal: runtime.signal,
      ifVersion: before.version,
    });
    if (print.json) print.value(kept);
    else printFindings(print, kept.findings.map(toDiagnostic), { file: id, strict: false });
    print.note(line`inserted ${chosen.name}() in ${kept.id}, version ${kept.version}`);
    return 0;
  },
};

function readPosition(text: string | undefined, content: string): { line: number; column?: number } {
  if (text === undefined) return { line: content.split('\n').length };
  const [, at = '', column] = /^(\d{1,7})(?::(\d{1,7}))?$/.exec(text) ?? [];
  if (at === '' || Number(at) < 1 || column === '0')
    throw new UsageError(`--at takes line or line:column, not "${text}"`);
  return { line: Number(at), ...(column === undefined ? {} : { column: Number(column) }) };
}

/** The request to replace a procedure when only its text changes. */
function requestOf({ name, description, toolset, state, visibility }: ProcedureView, text: string) {
  return { name, description, toolset, state, visibility, text };
}

/** The tool of the toolset, added now if it is missing. */
async function chooseTool(
  context: CommandContext,
  toolset: string,
  { agent, tool }: { agent: string; tool: string },
): Promise<ToolsetTool> {
  // An operation of the catalogue is a tool called <service>__<operation>.
  const isIt = ({ agent_id: of, tool_id: id, vendor_name: vendor, name }: ToolsetTool) =>
    of === agent && ([id, vendor, name].includes(tool) || vendor.endsWith(`__${tool}`));
  const present = await connect(context).toolsets.read(toolset, { signal: context.runtime.signal });
  const there = present.toolset.tools.find(isIt);
  if (there !== undefined) return there;
  const name = context.options.text('as');
  const choice = { agent_id: agent, tool, ...(name === undefined ? {} : { name }) };
  const known = new Set(present.toolset.tools.map(({ tool_id: id }) => id));
  const { toolset: edited } = await editToolset(context, toolset, (choices) => [...choices, choice]);
  const added = edited.tools.find(isIt) ?? edited.tools.find(({ tool_id: id }) => !known.has(id));
  if (added !== undefined) return added;
  throw new UsageError(`${tool} of ${agent} was not added to the toolset ${toolset}`);
}
