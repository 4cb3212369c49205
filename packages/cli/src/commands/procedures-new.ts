/** `dragoman procedures new`: drafts a procedure for the tools of a toolset. */
import type { ToolSignature } from '@dragoman/model';
import type { Command } from '../command/command.js';
import { connect, credentialOf } from '../registry/connect.js';
import { serverOf } from '../registry/server-address.js';
import { line } from '../terminal/paint.js';

/** Drafts a procedure. */
export const proceduresNew: Command = {
  name: 'procedures new',
  summary: 'Draft an operating procedure for the tools of a toolset',
  details:
    'Each tool of the set gets a numbered step; the output of one tool is passed to the next if the names match. Put the ' +
    'steps in order, state when each applies, then check and save the procedure. The draft is Markdown on standard output.',
  arguments: [{ name: 'toolset', required: true, multiple: false, description: 'Id of the toolset' }],
  options: [{ name: 'title', value: 'text', description: 'Heading of the draft (default: the id)' }],
  examples: [{ line: 'dragoman procedures new harbour-desk > desk.md', explanation: 'A draft for the tools of a set' }],
  async run(context) {
    const { args, options, print, runtime } = context;
    const [toolset = ''] = args;
    const [{ createToolRoot }, { draftProcedure }] = await Promise.all([
      import('@dragoman/sdk/executor'),
      import('@dragoman/core/conversion'),
    ]);
    // Read through the registry first: errors of a tool root would be attributed to a vendor.
    await connect(context).toolsets.read(toolset, { signal: runtime.signal });
    const credential = credentialOf(context);
    const root = createToolRoot({
      label: 'toolset',
      root: new URL(`/toolsets/${encodeURIComponent(toolset)}`, serverOf(context)).href,
      fetch: runtime.fetch,
      allowInsecure: true,
      ...(credential === undefined ? {} : { credential }),
    });
    const tools: ToolSignature[] = [];
    for await (const tool of root.list({}, { signal: runtime.signal })) tools.push(tool);
    const text = draftProcedure({ title: options.text('title') ?? toolset, tools });
    if (print.json) print.value({ text });
    else print.raw(text);
    print.note(line`Next: put the steps in order, then run "dragoman procedures check <file> --toolset ${toolset}"`);
    return 0;
  },
};
