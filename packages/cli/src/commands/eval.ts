/** `dragoman eval`: a provider's or designer's own cases, tried on a description or on a catalogue. */
import type { CaseResult, Evaluation, EvaluationCase } from '@dragoman/core';
import { isJsonObject } from '@dragoman/model';
import type { Command, CommandContext } from '../command.js';
import { UsageError } from '../command.js';
import { connect } from '../connect.js';
import { line } from '../output/paint.js';
import { readValue } from '../read-documents.js';

const mostCases = 2_000;
const longestUtterance = 2_000;

/** Evaluates cases. */
export const evaluate: Command = {
  name: 'eval',
  summary: 'Try cases (utterance → operation) on a description or a catalogue',
  details:
    'The file holds a list of {"utterance": …, "operation": …}, or an object with that list under cases. With --against nothing is sent ' +
    'anywhere: the description is tried by words, and changes of wording are tried on what is confused. Without it the registry resolves ' +
    'every utterance. Exit code 1 when fewer cases come out right than --min asks for.',
  arguments: [{ name: 'file', required: true, multiple: false, description: 'Cases, JSON or YAML, or "-"' }],
  options: [
    { name: 'against', value: 'file', description: 'A description: OpenAPI, AGIS, N-ACT or AIDIP' },
    { name: 'min', value: 'share', description: 'Share of cases that must come out right, 0 to 1' },
  ],
  examples: [
    {
      line: 'dragoman eval cases.json --against openapi.yaml',
      explanation: 'Offline, with changes of wording that help',
    },
    { line: 'dragoman eval cases.json --min 0.9', explanation: 'On the registry, failing below nine in ten' },
  ],
  async run(context) {
    const { args, options, print } = context;
    const cases = readCases(await readValue(context.surroundings, args[0] ?? ''));
    const least = options.number('min', { min: 0, max: 1, whole: false });
    const path = options.text('against');
    const evaluation =
      path === undefined ? await evaluateOnline(context, cases) : await evaluateOffline(context, cases, path);
    if (print.json) print.value(evaluation);
    else show(evaluation, context);
    return least !== undefined && evaluation.first < least ? 1 : 0;
  },
};

function readCases(value: unknown): EvaluationCase[] {
  const listed = isJsonObject(value) ? value.cases : value;
  if (!Array.isArray(listed) || listed.length === 0) throw new UsageError('the file holds no list of cases');
  if (listed.length > mostCases) throw new UsageError(`the file holds more than ${mostCases} cases`);
  const wrong: number[] = [];
  const cases = listed.flatMap((each: unknown, at): EvaluationCase[] => {
    const { utterance, operation } = isJsonObject(each) ? each : {};
    if (
      typeof utterance === 'string' &&
      typeof operation === 'string' &&
      utterance.trim() !== '' &&
      utterance.length <= longestUtterance
    ) {
      return [{ utterance, operation }];
    }
    wrong.push(at);
    return [];
  });
  if (wrong.length === 0) return cases;
  throw new UsageError(`cases ${wrong.slice(0, 20).join(', ')} lack an utterance or an operation (counted from 0)`);
}

async function evaluateOnline(context: CommandContext, cases: readonly EvaluationCase[]): Promise<Evaluation> {
  const { resultOf, summariseCases } = await import('@dragoman/core');
  const { agents } = connect(context);
  const results: CaseResult[] = [];
  for (const each of cases) {
    const { candidates } = await agents.resolve(
      { intent: each.utterance, top: 5 },
      { signal: context.surroundings.signal },
    );
    const names = candidates.map(({ invocation, id }) => invocation?.operation ?? id);
    results.push(resultOf(each, names));
  }
  return { ...summariseCases(results), changes: [] };
}

async function evaluateOffline(
  { surroundings }: CommandContext,
  cases: readonly EvaluationCase[],
  path: string,
): Promise<Evaluation> {
  const { evaluateDescriptions, readDescription } = await import('@dragoman/core');
  const document = await readValue(surroundings, path);
  if (!isJsonObject(document)) throw new UsageError(`${path} holds no description`);
  const { value, diagnostics } = readDescription(document, {
    at: new Date(0).toISOString(),
    strict: false,
    ownOrigins: [],
  });
  if (value === undefined)
    throw new UsageError(`${path} cannot be read: ${diagnostics[0]?.message ?? 'no description'}`);
  const entry = { ...value, id: value.id ?? 'described', owner: 'local', visibility: 'public' as const, grants: [] };
  return evaluateDescriptions([entry], cases);
}

function show({ cases, first, firstThree, confusions, changes }: Evaluation, { print }: CommandContext): void {
  print.note(line`${cases.length} cases: ${percent(first)} right, ${percent(firstThree)} among the first three`);
  if (confusions.length > 0) {
    print.table(
      [
        { title: 'meant', min: 10 },
        { title: 'found', min: 10 },
        { title: 'cases', min: 5 },
        { title: 'for example', min: 12, wide: true },
      ],
      confusions.map(({ expected, got, utterances }) => [
        expected,
        got ?? 'nothing',
        String(utterances.length),
        utterances[0] ?? '',
      ]),
    );
  }
  for (const { operation, kind, sentence, gain } of changes) {
    const what = kind === 'leave-out' ? 'leave out' : 'begin with';
    print.note(line`in ${operation} ${what} "${sentence}": ${gain} more right`);
  }
}

function percent(share: number): string {
  return `${(100 * share).toFixed(1)} %`;
}
