/**
 * Simple conditions of Arazzo 1.0 (§4.6.4): literals, expressions, comparison and logic. JSONPath filters are the same
 * language with `@` for the current value. Strings are compared case-insensitively, as Arazzo requires.
 */

import { canonicalJson } from '@dragoman/documents';
import type { JsonValue } from '@dragoman/model';
import type { Expression, Scope } from './expression.js';
import { evaluate, parseExpression } from './expression.js';
import type { Cursor, Segment } from './path-segments.js';
import { descend, readSegment } from './path-segments.js';

/** A parsed condition. */
export type Condition =
  | { kind: 'literal'; value: JsonValue }
  | { kind: 'expression'; expression: Expression }
  | { kind: 'here'; segments: Segment[] }
  | { kind: 'count' | 'length'; of: Condition }
  | { kind: 'not'; of: Condition }
  | { kind: 'and' | 'or'; left: Condition; right: Condition }
  | { kind: 'compare'; operator: string; left: Condition; right: Condition };

/** The data on which a condition is evaluated. */
export interface ConditionScope {
  scope: Scope;
  /** The value of `@`. */
  here?: JsonValue;
}

/** The reason why a text is not a valid condition. */
export class ConditionError extends Error {}

const deepest = 20;

/** Parses a whole condition; throws `ConditionError`. */
export function parseCondition(text: string): Condition {
  const cursor = { text, at: 0 };
  const condition = readOr(cursor, 0);
  skip(cursor);
  if (cursor.at < text.length) throw new ConditionError(`unexpected "${text.slice(cursor.at, cursor.at + 20)}"`);
  return condition;
}

function readOr(cursor: Cursor, depth: number): Condition {
  let left = readAnd(cursor, depth);
  while (take(cursor, /\|\|/y) !== undefined) left = { kind: 'or', left, right: readAnd(cursor, depth) };
  return left;
}

function readAnd(cursor: Cursor, depth: number): Condition {
  let left = readComparison(cursor, depth);
  while (take(cursor, /&&/y) !== undefined) left = { kind: 'and', left, right: readComparison(cursor, depth) };
  return left;
}

function readComparison(cursor: Cursor, depth: number): Condition {
  const left = readUnary(cursor, depth);
  const operator = take(cursor, /[=!<>]=|[<>]/y);
  return operator === undefined ? left : { kind: 'compare', operator, left, right: readUnary(cursor, depth) };
}

function readUnary(cursor: Cursor, depth: number): Condition {
  if (depth > deepest) throw new ConditionError(`nested deeper than ${deepest} levels`);
  if (take(cursor, /!(?!=)/y) !== undefined) return { kind: 'not', of: readUnary(cursor, depth + 1) };
  if (take(cursor, /\(/y) !== undefined) return closed(cursor, readOr(cursor, depth + 1));
  const called = take(cursor, /(?:count|length)\(/y);
  if (called !== undefined) {
    const of = closed(cursor, readUnary(cursor, depth + 1));
    return { kind: called.startsWith('count') ? 'count' : 'length', of };
  }
  return readOperand(cursor);
}

function closed<T>(cursor: Cursor, inner: T): T {
  if (take(cursor, /\)/y) === undefined) throw new ConditionError('a closing ")" is missing');
  return inner;
}

function readOperand(cursor: Cursor): Condition {
  const text = take(cursor, /'(?:[^']|'')*'/y);
  if (text !== undefined) return literal(text.slice(1, -1).replaceAll("''", "'"));
  const quoted = take(cursor, /"[^"\\]*"/y);
  if (quoted !== undefined) return literal(quoted.slice(1, -1));
  const number = take(cursor, /-?\d{1,15}(?:\.\d{1,15})?/y);
  if (number !== undefined) return literal(Number(number));
  const word = take(cursor, /(?:true|false|null)\b/y);
  if (word !== undefined) return literal(word === 'null' ? null : word === 'true');
  if (take(cursor, /@/y) !== undefined) return readHere(cursor);
  return readExpression(cursor);
}

function literal(value: JsonValue): Condition {
  return { kind: 'literal', value };
}

function readHere(cursor: Cursor): Condition {
  const segments: Segment[] = [];
  for (let next = readSegment(cursor); next !== undefined; next = readSegment(cursor)) segments.push(next);
  return { kind: 'here', segments };
}

function readExpression(cursor: Cursor): Condition {
  const text = take(cursor, /\$[^\s=!<>&|(),]+/y);
  if (text === undefined) throw new ConditionError('a value is missing or malformed');
  const expression = parseExpression(text);
  if (expression === undefined) throw new ConditionError(`unknown expression "${text.slice(0, 80)}"`);
  return { kind: 'expression', expression };
}

function skip(cursor: Cursor): void {
  while (/\s/.test(cursor.text.charAt(cursor.at))) cursor.at += 1;
}

function take(cursor: Cursor, form: RegExp): string | undefined {
  skip(cursor);
  form.lastIndex = cursor.at;
  const [found] = form.exec(cursor.text) ?? [];
  if (found !== undefined) cursor.at += found.length;
  return found;
}

/** Every expression in a condition. */
export function expressionsIn(condition: Condition): Expression[] {
  switch (condition.kind) {
    case 'expression':
      return [condition.expression];
    case 'literal':
    case 'here':
      return [];
    case 'not':
    case 'count':
    case 'length':
      return expressionsIn(condition.of);
    default:
      return [...expressionsIn(condition.left), ...expressionsIn(condition.right)];
  }
}

/** True when the condition is met. */
export function isMet(condition: Condition, at: ConditionScope): boolean {
  switch (condition.kind) {
    case 'not':
      return !isMet(condition.of, at);
    case 'and':
      return isMet(condition.left, at) && isMet(condition.right, at);
    case 'or':
      return isMet(condition.left, at) || isMet(condition.right, at);
    case 'compare':
      return compare(condition.operator, operand(condition.left, at), operand(condition.right, at));
    default: {
      const value = operand(condition, at);
      return value !== undefined && value !== null && value !== false;
    }
  }
}

function operand(condition: Condition, at: ConditionScope): JsonValue | undefined {
  switch (condition.kind) {
    case 'literal':
      return condition.value;
    case 'expression':
      return evaluate(condition.expression, at.scope);
    case 'here':
      return nodes(condition.segments, at)[0];
    case 'count':
      return condition.of.kind === 'here' ? nodes(condition.of.segments, at).length : sizeOf(operand(condition.of, at));
    case 'length':
      return sizeOf(operand(condition.of, at));
    default:
      return isMet(condition, at);
  }
}

function nodes(segments: readonly Segment[], { here }: ConditionScope): JsonValue[] {
  return here === undefined ? [] : segments.reduce<JsonValue[]>((values, segment) => descend(values, segment), [here]);
}

function sizeOf(value: JsonValue | undefined): number | undefined {
  if (typeof value === 'string' || Array.isArray(value)) return value.length;
  return typeof value === 'object' && value !== null ? Object.keys(value).length : undefined;
}

function compare(operator: string, left: JsonValue | undefined, right: JsonValue | undefined): boolean {
  if (operator === '==') return same(left, right);
  if (operator === '!=') return !same(left, right);
  if (typeof left === 'string' && typeof right === 'string') {
    return ordered(operator, left.toLowerCase(), right.toLowerCase());
  }
  return typeof left === 'number' && typeof right === 'number' && ordered(operator, left, right);
}

function ordered<T extends string | number>(operator: string, left: T, right: T): boolean {
  if (operator === '<') return left < right;
  if (operator === '<=') return left <= right;
  return operator === '>' ? left > right : left >= right;
}

/** A missing value equals null, so that a condition can test for it. */
function same(left: JsonValue | undefined, right: JsonValue | undefined): boolean {
  if (typeof left === 'string' && typeof right === 'string') return left.toLowerCase() === right.toLowerCase();
  return canonicalJson(left ?? null) === canonicalJson(right ?? null);
}
