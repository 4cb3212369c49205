/** `dragoman procedures save`: keeps a procedure in the registry, as a new one or in the place of an older version. */
import { isDragomanError } from '@dragoman/sdk';
import type { Command } from '../command.js';
import { UsageError } from '../command.js';
import { connect } from '../connect.js';
import { printFindings, toDiagnostic } from '../output/design-output.js';
import { line } from '../output/paint.js';
import { readOrRefuse, readText } from '../read-documents.js';

/** Keeps a procedure. */
export const proceduresSave: Command = {
  name: 'procedures save',
  summary: 'Keep an operating procedure in the registry',
  details:
    'The procedure is made when there is none with this id, and replaced otherwise; older versions are kept. A draft may ' +
    'have errors, which are told; with --ready errors keep it out.',
  arguments: [
    { name: 'id', required: true, multiple: false, description: 'Id of the procedure' },
    { name: 'file', required: true, multiple: false, description: 'Markdown, or "-"' },
  ],
  options: [
    { name: 'toolset', value: 'id', description: 'The toolset that it belongs to; needed for a new one' },
    { name: 'name', value: 'text', description: 'Name for people (the first heading unless given)' },
    { name: 'description', value: 'text', description: 'What it is for and when to follow it; needed for a new one' },
    { name: 'ready', description: 'Refuse it while it has errors' },
  ],
  examples: [
    {
      line: 'dragoman procedures save desk desk.md --toolset harbour-desk --description "Answers captains." --ready',
      explanation: 'A new procedure, checked',
    },
  ],
  async run(context) {
    const { args, options, print, surroundings } = context;
    const [id = '', file = ''] = args;
    const text = await readOrRefuse(file, () => readText(surroundings, file));
    const client = connect(context);
    const { signal } = surroundings;
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
