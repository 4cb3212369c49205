/** `dragoman agis fmt`: formats AGIS documents canonically. */
import { resolve } from 'node:path';
import type { PrintedSyntax } from '@dragoman/agis';
import type { Command, CommandContext } from '../command/command.js';
import { UsageError } from '../command/usage-error.js';
import { readAgisFile } from '../files/read-agis.js';
import { agisFindingLines } from '../output/agis-report.js';
import { line } from '../terminal/paint.js';

/** Formats AGIS documents. */
export const agisFmt: Command = {
  name: 'agis fmt',
  summary: 'Format AGIS documents canonically',
  details:
    'Members in the order of the specification, methods in upper case, versions in quotes, shorthand expanded to JSON ' +
    'Schema. YAML comments are kept. The text goes to standard output; --write changes the file, --check only lists ' +
    'the files that would change (exit code 1). The illustrative notation becomes YAML.',
  arguments: [{ name: 'file', required: true, multiple: true, description: 'Documents, or "-" for standard input' }],
  options: [
    {
      name: 'to',
      value: 'syntax',
      choices: ['yaml', 'json'],
      description: 'Syntax to write (default: that of the file)',
    },
    { name: 'write', short: 'w', description: 'Write the result to the file' },
    { name: 'check', description: 'Change nothing; exit code 1 when a file is not formatted' },
  ],
  examples: [
    { line: 'dragoman agis fmt library.agis --write', explanation: 'Format the file' },
    { line: 'dragoman agis fmt pasted.agis --to json', explanation: 'Convert to JSON' },
    { line: 'dragoman agis fmt *.agis --check', explanation: 'For CI' },
  ],
  async run(context) {
    const { args, options, print } = context;
    const several = args.length > 1 && !options.flag('write') && !options.flag('check');
    if (several) throw new UsageError('several files need --write or --check');
    if (options.flag('write') && args.includes('-'))
      throw new UsageError('--write needs files; it cannot write to standard input');
    const files: FormattedFile[] = [];
    for (const path of args) files.push(await formatFile(context, path));
    if (print.json)
      print.value({
        files: files.map(({ file, readable, changed, text }) => ({
          file,
          readable,
          changed,
          ...(text === undefined ? {} : { text }),
        })),
      });
    if (files.some(({ readable }) => !readable)) return 2;
    return options.flag('check') && files.some(({ changed }) => changed) ? 1 : 0;
  },
};

interface FormattedFile {
  file: string;
  readable: boolean;
  changed: boolean;
  /** The new text, unless it was written to the file. */
  text?: string;
}

async function formatFile(context: CommandContext, path: string): Promise<FormattedFile> {
  const { options, print, runtime } = context;
  const { value, diagnostics, text, uri } = await readAgisFile(context, path);
  if (value === undefined) {
    const style = { file: uri, text, color: print.noteColor, width: print.width, all: false };
    for (const shown of agisFindingLines(diagnostics, style)) print.note(shown);
    return { file: uri, readable: false, changed: false };
  }
  const { formatAgis } = await import('@dragoman/agis');
  const formatted = formatAgis(value, options.text('to') as PrintedSyntax | undefined);
  const changed = formatted !== text;
  if (options.flag('check')) {
    if (changed && !print.json) print.out(line`${uri}`);
    return { file: uri, readable: true, changed };
  }
  if (options.flag('write')) {
    if (changed) await runtime.writeFile(resolve(runtime.cwd, path), formatted);
    if (changed) print.note(line`wrote ${uri}`);
    return { file: uri, readable: true, changed };
  }
  if (!print.json) print.raw(formatted);
  return { file: uri, readable: true, changed, text: formatted };
}
