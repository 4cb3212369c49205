/** The part of pass 5 that checks intent, outcome, and every other text that reaches a model. */

import { childPointer } from '@dragoman/documents';
import type { JsonValue } from '@dragoman/model';
import { isJsonObject } from '@dragoman/model';
import { agisLimits } from '../limits.js';
import { findOrder, listDescribedTexts } from './described-texts.js';
import { findInstruction } from './instruction-tokens.js';
import type { SemanticReading } from './semantic-reading.js';
import { countSentences, findInternals, findTechnicalWord, findVagueness, pointsElsewhere } from './sentence.js';

/** Checks the two sentences of a block, then hints and error texts. */
export function checkSemanticTexts(reading: SemanticReading): void {
  const { semantic, pointer } = reading;
  const intent = textOf(semantic.intent);
  const outcome = textOf(semantic.outcome);
  if (intent === undefined) reportMissing(reading, 'intent', 'agis/no-intent');
  else checkIntent(reading, intent);
  if (outcome === undefined) reportMissing(reading, 'outcome', 'agis/no-outcome');
  else checkOutcome(reading, outcome, intent);
  for (const [field, text] of [['intent', intent] as const, ['outcome', outcome] as const]) {
    if (text !== undefined) checkSafety(reading, { field, text, at: `${pointer}/${field}` });
  }
  checkOtherTexts(reading);
}

function textOf(value: JsonValue | undefined): string | undefined {
  return typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined;
}

function reportMissing(reading: SemanticReading, field: string, code: 'agis/no-intent' | 'agis/no-outcome'): void {
  reading.report(code, { pointer: `${reading.pointer}/${field}`, element: field });
}

function checkIntent(reading: SemanticReading, intent: string): void {
  const at = { pointer: `${reading.pointer}/intent`, element: intent };
  if (isSeveral(reading, intent)) reading.report('agis/intent-sentences', at);
  const internals = findInternals(intent);
  const technical = internals === undefined ? findTechnicalWord(intent) : undefined;
  if (internals !== undefined) reading.report('agis/intent-internals', { ...at, parameters: { words: internals } });
  if (technical !== undefined) reading.report('agis/intent-technical', { ...at, parameters: { words: technical } });
  if (pointsElsewhere(intent)) reading.report('agis/outside-documentation', at);
}

function checkOutcome(reading: SemanticReading, outcome: string, intent: string | undefined): void {
  const at = { pointer: `${reading.pointer}/outcome`, element: outcome };
  if (isSeveral(reading, outcome)) reading.report('agis/outcome-sentences', at);
  const vague = findVagueness(outcome, intent);
  if (vague !== undefined) reading.report('agis/outcome-vague', { ...at, parameters: { why: vague } });
}

/** Sentences are not counted in other languages, which punctuate differently (reading R38). */
function isSeveral({ context }: SemanticReading, text: string): boolean {
  return countSentences(text) > 1 && context.words.readIntent(text.slice(0, agisLimits.sentence)).english;
}

interface SafeText {
  field: string;
  text: string;
  at: string;
}

function checkSafety(reading: SemanticReading, { field, text, at }: SafeText): void {
  const count = countCharacters(text);
  const { sentence: limit } = agisLimits;
  if (count > limit) {
    const severity = reading.context.options.strict ? 'error' : 'warning';
    reading.report('agis/long-text', { pointer: at, element: field, parameters: { field, count, limit }, severity });
  }
  const words = reading.context.words.recall(findInstruction, text);
  if (words !== undefined) {
    reading.report('agis/instruction', { pointer: at, element: text, parameters: { field, words } });
  }
}

/** Counts code points; the text is already trimmed. */
function countCharacters(text: string): number {
  if (text.length <= agisLimits.sentence) return text.length;
  let count = 0;
  for (const _ of text) count += 1;
  return count;
}

/** Maximum number of phrases checked per endpoint. */
const maxPhrases = 500;

function checkOtherTexts(reading: SemanticReading): void {
  const { semantic, pointer, endpoint } = reading;
  const hints = isJsonObject(semantic.parameter_hints) ? semantic.parameter_hints : {};
  const phrases = Object.entries(hints).flatMap(([name, list]) => {
    const at = childPointer(`${pointer}/parameter_hints`, name);
    return (Array.isArray(list) ? list : [list]).map((text) => ({ place: `a hint for "${name}"`, text, at }));
  });
  const conditions = Array.isArray(endpoint.node.errors) ? endpoint.node.errors : [];
  const described = conditions.flatMap((condition, index) =>
    isJsonObject(condition)
      ? [
          {
            place: 'the description of an error',
            text: condition.description,
            at: `${endpoint.pointer}/errors/${index}`,
          },
        ]
      : [],
  );
  for (const { place, text, at } of [...phrases, ...described].slice(0, maxPhrases)) {
    if (typeof text === 'string') checkOther(reading, { place, text, at });
  }
  for (const side of ['input', 'output'] as const) {
    for (const found of listDescribedTexts(endpoint.node[side], `${endpoint.pointer}/${side}`)) {
      const words = findOrder(found, reading.context.words);
      if (words === undefined) continue;
      const place = `${found.isData ? 'a name or value' : 'a description'} in the ${side}`;
      reportOrder(reading, { place, text: found.text, at: found.pointer }, words);
    }
  }
}

interface OtherText {
  place: string;
  text: string;
  at: string;
}

function checkOther(reading: SemanticReading, { place, text, at }: OtherText): void {
  reportInstruction(reading, { place, text, at });
  const count = countCharacters(text);
  const { sentence: limit } = agisLimits;
  if (count <= limit) return;
  const parameters = { place: `${place} of ${reading.label}`, count, limit };
  reading.report('agis/long-hint', { pointer: at, element: place, parameters });
}

function reportInstruction(reading: SemanticReading, other: OtherText): void {
  const words = reading.context.words.recall(findInstruction, other.text);
  if (words !== undefined) reportOrder(reading, other, words);
}

function reportOrder(reading: SemanticReading, { place, text, at }: OtherText, words: string): void {
  const parameters = { place: `${place} of ${reading.label}`, words };
  reading.report('agis/instruction-elsewhere', { pointer: at, element: text, parameters });
}
