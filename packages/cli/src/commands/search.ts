/** `dragoman search`: finds services for a task described in words, best first. */
import type { Command } from '../command/command.js';
import { UsageError } from '../command/usage-error.js';
import { agentColumns, agentRow, hitColumns, hitRow } from '../output/agent-table.js';
import { conditionOptions, conditionsOf } from '../registry/conditions.js';
import { connect } from '../registry/connect.js';
import { searchOperations } from '../registry/search-operations.js';
import { line } from '../terminal/paint.js';

/** Searches for services. */
export const search: Command = {
  name: 'search',
  summary: 'Find services or operations for a task described in words',
  details:
    'Without words, only the filters apply. --operations ranks single operations of all services, as resolve does, and accepts --tag, --status, --service and --impact. Exit code 1 when nothing was found.',
  arguments: [{ name: 'words', required: false, multiple: true, description: 'The task, in words' }],
  options: [
    ...conditionOptions,
    { name: 'top', value: 'n', description: 'Maximum number of results (default: 10, at most 100)' },
    { name: 'skip', value: 'n', description: 'Number of results to skip' },
    { name: 'min-score', value: 'x', description: 'Omit results below this score, from 0 to 1' },
    { name: 'operations', description: 'Find single operations instead of services' },
    {
      name: 'service',
      value: 'id',
      multiple: true,
      description: 'With --operations: only of this service (repeatable: any of them)',
    },
    {
      name: 'impact',
      value: 'word',
      multiple: true,
      choices: ['informational', 'reversible', 'irreversible'],
      description: 'With --operations: informational, reversible or irreversible (repeatable: any of them)',
    },
    { name: 'full', description: 'With --json: print the whole metadata of each result' },
  ],
  examples: [
    { line: 'dragoman search "is it too windy to load containers"', explanation: 'The best services for a question' },
    {
      line: 'dragoman search translate contracts --language zh --top 3',
      explanation: 'Three services that support Chinese',
    },
    { line: 'dragoman search invoices --capability ocr --json', explanation: 'As JSON' },
    {
      line: 'dragoman search refund an order --operations --impact reversible',
      explanation: 'Operations whose effect can be undone',
    },
  ],
  async run(context) {
    if (context.options.flag('operations')) return searchOperations(context);
    const { args, options, print, runtime } = context;
    for (const name of ['service', 'impact'])
      if (options.texts(name).length > 0) throw new UsageError(`--${name} needs --operations`);
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
      { signal: runtime.signal },
    );
    const { hits, count } = result;
    if (print.json) print.value(result);
    else if (hits.length > 0) {
      const scored = hits.some(({ score }) => score !== undefined);
      const row = scored ? hitRow : agentRow;
      print.table(
        scored ? hitColumns : agentColumns,
        hits.map((hit) => row(hit, print.color)),
      );
      if (count !== undefined && count > hits.length) print.note(line`${hits.length} of ${count} results`);
    }
    if (hits.length === 0) print.note(line`Nothing found.`);
    return hits.length === 0 ? 1 : 0;
  },
};
