/** `dragoman search`: the agents for a task in words, best first. */
import type { Command } from '../command.js';
import { conditionOptions, conditionsOf } from '../conditions.js';
import { connect } from '../connect.js';
import { agentColumns, agentRow, hitColumns, hitRow } from '../output/agent-table.js';
import { line } from '../output/paint.js';

/** Searches for agents. */
export const search: Command = {
  name: 'search',
  summary: 'Find agents for a task described in words',
  details: 'Without words the conditions alone select. Exit code 1 when nothing was found.',
  arguments: [{ name: 'words', required: false, multiple: true, description: 'What is to be done' }],
  options: [
    ...conditionOptions,
    { name: 'top', value: 'n', description: 'Most hits to show (10 unless given, at most 100)' },
    { name: 'skip', value: 'n', description: 'Hits to leave out from the start' },
    { name: 'min-score', value: 'x', description: 'Leave out hits below this score, from 0 to 1' },
    { name: 'full', description: 'With --json: the whole metadata of each hit' },
  ],
  examples: [
    { line: 'dragoman search "is it too windy to load containers"', explanation: 'The best agents for a question' },
    { line: 'dragoman search translate contracts --language zh --top 3', explanation: 'Three that know Chinese' },
    { line: 'dragoman search invoices --capability ocr --json', explanation: 'For a program' },
  ],
  async run(context) {
    const { args, options, print, surroundings } = context;
    const query = args.join(' ').trim();
    const top = options.number('top', { min: 1, max: 100 });
    const skip = options.number('skip', { min: 0, max: 10_000 });
    const minScore = options.number('min-score', { min: 0, max: 1, whole: false });
    const result = await connect(context).agents.search(
      {
        ...conditionsOf(options),
        ...(query === '' ? {} : { query }),
        ...(top === undefined ? {} : { top }),
        ...(skip === undefined ? {} : { skip }),
        ...(minScore === undefined ? {} : { minScore }),
        ...(options.flag('full') ? { includeMetadata: true } : {}),
      },
      { signal: surroundings.signal },
    );
    const { hits, count } = result;
    if (print.json) print.value(result);
    else if (hits.length > 0) {
      const scored = hits.some(({ score }) => score !== undefined);
      const row = scored ? hitRow : agentRow;
      print.table(
        scored ? hitColumns : agentColumns,
        hits.map((hit) => row(hit, print.colour)),
      );
      if (count !== undefined && count > hits.length) print.note(line`${hits.length} of ${count} hits`);
    }
    if (hits.length === 0) print.note(line`nothing found`);
    return hits.length === 0 ? 1 : 0;
  },
};
