/** `dragoman procedures save`: saves a procedure to the registry, as a new one or as a new version. */
import { isDragomanError } from '@dragoman/sdk';
import type { Command } from '../command/command.js';
import { UsageError } from '../command/usage-error.js';
import { readOrRefuse, readText } from '../files/read-documents.js';
import { printFindings, toDiagnostic } from '../output/design-output.js';
import { connect } from '../registry/connect.js';
import { line } from '../terminal/paint.js';

/** Saves a procedure. */
export const proceduresSave: Command = {
  name: 'procedures save',
  summary: 'Save an operating procedure to the registry',
  details:
    'Creates the procedure, or replaces the one with this id; older versions are kept. A draft can ' +
    'have errors, which are printed; with --ready, errors reject it.',
  arguments: [
    { name: 'id', required: true, multiple: false, description: 'Id of the procedure' },
    { name: 'file', required: true, multiple: false, description: 'Markdown file, or "-"' },
  ],
  options: [
    { name: 'toolset', value: 'id', description: 'The toolset it belongs to; required for a new procedure' },
    { name: 'name', value: 'text', description: 'Display name (default: the first heading)' },
    {
      name: 'description',
      value: 'text',
      description: 'What it is for and when to follow it; required for a new procedure',
    },
    { name: 'ready', description: 'Reject it if it has errors' },
  ],
  examples: [
    {
      line: 'dragoman procedures save desk desk.md --toolset harbour-desk --description "Answers captains." --ready',
      explanation: 'A new procedure, checked',
    },
  ],
  async run(context) {
    const { args, options, print, runtime } = context;
    const [id = '', file = ''] = args;
    const text = await readOrRefuse(file, () => readText(runtime, file));
    const client = connect(context);
    const { signal } = runtime;
    const before = await client.procedures.read(id, { signal }).catch((error: unknown) => {
      if (isDragomanError(error) && error.code === 'NOT_FOUND') return undefined;
      throw error;
    });
    const toolset = options.text('toolset') ?? before?.toolset;
    const description = options.text('description') ?? before?.description;
    if (toolset === undefined || description === undefined)
      throw new UsageError('a new procedure needs --toolset and --description');
    const name = options.text('name') ?? /^#\s+(.{1,200})$/m.exec(text)?.[1]?.trim() ?? before?.name ?? id;
    const request = { name, description, text, state: options.flag('ready') ? 'ready' : 'draft' } as const;
    const kept =
      before === undefined
        ? await client.procedures.create(toolset, { id, ...request }, { signal })
        : await client.procedures.replace(id, { ...request, toolset }, { signal, ifVersion: before.version });
    if (print.json) print.value(kept);
    else printFindings(print, kept.findings.map(toDiagnostic), { file, strict: false });
    print.note(line`${kept.id}, version ${kept.version}`);
    return 0;
  },
};
