/**
 * Pass 6: the intent agrees with what the method implies (AGIS §6.3). Order of evaluation (R25): a contradicting action
 * is an error; a repetition of the method is clean; everything else is left to similarity, if a model is given.
 */
import type { Finding, Findings } from '../finding.js';
import { createFindings } from '../finding.js';
import type { Pass, PassContext } from '../pass.js';
import { prohibitedMethods } from '../words/word-lists.js';
import { compareActions } from './compare-actions.js';
import { type ConsistencyCode, consistencyRules } from './semantic-consistency-rules.js';

/** Pass 6. */
export const semanticConsistency: Pass = { number: 6, name: 'Semantic Consistency', run, describe };

interface Subject {
  method: string;
  intent: string;
  pointer: string;
  context: PassContext;
  found: Findings<ConsistencyCode>;
}

function run(context: PassContext): Finding[] {
  const found = createFindings(6, consistencyRules, context);
  for (const { method, semantic, pointer } of context.endpoints) {
    const intent = semantic?.intent;
    if (method === undefined || typeof intent !== 'string' || intent.trim() === '') continue;
    // A banned method must be replaced anyway; its replacement is evaluated then.
    if (prohibitedMethods.has(method.toLowerCase())) continue;
    evaluate({ method: method.toUpperCase(), intent, pointer: `${pointer}/semantic/intent`, context, found });
  }
  return found.list();
}

/** Describes the basis of pass 6, so that a clean result is not overrated. */
function describe({ options }: PassContext): string {
  const { similarity, opinion, warnBelow, refuseBelow } = options;
  if (similarity === undefined) return 'evaluated by rules only, no similarity model';
  const second = opinion === undefined ? '' : `, second opinion by ${opinion.model}`;
  return `evaluated by rules and by ${similarity.model}, warning below ${warnBelow}, error below ${refuseBelow}${second}`;
}

function evaluate(subject: Subject): void {
  const { method, intent, context, found, pointer } = subject;
  const reading = context.words.readIntent(intent);
  const { similarity } = context.options;
  if (!reading.english && similarity === undefined) {
    found.report('agis/intent-not-evaluated', { pointer, element: method, parameters: { method } });
    return;
  }
  const comparison = reading.english
    ? compareActions(method, reading.verbs, context.words)
    : { verdict: 'open' as const };
  if (comparison.verdict === 'open') checkSimilarity(subject);
  if (!('verb' in comparison)) return;
  const { verdict, ...parameters } = comparison;
  found.report(`agis/intent-${verdict}`, { pointer, element: method, parameters: { method, ...parameters } });
}

function checkSimilarity({ method, intent, pointer, context, found }: Subject): void {
  const { similarity, warnBelow, refuseBelow, similarityRefuses, opinion } = context.options;
  if (similarity === undefined) return;
  const score = similarity.score(method, intent);
  if (score >= warnBelow) return;
  const far = score < refuseBelow;
  if (!far && opinion?.agrees(method, intent) === true) return;
  const limit = far ? refuseBelow : warnBelow;
  const parameters = { method, score: score.toFixed(2), limit, model: similarity.model };
  const severity = far && similarityRefuses ? 'error' : 'warning';
  found.report(far ? 'agis/intent-far' : 'agis/intent-unlike', { pointer, element: method, parameters, severity });
}
