/** The resolution of an intent with several steps, made from the resolutions of its steps. */
import type { Candidate, Exclusion, Resolution, ResolveRequest } from './resolution.js';

type StepResolution = readonly [intent: string, resolution: Resolution];

/** Undefined unless at least two steps lead to different operations: then the intent asks for one thing. */
export function combineSteps(steps: readonly StepResolution[], { top }: ResolveRequest): Resolution | undefined {
  const all = steps.map(([, resolution]) => resolution);
  const firsts = new Set(all.flatMap(({ candidates }) => candidates.slice(0, 1).map(keyOf)));
  const [first] = all;
  if (first === undefined || firsts.size < 2) return undefined;
  const open = steps.filter(([, { decision }]) => decision !== 'found');
  const notes = [...new Set(all.flatMap((each) => each.notes)), `The intent has ${steps.length} steps; see steps.`];
  return {
    decision: open.length === 0 ? 'found' : 'ask',
    candidates: firstOfEach(all).slice(0, top),
    ...(open.length === 0 ? {} : { question: questionOf(open) }),
    steps: steps.map(([intent, { decision, candidates, question, mood }]) => ({
      intent,
      decision,
      candidates,
      ...(question === undefined ? {} : { question }),
      ...(mood === undefined ? {} : { mood }),
    })),
    excluded: mergeExclusions(all),
    matchedBy: first.matchedBy,
    notes,
  };
}

function keyOf({ entry, operation }: Candidate): string {
  return `${entry.id}\n${operation.name}`;
}

/** The first candidate of each step, then the second of each, without repetitions. */
function firstOfEach(all: readonly Resolution[]): Candidate[] {
  const longest = Math.max(...all.map(({ candidates }) => candidates.length));
  const merged = new Map<string, Candidate>();
  for (let at = 0; at < longest; at += 1)
    for (const { candidates } of all) {
      const candidate = candidates[at];
      if (candidate !== undefined && !merged.has(keyOf(candidate))) merged.set(keyOf(candidate), candidate);
    }
  return [...merged.values()];
}

/** One sentence for each step that is not decided; the choices are those of the first. */
function questionOf(open: readonly StepResolution[]): NonNullable<Resolution['question']> {
  const texts = open.map(([intent, { question }]) => `"${intent}": ${question?.text ?? 'no operation matches.'}`);
  const between = open.find(([, { question }]) => question !== undefined)?.[1].question?.between ?? [];
  return { text: texts.join(' '), between };
}

function mergeExclusions(all: readonly Resolution[]): Exclusion[] {
  const lines = new Map<Exclusion['line'], Exclusion>();
  for (const { excluded } of all)
    for (const each of excluded) {
      const known = lines.get(each.line);
      if (known === undefined || known.count < each.count) lines.set(each.line, each);
    }
  return [...lines.values()];
}
