/** The decision made from weighed candidates: one was found, the caller must choose, or nothing matches. */
import { askApart, askWhether } from './ask-apart.js';
import { mayMatch } from './calibrate.js';
import type { CalibrationWeights } from './calibration.js';
import type { English } from './english.js';
import { findTwins } from './find-twins.js';
import { minRunnerUpScore } from './rank-operations.js';
import type { Candidate, Resolution, ResolveRequest } from './resolution.js';

/** When no candidate is likely enough to be chosen, those with this share of the best score are named. */
const comparableShare = 0.5;
const maxNearest = 3;

/** What the decision depends on. */
export interface DecisionFacts {
  request: ResolveRequest;
  weights: CalibrationWeights;
  knowledge: English;
  /** How similar the request is to operations in general; undefined when that is unknown. */
  background: number | undefined;
}

/** The decision, with the candidates to show. */
export type Decision = Pick<Resolution, 'decision' | 'candidates' | 'question' | 'notes' | 'nearest'>;

/** Decides between the candidates, which are sorted best first. */
export function decide(
  weighed: readonly Candidate[],
  { request, weights, knowledge, background }: DecisionFacts,
): Decision {
  const fitting = weighed.filter(({ score }) => score >= minRunnerUpScore);
  const [best] = fitting;
  const matches = ({ score, reasons: { meaning } }: Candidate) => mayMatch(weights, { meaning, score, background });
  if (best === undefined || !fitting.some(matches)) {
    const notes = ['No operation of this catalogue that you may see matches the intent.', ...nearestNote(fitting)];
    return { decision: 'nothing', candidates: [], notes, nearest: weighed.slice(0, request.top) };
  }
  const twins = findTwins(fitting, { intent: request.intent, weights: weights.twin, knowledge });
  // What serves the same purpose as an unlikely candidate is as unlikely.
  if (twins.length > 1 && best.score >= weights.sure * comparableShare) {
    const others = fitting.filter((each) => !twins.includes(each));
    const question = askApart(twins);
    return { decision: 'ask', candidates: show([...twins, ...others], request), question, notes: [], nearest: [] };
  }
  const candidates = show(fitting, request);
  if (best.score >= weights.sure) return { decision: 'found', candidates, notes: [], nearest: [] };
  const comparable = fitting.filter(({ score }) => score >= best.score * comparableShare);
  return { decision: 'ask', candidates, question: askWhether(comparable), notes: [], nearest: [] };
}

/** The nearest operations, for a caller that wants to look at them. */
function nearestNote(candidates: readonly Candidate[]): string[] {
  const names = candidates.slice(0, maxNearest).map(({ entry, operation }) => `${operation.name} of ${entry.id}`);
  return names.length === 0 ? [] : [`The nearest operations are ${names.join(', ')}.`];
}

function show(candidates: readonly Candidate[], { top, ranked }: ResolveRequest): Candidate[] {
  const shown = candidates.slice(0, top);
  return ranked ? shown : shown.sort((a, b) => (a.entry.id < b.entry.id ? -1 : 1));
}
