/** `dragoman procedures check`: reports every error in a procedure with line and column. */
import type { Diagnostic } from '@dragoman/model';
import type { Command, CommandContext } from '../command/command.js';
import { UsageError } from '../command/usage-error.js';
import { readOrRefuse, readText } from '../files/read-documents.js';
import { readToolsetExport } from '../files/read-toolset-export.js';
import { printFindings, toDiagnostic } from '../output/design-output.js';
import { connect } from '../registry/connect.js';

/** Checks a procedure. */
export const proceduresCheck: Command = {
  name: 'procedures check',
  summary: 'Check an operating procedure against a toolset',
  details:
    'Reports tools, inputs and outputs that do not exist, selected tools that are never mentioned, and steps that ' +
    'use values before they are produced. With --export nothing is sent over the network: the toolset is read from a ' +
    'file that "toolsets export" ' +
    'wrote. Exit code 1 when there are errors; with --strict also for warnings.',
  arguments: [{ name: 'file', required: true, multiple: false, description: 'Markdown file, or "-"' }],
  options: [
    { name: 'toolset', value: 'id', description: 'Id of a toolset in the registry' },
    { name: 'export', value: 'file', description: 'File with an exported toolset (JSON)' },
    { name: 'strict', description: 'Fail on warnings too' },
  ],
  examples: [
    { line: 'dragoman procedures check desk.md --toolset harbour-desk', explanation: 'Errors with their location' },
    {
      line: 'dragoman procedures check desk.md --export toolset.json --strict',
      explanation: 'In CI, without a registry',
    },
  ],
  async run(context) {
    const { args, options, print, runtime } = context;
    const [file = ''] = args;
    const [toolset, path] = [options.text('toolset'), options.text('export')];
    if ((toolset === undefined) === (path === undefined)) throw new UsageError('give either --toolset or --export');
    const text = await readOrRefuse(file, () => readText(runtime, file));
    const findings =
      toolset === undefined ? await checkOffline(context, text, path ?? '') : await checkOnline(context, text, toolset);
    return printFindings(print, findings, { file, strict: options.flag('strict') });
  },
};

async function checkOnline(context: CommandContext, text: string, toolset: string): Promise<Diagnostic[]> {
  const { signal } = context.runtime;
  const { findings } = await connect(context).procedures.check(toolset, text, { signal });
  return findings.map(toDiagnostic);
}

async function checkOffline({ runtime }: CommandContext, text: string, path: string): Promise<Diagnostic[]> {
  const { checkProcedure, readProcedure } = await import('@dragoman/core/conversion');
  const { diagnostics } = checkProcedure(readProcedure(text), await readToolsetExport(runtime, path));
  return diagnostics.map((each) =>
    each.location.start === undefined ? each : { ...each, location: { ...each.location, pointer: '' } },
  );
}
