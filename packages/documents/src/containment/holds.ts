/** Evaluates logic on a value; undefined where a rule cannot be evaluated. */
import type { JsonValue } from '@dragoman/model';
import { isJsonObject } from '@dragoman/model';
import { canonicalJson } from '../schema/canonical-json.js';
import { isMultiple } from '../schema/decimal-multiples.js';
import type { PatternBudget } from '../schema/linear-pattern.js';
import { evaluatePattern } from '../schema/linear-pattern.js';
import type { SchemaLogic } from './schema-logic.js';
import { typeOfAtom, typeOfValue } from './schema-logic.js';
import { testFormat } from './text-formats.js';

/** True, false, or not known. */
export type Answer = boolean | undefined;

/** What an evaluation may spend. */
export interface Evaluation {
  patterns: PatternBudget;
  steps: { left: number };
}

/** Evaluates. */
export function holds(logic: SchemaLogic, value: JsonValue, evaluation: Evaluation): Answer {
  evaluation.steps.left -= 1;
  if (evaluation.steps.left < 0) return undefined;
  const about = typeOfAtom(logic);
  if (about !== undefined && about !== typeOfValue(value)) return true;
  switch (logic.kind) {
    case 'always':
      return logic.value;
    case 'all':
      return every(logic.parts.map((part) => holds(part, value, evaluation)));
    case 'any':
      return some(logic.parts.map((part) => holds(part, value, evaluation)));
    case 'one':
      return count(
        logic.parts.map((part) => holds(part, value, evaluation)),
        1,
        1,
      );
    case 'not':
      return opposite(holds(logic.part, value, evaluation));
    case 'link':
      return holds(logic.target(), value, evaluation);
    case 'types':
      return logic.types.has(typeOfValue(value)) || (logic.types.has('integer') && Number.isInteger(value));
    case 'values':
      return logic.values.has(canonicalJson(value));
    case 'opaque':
      return undefined;
    default:
      return holdsAtom(logic, value, evaluation);
  }
}

function holdsAtom(logic: SchemaLogic, value: JsonValue, evaluation: Evaluation): Answer {
  if (typeof value === 'number') return holdsNumber(logic, value);
  if (typeof value === 'string') return holdsText(logic, value, evaluation);
  if (Array.isArray(value)) return holdsArray(logic, value, evaluation);
  return isJsonObject(value) ? holdsObject(logic, value, evaluation) : undefined;
}

function holdsNumber(logic: SchemaLogic, value: number): Answer {
  if (logic.kind === 'multiple') return isMultiple(value, logic.of);
  if (logic.kind !== 'bound') return undefined;
  if (value === logic.limit) return !logic.exclusive;
  return logic.side === 'min' ? value > logic.limit : value < logic.limit;
}

function holdsText(logic: SchemaLogic, value: string, { patterns }: Evaluation): Answer {
  if (logic.kind === 'size') return within([...value].length, logic);
  if (logic.kind === 'pattern') return matches(logic.source, value, patterns);
  if (logic.kind === 'word' && logic.word.startsWith('format ')) return testFormat(logic.word.slice(7), value);
  return undefined;
}

/** Whether a text matches a pattern; undefined for patterns that take too long or are not regular. */
export function matches(source: string, text: string, patterns: PatternBudget): Answer {
  const found = evaluatePattern(source, patterns);
  return found?.verdict === 'linear' ? found.pattern.test(text) : undefined;
}

function holdsArray(logic: SchemaLogic, value: readonly JsonValue[], evaluation: Evaluation): Answer {
  if (logic.kind === 'size') return within(value.length, logic);
  if (logic.kind === 'unique') return new Set(value.map((item) => canonicalJson(item))).size === value.length;
  if (logic.kind === 'contains') {
    return count(
      value.map((item) => holds(logic.part, item, evaluation)),
      logic.min,
      logic.max,
    );
  }
  if (logic.kind !== 'items') return undefined;
  const { prefix, rest } = logic;
  return every(
    value.map((item, at) => {
      const part = prefix[at] ?? rest;
      return part === undefined ? true : holds(part, item, evaluation);
    }),
  );
}

function holdsObject(logic: SchemaLogic, value: Readonly<Record<string, JsonValue>>, evaluation: Evaluation): Answer {
  const names = Object.keys(value);
  if (logic.kind === 'size') return within(names.length, logic);
  if (logic.kind === 'required') return Object.hasOwn(value, logic.name);
  if (logic.kind === 'names') return every(names.map((name) => holds(logic.part, name, evaluation)));
  if (logic.kind !== 'members') return undefined;
  return every(
    names.map((name) => {
      const { parts, sure } = partsFor(logic, name, evaluation.patterns);
      const found = every(parts.map((part) => holds(part, value[name] ?? null, evaluation)));
      return sure || found === false ? found : undefined;
    }),
  );
}

/** The rules for a member of an object; not sure when a pattern cannot be evaluated. */
export function partsFor(
  logic: Extract<SchemaLogic, { kind: 'members' }>,
  name: string,
  patterns: PatternBudget,
): { parts: SchemaLogic[]; sure: boolean } {
  const own = logic.names.get(name);
  const parts = own === undefined ? [] : [own];
  let [sure, met] = [true, own !== undefined];
  for (const [source, part] of logic.patterns) {
    const found = matches(source, name, patterns);
    if (found === undefined) sure = false;
    if (found !== true) continue;
    met = true;
    parts.push(part);
  }
  if (!met && logic.rest !== undefined) parts.push(logic.rest);
  return { parts, sure };
}

function within(size: number, { side, limit }: { side: 'min' | 'max'; limit: number }): boolean {
  return side === 'min' ? size >= limit : size <= limit;
}

function every(answers: readonly Answer[]): Answer {
  if (answers.includes(false)) return false;
  return answers.includes(undefined) ? undefined : true;
}

function some(answers: readonly Answer[]): Answer {
  if (answers.includes(true)) return true;
  return answers.includes(undefined) ? undefined : false;
}

function opposite(answer: Answer): Answer {
  return answer === undefined ? undefined : !answer;
}

function count(answers: readonly Answer[], min: number, max: number): Answer {
  const [sure, open] = [
    answers.filter((answer) => answer === true).length,
    answers.filter((answer) => answer === undefined).length,
  ];
  if (sure > max || sure + open < min) return false;
  return open === 0 || (sure >= min && sure + open <= max) ? true : undefined;
}
