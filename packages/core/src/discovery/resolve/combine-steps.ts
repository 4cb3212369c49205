/** Adds the resolutions of the steps to that of an intent that asks for several operations. */
import type { Candidate, Resolution } from './resolution.js';

type StepResolution = readonly [intent: string, resolution: Resolution];

/**
 * The resolution of the whole intent with its steps; without them unless two steps lead to different operations. Where
 * the whole does not ask for an action, neither do its parts: a condition may apply to all of them. Where nothing matches
 * the whole, a part counts only if it is found.
 */
export function combineSteps(whole: Resolution, steps: readonly StepResolution[]): Resolution {
  const firsts = new Map(
    steps.flatMap(([, { candidates }]) => candidates.slice(0, 1).map((first) => [keyOf(first), first])),
  );
  if (firsts.size < 2 || whole.mood !== undefined) return whole;
  if (whole.decision === 'nothing' && !steps.some(([, { decision }]) => decision === 'found')) return whole;
  const { question: _, ...rest } = whole;
  const open = steps.filter(([, { decision }]) => decision !== 'found');
  return {
    ...rest,
    decision: open.length === 0 ? 'found' : 'ask',
    candidates: whole.candidates.length === 0 ? [...firsts.values()] : whole.candidates,
    ...(open.length === 0 ? {} : { question: questionOf(open) }),
    steps: steps.map(([intent, { decision, candidates, question, mood }]) => ({
      intent,
      decision,
      candidates,
      ...(question === undefined ? {} : { question }),
      ...(mood === undefined ? {} : { mood }),
    })),
    notes: [...whole.notes, `The intent has ${steps.length} steps; see steps.`],
  };
}

function keyOf({ entry, operation }: Candidate): string {
  return `${entry.id}\n${operation.name}`;
}

/** One sentence for each step that is not decided; the choices are those of the first. */
function questionOf(open: readonly StepResolution[]): NonNullable<Resolution['question']> {
  const texts = open.map(([intent, { question }]) => `"${intent}": ${question?.text ?? 'no operation matches.'}`);
  const between = open.find(([, { question }]) => question !== undefined)?.[1].question?.between ?? [];
  return { text: texts.join(' '), between };
}
