/** `dragoman procedures check`: every fault of a procedure at once, with line and column. */
import type { ProcedureTool } from '@dragoman/core/engine';
import type { Diagnostic, ToolSignature } from '@dragoman/model';
import { checkSignature, isJsonObject } from '@dragoman/model';
import type { Command, CommandContext } from '../command.js';
import { UsageError } from '../command.js';
import { connect } from '../connect.js';
import { printFindings, toDiagnostic } from '../output/design-output.js';
import { readOrRefuse, readText, readValue } from '../read-documents.js';

/** Checks a procedure. */
export const proceduresCheck: Command = {
  name: 'procedures check',
  summary: 'Check an operating procedure against a toolset',
  details:
    'Names tools, inputs and outputs that do not exist, chosen tools that are never mentioned, and steps that use what is ' +
    'obtained only later. With --export nothing is sent anywhere: the toolset is read from a file that "toolsets export" ' +
    'wrote. Exit code 1 when there are errors; with --strict also for warnings.',
  arguments: [{ name: 'file', required: true, multiple: false, description: 'Markdown, or "-"' }],
  options: [
    { name: 'toolset', value: 'id', description: 'The toolset, as the registry has it' },
    { name: 'export', value: 'file', description: 'The toolset, exported as JSON' },
    { name: 'strict', description: 'Fail for warnings too' },
  ],
  examples: [
    { line: 'dragoman procedures check desk.md --toolset harbour-desk', explanation: 'What is wrong, and where' },
    {
      line: 'dragoman procedures check desk.md --export toolset.json --strict',
      explanation: 'In CI, without a registry',
    },
  ],
  async run(context) {
    const { args, options, print, surroundings } = context;
    const [file = ''] = args;
    const [toolset, path] = [options.text('toolset'), options.text('export')];
    if ((toolset === undefined) === (path === undefined)) throw new UsageError('give either --toolset or --export');
    const text = await readOrRefuse(file, () => readText(surroundings, file));
    const findings =
      toolset === undefined ? await checkOffline(context, text, path ?? '') : await checkOnline(context, text, toolset);
    return printFindings(print, findings, { file, strict: options.flag('strict') });
  },
};

async function checkOnline(context: CommandContext, text: string, toolset: string): Promise<Diagnostic[]> {
  const { signal } = context.surroundings;
  const { findings } = await connect(context).procedures.check(toolset, text, { signal });
  return findings.map(toDiagnostic);
}

async function checkOffline({ surroundings }: CommandContext, text: string, path: string): Promise<Diagnostic[]> {
  const exported = await readOrRefuse(path, () => readValue(surroundings, path));
  const { checkProcedure, readProcedure } = await import('@dragoman/core/conversion');
  const { diagnostics } = checkProcedure(readProcedure(text), readExport(exported, path));
  return diagnostics.map((each) =>
    each.location.start === undefined ? each : { ...each, location: { ...each.location, pointer: '' } },
  );
}

function readExport(exported: unknown, path: string): { tools: ProcedureTool[]; open: boolean } {
  const isExport = isJsonObject(exported) && exported.format === 'dragoman-toolset' && Array.isArray(exported.tools);
  if (!isExport) throw new UsageError(`${path} is no exported toolset`);
  const tools = (exported.tools as unknown[]).flatMap((item) => {
    const signature = isJsonObject(item) ? checkSignature(item.signature, { mode: 'read' }).value : undefined;
    return signature === undefined ? [] : [toTool(signature, isJsonObject(item) ? item.original : undefined)];
  });
  return { tools, open: exported.mode === 'open' };
}

function toTool({ name, input_parameters, output_parameters }: ToolSignature, original: unknown): ProcedureTool {
  const other =
    isJsonObject(original) && typeof original.name === 'string' && original.name !== name ? [original.name] : [];
  return { name, otherNames: other, inputs: input_parameters, outputs: output_parameters };
}
