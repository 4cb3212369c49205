/** `dragoman resolve`: finds the operation for a task, with reasons; offers nothing if nothing fits. */
import type { ResolvedCandidate, ResolvedDecision, ResolvedIntent, ResolveIntent } from '@dragoman/sdk';
import type { Command, CommandContext } from '../command/command.js';
import { UsageError } from '../command/usage-error.js';
import { connect } from '../registry/connect.js';
import { line } from '../terminal/paint.js';
import type { Column } from '../terminal/table.js';

const impacts = ['informational', 'reversible', 'irreversible'] as const;

const columns: readonly Column[] = [
  { title: 'score' },
  { title: 'service' },
  { title: 'operation' },
  { title: 'still needs', min: 12 },
  { title: 'why', min: 16, prose: true },
];

/** Resolves an intent. */
export const resolve: Command = {
  name: 'resolve',
  summary: 'Find the best operation for a task, and explain the choice',
  details:
    'Exit code 1 when no operation matches; near misses are not listed. When several services match, or none with ' +
    'certainty, a question to ask the user is shown. A task with several steps gets candidates for each step.',
  arguments: [{ name: 'intent', required: true, multiple: true, description: 'The task, in words' }],
  options: [
    { name: 'domain', value: 'words', description: 'Domain of the task' },
    { name: 'language', value: 'tag', multiple: true, description: 'Language that the service must support' },
    {
      name: 'holds',
      value: 'name',
      multiple: true,
      description: 'Input that you can provide (its name, not its value)',
    },
    { name: 'certified', description: 'Only services that declare a certification' },
    { name: 'verified', description: 'Only services that the registry has verified' },
    { name: 'min-quality', value: 'x', description: 'Minimum quality, from 0 to 5' },
    { name: 'max-impact', value: 'word', description: `Maximum impact of a call: ${impacts.join(', ')}` },
    { name: 'publisher', value: 'name', multiple: true, description: 'Only services of this publisher' },
    { name: 'deny', value: 'id', multiple: true, description: 'Exclude this service' },
    { name: 'top', value: 'n', description: 'Maximum number of candidates (default: 5, at most 20)' },
    { name: 'why', description: 'Show the parts of each score and the thresholds of the decision' },
  ],
  examples: [
    {
      line: 'dragoman resolve "is it too windy to load containers in Gdansk"',
      explanation: 'Find the right operation',
    },
    {
      line: 'dragoman resolve "refund the order" --max-impact reversible',
      explanation: 'Exclude irreversible operations',
    },
    { line: 'dragoman resolve "translate a contract" --certified --json', explanation: 'For a program' },
  ],
  async run(context) {
    const { print, runtime } = context;
    const resolved = await connect(context).agents.resolve(readIntent(context), { signal: runtime.signal });
    if (print.json) print.value(resolved);
    else show(resolved, context);
    return resolved.decision === 'nothing' ? 1 : 0;
  },
};

function readIntent({ args, options }: CommandContext): ResolveIntent {
  const impact = options.text('max-impact');
  const most = impacts.find((word) => word === impact);
  if (impact !== undefined && most === undefined)
    throw new UsageError(`--max-impact takes ${impacts.join(', ')}, not "${impact}"`);
  const [domain, quality] = [options.text('domain'), options.number('min-quality', { min: 0, max: 5, whole: false })];
  const [languages, holds] = [options.texts('language'), options.texts('holds')];
  const [publishers, denied] = [options.texts('publisher'), options.texts('deny')];
  const context = {
    ...(domain === undefined ? {} : { domain }),
    ...(languages.length === 0 ? {} : { languages }),
    ...(holds.length === 0 ? {} : { holds }),
  };
  const policy = {
    ...(options.flag('certified') ? { certified_only: true } : {}),
    ...(options.flag('verified') ? { verified_only: true } : {}),
    ...(quality === undefined ? {} : { min_quality_score: quality }),
    ...(most === undefined ? {} : { max_impact: most }),
    ...(publishers.length === 0 ? {} : { publishers }),
    ...(denied.length === 0 ? {} : { denied }),
  };
  const top = options.number('top', { min: 1, max: 20 });
  return {
    intent: args.join(' '),
    ...(Object.keys(context).length === 0 ? {} : { context }),
    ...(Object.keys(policy).length === 0 ? {} : { policy }),
    ...(top === undefined ? {} : { top }),
    ...(options.flag('why') ? { explain: true } : {}),
  };
}

function show(resolved: ResolvedIntent, { print }: CommandContext): void {
  const { steps, excluded, notes, limits, nearest = [], ...whole } = resolved;
  if (steps === undefined) showDecision(whole, print);
  for (const [at, step] of (steps ?? []).entries()) {
    print.note(line`Step ${at + 1}: ${step.intent}`);
    showDecision(step, print);
  }
  for (const { line: by, count, ids } of excluded) print.note(line`excluded by ${by}: ${count} (${ids.join(', ')})`);
  for (const note of notes) print.note(line`${note}`);
  if (limits === undefined) return;
  if (nearest.length > 0) {
    print.note(line`Nearest operations, below the limit:`);
    print.table(columns, nearest.map(rowOf));
  }
  for (const [name, value] of Object.entries(limits)) print.note(line`limit ${name}: ${value}`);
}

function showDecision({ candidates, question }: ResolvedDecision, print: CommandContext['print']): void {
  if (candidates.length > 0) {
    print.table(
      columns,
      candidates.map((candidate) => rowOf(candidate)),
    );
  } else print.note(line`Nothing fits.`);
  if (question === undefined) return;
  print.note(line`${question.text}`);
  for (const { id, operation, difference } of question.between) print.note(line`  ${id} ${operation}: ${difference}`);
}

function rowOf({ id, score, invocation, reasons, shares }: ResolvedCandidate): string[] {
  const why = [
    ...Object.entries(shares ?? {}).map(([name, share]) => `${name} ${share.toFixed(2)}`),
    reasons === undefined || reasons.words.length === 0 ? '' : reasons.words.slice(0, 5).join(', '),
    ...(reasons?.notes ?? []),
  ];
  return [
    score === undefined ? '' : score.toFixed(2),
    id,
    invocation?.operation ?? '',
    reasons?.inputs.missing.map(({ name }) => name).join(', ') ?? '',
    why.filter((part) => part !== '').join('; '),
  ];
}
