/** `dragoman procedures new`: a first draft of a procedure over the tools of a toolset. */
import type { ToolSignature } from '@dragoman/model';
import type { Command } from '../command.js';
import { connect, credentialOf } from '../connect.js';
import { line } from '../output/paint.js';
import { serverOf } from '../server-address.js';

/** Drafts a procedure. */
export const proceduresNew: Command = {
  name: 'procedures new',
  summary: 'Draft an operating procedure over the tools of a toolset',
  details:
    'Every tool of the set gets a numbered step; what one tool gives is handed to the next where the names agree. Put the ' +
    'steps in order, say when to take each, then check and save it. The draft is written to standard output, in Markdown.',
  arguments: [{ name: 'toolset', required: true, multiple: false, description: 'Id of the toolset' }],
  options: [{ name: 'title', value: 'text', description: 'Heading of the draft (the id unless given)' }],
  examples: [
    { line: 'dragoman procedures new harbour-desk > desk.md', explanation: 'A draft over the tools of a set' },
  ],
  async run(context) {
    const { args, options, print, surroundings } = context;
    const [toolset = ''] = args;
    const [{ createToolRoot }, { draftProcedure }] = await Promise.all([
      import('@dragoman/sdk/executor'),
      import('@dragoman/core/conversion'),
    ]);
    // Asked as the registry's own: what a root answers would count as a vendor's words.
    await connect(context).toolsets.read(toolset, { signal: surroundings.signal });
    const credential = credentialOf(context);
    const root = createToolRoot({
      label: 'toolset',
      root: new URL(`/toolsets/${encodeURIComponent(toolset)}`, serverOf(context)).href,
      fetch: surroundings.fetch,
      allowInsecure: true,
      ...(credential === undefined ? {} : { credential }),
    });
    const tools: ToolSignature[] = [];
    for await (const tool of root.list({}, { signal: surroundings.signal })) tools.push(tool);
    const text = draftProcedure({ title: options.text('title') ?? toolset, tools });
    if (print.json) print.value({ text });
    else print.raw(text);
    print.note(line`Next: put the steps in order, then "dragoman procedures check <file> --toolset ${toolset}"`);
    return 0;
  },
};
