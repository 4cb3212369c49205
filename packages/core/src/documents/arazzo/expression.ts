/** Runtime expressions of Arazzo 1.0 (§4.7): the source of a value, parsed once and evaluated during a run. */

import { buildPointer, getPointer, parsePointer } from '@dragoman/documents';
import type { JsonObject, JsonValue } from '@dragoman/model';

/** The source of a value; `path` is the path within it. */
export type Expression =
  | { from: 'statusCode' }
  | { from: 'response-header'; name: string }
  | { from: 'response-body' | 'request-body' | 'inputs'; path: string[] }
  | { from: 'outputs'; name: string; path: string[] }
  | { from: 'steps'; step: string; name: string; path: string[] };

/** The data of a run that expressions can access. */
export interface Scope {
  inputs: JsonValue;
  /** Outputs of the steps that succeeded, by step. */
  steps: ReadonlyMap<string, JsonObject>;
  /** The request of the current step. */
  sent?: JsonValue;
  /** The response to the current step. */
  response?: { status: number; headers: Readonly<Record<string, string>>; body?: JsonValue };
  /** The outputs of the current step. */
  outputs?: JsonObject;
}

const word = '[A-Za-z0-9_-]+';
const forms = {
  body: /^\$(response|request)\.body(.*)$/s,
  header: /^\$response\.header\.([A-Za-z0-9!#$%&'*+.^_`|~-]+)$/,
  sent: new RegExp(`^\\$request\\.(?:query|path|header|cookie)\\.(${word})$`),
  inputs: /^\$inputs(.*)$/s,
  outputs: new RegExp(`^\\$outputs\\.(${word})(.*)$`, 's'),
  steps: new RegExp(`^\\$steps\\.(${word})\\.outputs\\.(${word})(.*)$`, 's'),
} as const;

/** Parses an expression; undefined when it is not supported. */
export function parseExpression(text: string): Expression | undefined {
  if (text === '$statusCode') return { from: 'statusCode' };
  const [, header] = forms.header.exec(text) ?? [];
  if (header !== undefined) return { from: 'response-header', name: header.toLowerCase() };
  const [, member] = forms.sent.exec(text) ?? [];
  if (member !== undefined) return { from: 'request-body', path: [member] };
  return parseWithPath(text);
}

function parseWithPath(text: string): Expression | undefined {
  const [, side, afterBody = ''] = forms.body.exec(text) ?? [];
  if (side !== undefined) {
    const path = parsePath(afterBody);
    return path && { from: side === 'response' ? 'response-body' : 'request-body', path };
  }
  const [, step, output, afterStep = ''] = forms.steps.exec(text) ?? [];
  if (step !== undefined && output !== undefined) {
    const path = parsePath(afterStep);
    return path && { from: 'steps', step, name: output, path };
  }
  const [, own, afterOwn = ''] = forms.outputs.exec(text) ?? [];
  if (own !== undefined) {
    const path = parsePath(afterOwn);
    return path && { from: 'outputs', name: own, path };
  }
  const [, afterInputs] = forms.inputs.exec(text) ?? [];
  const path = afterInputs === undefined ? undefined : parsePath(afterInputs);
  return path && { from: 'inputs', path };
}

/** `#/a/0`, or `.a[0]`; a pointer may follow names. */
function parsePath(text: string): string[] | undefined {
  const [names = '', pointer = ''] = splitAt(text, '#');
  const tokens = parsePointer(pointer);
  if (tokens === undefined || !/^(?:\.[A-Za-z0-9_-]+|\[\d{1,9}\])*$/.test(names)) return undefined;
  return [...(names.match(/[A-Za-z0-9_-]+/g) ?? []), ...tokens];
}

function splitAt(text: string, mark: string): [string, string] {
  const at = text.indexOf(mark);
  return at === -1 ? [text, ''] : [text.slice(0, at), text.slice(at + 1)];
}

/** The value of an expression; undefined when the run has no such value. */
export function evaluate(expression: Expression, scope: Scope): JsonValue | undefined {
  switch (expression.from) {
    case 'statusCode':
      return scope.response?.status;
    case 'response-header':
      return headerOf(scope, expression.name);
    case 'response-body':
      return follow(scope.response?.body, expression.path);
    case 'request-body':
      return follow(scope.sent, expression.path);
    case 'inputs':
      return follow(scope.inputs, expression.path);
    case 'outputs':
      return follow(scope.outputs, [expression.name, ...expression.path]);
    case 'steps':
      return follow(scope.steps.get(expression.step), [expression.name, ...expression.path]);
  }
}

function headerOf({ response }: Scope, name: string): string | undefined {
  return response !== undefined && Object.hasOwn(response.headers, name) ? response.headers[name] : undefined;
}

function follow(value: JsonValue | undefined, path: readonly string[]): JsonValue | undefined {
  return value === undefined ? undefined : getPointer(value, buildPointer(path));
}

/** True for a text that is meant as an expression, valid or not; `$5` is plain text. */
export function looksLikeExpression(text: string): boolean {
  return /^\$[A-Za-z]/.test(text);
}

const embedded = /\{(\$[A-Za-z][^{}]*)\}/g;

/** Every expression in a value, with the tokens that lead to it. */
export function listExpressions(value: JsonValue, at: readonly string[] = []): { text: string; at: string[] }[] {
  if (typeof value === 'string') {
    const texts = looksLikeExpression(value) ? [value] : [...value.matchAll(embedded)].map(([, text = '']) => text);
    return texts.map((text) => ({ text, at: [...at] }));
  }
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, child]) => listExpressions(child, [...at, key]));
}

/** The value with its expressions substituted; members without a value are omitted. */
export function fill(value: JsonValue, scope: Scope): JsonValue | undefined {
  if (typeof value === 'string') return fillText(value, scope);
  if (Array.isArray(value)) return value.map((item) => fill(item, scope) ?? null);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, child]) => {
      const filled = fill(child, scope);
      return filled === undefined ? [] : [[key, filled]];
    }),
  );
}

function fillText(text: string, scope: Scope): JsonValue | undefined {
  if (looksLikeExpression(text)) return expressionValue(text, scope);
  return text.replace(embedded, (_, inner: string) => {
    const value = expressionValue(inner, scope);
    if (value === undefined || value === null) return '';
    return typeof value === 'object' ? JSON.stringify(value) : String(value);
  });
}

/** The value of a text that is an expression; undefined when it is not one. */
export function expressionValue(text: string, scope: Scope): JsonValue | undefined {
  const expression = parseExpression(text);
  return expression === undefined ? undefined : evaluate(expression, scope);
}
