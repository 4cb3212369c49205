/** The part of pass 5 that checks the two maps of a semantic block: parameter_hints and state_transition. */

import { childPointer } from '@dragoman/documents';
import type { JsonValue } from '@dragoman/model';
import { isJsonObject } from '@dragoman/model';
import { listInputProperties } from '../input-properties.js';
import type { SemanticReading } from './semantic-reading.js';

/** Checks the form of both maps, and that each hint belongs to a parameter. */
export function checkSemanticMaps(reading: SemanticReading): void {
  const { parameter_hints: hints, state_transition: transition } = reading.semantic;
  if (hints !== undefined) checkHints(reading, hints);
  if (transition !== undefined) checkTransitions(reading, transition);
}

function checkHints(reading: SemanticReading, hints: JsonValue): void {
  const pointer = `${reading.pointer}/parameter_hints`;
  if (!isJsonObject(hints)) {
    reading.report('agis/hints', { pointer, element: 'parameter_hints' });
    return;
  }
  const { properties, open } = listInputProperties(reading.endpoint.node.input, reading.context.document);
  const known = isJsonObject(reading.endpoint.node.input) && !open;
  for (const [name, phrases] of Object.entries(hints)) {
    const at = childPointer(pointer, name);
    if (typeof phrases === 'string') {
      const fix = { description: 'put the hint in a list', pointer: at, value: [phrases] };
      reading.report('agis/hint-text', { pointer: at, element: name, parameters: { name }, fix });
    } else if (!Array.isArray(phrases) || !phrases.every((phrase) => typeof phrase === 'string')) {
      reading.report('agis/hints', { pointer: at, element: name });
    }
    if (known && !properties.has(name)) {
      reading.report('agis/dangling-hint', { pointer: at, element: name, parameters: { name } });
    }
  }
}

function checkTransitions(reading: SemanticReading, transition: JsonValue): void {
  const pointer = `${reading.pointer}/state_transition`;
  if (!isJsonObject(transition)) {
    reading.report('agis/transition', {
      pointer,
      element: 'state_transition',
      parameters: { field: 'state_transition' },
    });
    return;
  }
  for (const [field, value] of Object.entries(transition)) {
    if (typeof value === 'string' && isTransition(value)) continue;
    reading.report('agis/transition', { pointer: childPointer(pointer, field), element: field, parameters: { field } });
  }
}

/** True for exactly one arrow with text on both sides. */
export function isTransition(text: string): boolean {
  const sides = text.split('->');
  return sides.length === 2 && / -> /.test(text) && sides.every((side) => side.trim() !== '');
}
