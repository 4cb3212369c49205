/** Measures the decisions of resolution on the everyday set: found, ask or nothing, and the steps of a request. */
import type { Embedder } from '@dragoman/core/embedder';
import type { Resolution } from '@dragoman/core/engine';
import type { BenchReport } from '../../bench.js';
import { createResolverRig } from '../resolver-rig.js';
import { type EverydayRequest, type Half, type RequestKind, readEverydaySet } from './everyday-set.js';

const shown = 5;
const answerable: ReadonlySet<RequestKind> = new Set(['worded', 'plain']);

interface Answered extends EverydayRequest {
  resolution: Resolution;
  /** `service.operation` of each candidate. */
  candidates: string[];
}

/** One column of the table: its title, and its value over the answers. */
interface Column {
  title: string;
  name: string;
  of: (answers: readonly Answered[]) => number;
}

function share(all: readonly Answered[], test: (answer: Answered) => boolean): number {
  return all.filter(test).length / Math.max(1, all.length);
}

const ofKind = (answers: readonly Answered[], ...kinds: RequestKind[]) =>
  answers.filter(({ kind }) => kinds.includes(kind));
const decided = (decision: Resolution['decision']) => (answer: Answered) => answer.resolution.decision === decision;
const isRight = (answer: Answered) =>
  answerable.has(answer.kind) && answer.operations.includes(answer.candidates[0] ?? '');
const isAmong = ({ operations, candidates }: Answered) => operations.some((each) => candidates.includes(each));
/** Every right operation is among those that the question names. */
const asksBetween = ({ operations, resolution }: Answered) => {
  const between = resolution.question?.between.map(({ id, operation }) => `${id}.${operation}`) ?? [];
  return operations.every((each) => between.includes(each));
};
const hasSteps = ({ operations, resolution }: Answered) => resolution.steps?.length === operations.length;
const stepsRight = (answer: Answered) =>
  hasSteps(answer) &&
  answer.operations.every((each, at) =>
    answer.resolution.steps?.[at]?.candidates.some(({ entry, operation }) => `${entry.id}.${operation.name}` === each),
  );

const single = (answers: readonly Answered[]) => answers.filter(({ kind }) => kind !== 'steps');
const columns: readonly Column[] = [
  { title: 'found', name: 'found', of: (all) => share(single(all), decided('found')) },
  { title: 'found right', name: 'found_right', of: (all) => share(single(all).filter(decided('found')), isRight) },
  { title: 'worded found', name: 'worded_found', of: (all) => share(ofKind(all, 'worded'), decided('found')) },
  { title: 'lost', name: 'lost', of: (all) => share(ofKind(all, 'worded', 'plain', 'twins'), decided('nothing')) },
  { title: 'plain top 1', name: 'plain_top1', of: (all) => share(ofKind(all, 'plain'), isRight) },
  { title: 'plain top 5', name: 'plain_top5', of: (all) => share(ofKind(all, 'plain'), isAmong) },
  { title: 'twins asked', name: 'twins_asked', of: (all) => share(ofKind(all, 'twins'), decided('ask')) },
  { title: 'asked with both', name: 'twins_both', of: (all) => share(ofKind(all, 'twins'), asksBetween) },
  { title: 'nothing: found', name: 'nothing_found', of: (all) => share(ofKind(all, 'nothing'), decided('found')) },
  { title: 'nothing: nothing', name: 'nothing_seen', of: (all) => share(ofKind(all, 'nothing'), decided('nothing')) },
  { title: 'opposite: found', name: 'opposite_found', of: (all) => share(ofKind(all, 'opposite'), decided('found')) },
  { title: 'steps seen', name: 'steps_seen', of: (all) => share(ofKind(all, 'steps'), hasSteps) },
  { title: 'steps right', name: 'steps_right', of: (all) => share(ofKind(all, 'steps'), stepsRight) },
  {
    title: 'split wrongly',
    name: 'split_wrongly',
    of: (all) => share(single(all), ({ resolution }) => resolution.steps !== undefined),
  },
];

/** Measures the decisions and adds the table to the report. */
export async function measureEveryday(
  models: readonly [name: string, model: Embedder | undefined][],
  halves: readonly Half[],
  report: BenchReport,
): Promise<Answered[]> {
  const { services, requests } = readEverydaySet();
  const rows: (string | number)[][] = [];
  const all: Answered[] = [];
  for (const [name, model] of models) {
    const ask = await createResolverRig(services, model, shown);
    for (const half of halves) {
      const answers: Answered[] = [];
      for (const request of requests.filter((each) => each.half === half)) {
        const resolution = await ask(request.text);
        const candidates = resolution.candidates.map(({ entry, operation }) => `${entry.id}.${operation.name}`);
        answers.push({ ...request, resolution, candidates });
      }
      rows.push([name, half, ...columns.map(({ of }) => of(answers))]);
      for (const { name: column, of } of columns) report.figures[`decision.${half}.${name}.${column}`] = of(answers);
      all.push(...answers);
    }
  }
  report.tables.push({
    title: `everyday requests: ${requests.length} on ${services.length} invented services`,
    columns: ['compared by', 'half', ...columns.map(({ title }) => title)],
    rows,
  });
  return all;
}
