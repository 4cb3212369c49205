/** `dragoman toolsets find`: searches the tools that can be added to a toolset. */
import type { Impact } from '@dragoman/model';
import type { ToolOffer } from '@dragoman/sdk';
import type { Command } from '../command/command.js';
import { UsageError } from '../command/usage-error.js';
import { printOffers } from '../output/toolset-table.js';
import { connect } from '../registry/connect.js';
import { line } from '../terminal/paint.js';

/** Maximum number of tools that a search with words returns. */
const maxRanked = 200;

const impacts = ['informational', 'reversible', 'irreversible'] as const satisfies readonly Impact[];

/** Searches tools. */
export const toolsetsFind: Command = {
  name: 'toolsets find',
  summary: 'Find the tools that can be added to a toolset, best first',
  arguments: [
    { name: 'word', required: false, multiple: true, description: 'The task, in words; all tools by default' },
  ],
  options: [
    { name: 'tag', value: 'tag', multiple: true, description: 'Tags that a tool must have' },
    { name: 'agent', value: 'id', multiple: true, description: 'Only tools of these services' },
    {
      name: 'impact',
      value: 'impact',
      multiple: true,
      description: `Only tools with one of these impacts: ${impacts.join(', ')}`,
    },
    { name: 'source', value: 'id', multiple: true, description: 'Only tools from these sources' },
    { name: 'top', value: 'count', description: 'Maximum number of tools (default: 50)' },
  ],
  examples: [{ line: 'dragoman toolsets find refill --tag pharmacy', explanation: 'Tools about refills' }],
  async run(context) {
    const { args, print, options, runtime } = context;
    const most = options.number('top', { min: 1, max: 10_000 }) ?? 50;
    const found: ToolOffer[] = [];
    const conditions = {
      tags: options.texts('tag'),
      agents: options.texts('agent'),
      sources: options.texts('source'),
      impacts: options.texts('impact').map(readImpact),
      signal: runtime.signal,
      ...(args.length === 0 ? { order: 'name' as const } : { text: args.join(' ') }),
    };
    for await (const offer of connect(context).toolsets.offers(conditions)) {
      found.push(offer);
      if (found.length >= most) break;
    }
    if (print.json) print.value(found);
    else if (found.length > 0) printOffers(print, found);
    if (found.length === 0) print.note(line`No tool matches.`);
    if (args.length > 0 && found.length === maxRanked && found.length < most) {
      print.note(line`Only the best ${maxRanked} tools are listed; add words, --tag or --agent to narrow the search.`);
    }
    return 0;
  },
};

function readImpact(text: string): Impact {
  const impact = impacts.find((each) => each === text);
  if (impact === undefined) throw new UsageError(`unknown impact ${text}; use one of ${impacts.join(', ')}`);
  return impact;
}
