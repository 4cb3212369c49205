/** `dragoman sculpt check`: reports every error in a workflow file with line and column. */
import type { ParsedArazzo } from '@dragoman/core/conversion';
import type { Diagnostic } from '@dragoman/model';
import { hasErrors } from '@dragoman/model';
import type { Command } from '../command/command.js';
import { readWorkflows } from '../files/read-workflows.js';
import { diagnosticLines } from '../output/diagnostic-lines.js';
import { checkTargets } from '../registry/check-targets.js';
import { line } from '../terminal/paint.js';

/** Checks workflows. */
export const sculptCheck: Command = {
  name: 'sculpt check',
  summary: 'Check a workflow file (Arazzo 1.0)',
  details:
    'Reports every error with its location, and inputs and outputs that only programs would exchange. Sources that are OpenAPI ' +
    'files are read, and the steps are checked against them. With --online, operations of other sources are looked up in the ' +
    'catalogue too; otherwise nothing is sent over the network. Exit code 0 when the file can be run, 1 when it has errors; with --strict also for warnings.',
  arguments: [{ name: 'file', required: true, multiple: false, description: 'JSON or YAML, or "-"' }],
  options: [
    { name: 'strict', description: 'Fail on warnings too' },
    { name: 'online', description: 'Look up the services and operations that the steps call' },
  ],
  examples: [
    { line: 'dragoman sculpt check weather.yaml', explanation: 'Errors with their location' },
    { line: 'dragoman sculpt check weather.yaml --strict --json', explanation: 'For CI' },
    { line: 'dragoman sculpt check weather.yaml --online', explanation: 'Check against the catalogue too' },
  ],
  async run(context) {
    const { args, options, print } = context;
    const [path = ''] = args;
    const parsed = await readWorkflows(context, path);
    const { value } = parsed;
    const reach = { sources: parsed.sources, online: options.flag('online') };
    const looked = value === undefined ? [] : await checkTargets(context, value, reach);
    const diagnostics = [...parsed.diagnostics, ...looked.map((each) => placed(parsed, each))];
    const faulty = hasErrors(diagnostics) || (options.flag('strict') && diagnostics.some(isWarning));
    if (print.json) print.value({ ok: !faulty, diagnostics });
    else {
      for (const text of diagnosticLines(diagnostics, path, print.color)) print.out(text);
      if (!faulty) print.out(line`${print.color.good('ok')}  ${describe(value?.workflows.length ?? 0)}  ${path}`);
    }
    return faulty ? 1 : 0;
  },
};

function placed({ locate }: ParsedArazzo, diagnostic: Diagnostic): Diagnostic {
  const start = locate?.(diagnostic.location.pointer);
  return start === undefined ? diagnostic : { ...diagnostic, location: { ...diagnostic.location, start } };
}

function isWarning({ severity }: Diagnostic): boolean {
  return severity === 'warning';
}

function describe(count: number): string {
  return count === 1 ? '1 workflow' : `${count} workflows`;
}
