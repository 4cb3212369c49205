/** The functions of the YAML library that we use, under their own names; each loads the library on first use. */

import type { JsonValue } from '@dragoman/model';
import type * as Yaml from 'yaml';
import { loadJsYaml, loadYaml } from '#libraries';
import { shorten } from '../schema/shorten.js';

/** Parses one document into nodes. */
export const parseDocument: typeof Yaml.parseDocument = (source, options) => {
  requireShallow(source);
  return loadYaml().parseDocument(source, options);
};

/** Nesting that the library composes without exhausting the stack. */
const maxNesting = 500;

/** Marks that the next token of the lexer is the text of a scalar. */
const scalarMark = '\u001f';

/**
 * Throws a RangeError for text that nests deeper than the stack allows. The composer of the library is recursive, and V8
 * aborts the process when a regular expression is compiled at the end of the stack; the lexer is not recursive.
 */
export function requireShallow(source: string): void {
  let brackets = 0;
  let indicators = 0;
  let isText = false;
  for (const token of new (loadYaml().Lexer)().lex(source)) {
    if (isText) isText = false;
    else if (token === scalarMark) isText = true;
    else if (token === '[' || token === '{') brackets += 1;
    else if (token === ']' || token === '}') brackets -= 1;
    else if (token === '-' || token === '?' || token === ':') indicators += 1;
    else if (token === '\n') indicators = 0;
    if (brackets > maxNesting || indicators > maxNesting) throw new RangeError('The document is nested too deeply.');
  }
}

/** Type guards of nodes. */
export const isAlias: typeof Yaml.isAlias = (node): node is Yaml.Alias => loadYaml().isAlias(node);
export const isMap = ((node: unknown) => loadYaml().isMap(node)) as typeof Yaml.isMap;
export const isNode = ((node: unknown) => loadYaml().isNode(node)) as typeof Yaml.isNode;
export const isScalar = ((node: unknown) => loadYaml().isScalar(node)) as typeof Yaml.isScalar;
export const isSeq = ((node: unknown) => loadYaml().isSeq(node)) as typeof Yaml.isSeq;

/** Writes a value as YAML. */
export const stringifyYaml = (value: unknown, options: Yaml.ToStringOptions): string =>
  loadYaml().stringify(value, options);

/** Parses YAML 1.2, with or without the merge key of YAML 1.1, by the fast parser, which stops at the first error. */
export function loadFast(text: string, { maxDepth, merge }: { maxDepth: number; merge: boolean }): JsonValue {
  const { CORE_SCHEMA, load, mergeTag } = loadJsYaml();
  return load(text, { schema: merge ? CORE_SCHEMA.withTags(mergeTag) : CORE_SCHEMA, maxDepth }) as JsonValue;
}

/** What the fast parser reports, and the offset of it where it is known. */
export interface FastFault {
  problem: string;
  offset?: number;
}

/** A value in braces after a name, such as an unquoted placeholder of a template, which YAML reads as a name. */
const nameInBraces = /[:-] +\{ *[{[]/;

/**
 * The first error of the fast parser in plain words. It reports the start of the document for names that are objects or
 * lists; the usual cause, a placeholder such as `{{HOST}}` without quotes, is found here.
 */
export function readFastFault(error: unknown, text: string): FastFault {
  const { reason, mark } = error as { reason?: string; mark?: { position?: number } };
  if (reason?.includes('complex keys')) {
    const at = nameInBraces.exec(text);
    const problem = 'the name of a member is an object or a list; a value such as {{HOST}} needs quotes';
    return { problem, ...(at && { offset: at.index + at[0].indexOf('{') }) };
  }
  const offset = mark?.position === undefined ? {} : { offset: mark.position };
  return { problem: shorten(reason ?? 'a syntax error', 200), ...offset };
}
