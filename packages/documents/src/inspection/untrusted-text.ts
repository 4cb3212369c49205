/**
 * Inspects third-party text for instructions to a model, requests for secrets and hidden characters. Third-party text
 * is always treated as data; the findings only show where someone seems to have tried.
 */

import type { Diagnostic, JsonValue } from '@dragoman/model';
import { diagnose } from '@dragoman/model';
import type { PointerToken } from '../schema/pointer.js';
import { buildPointer } from '../schema/pointer.js';
import { isDescribed } from './described-text.js';
import { decodedTexts } from './encoded-text.js';
import { findHidden, foldText, hasTerminalEscape } from './hidden-characters.js';
import { matchOrders, skeletonOf } from './order-grammar.js';
import { spellName } from './spell-name.js';
import type { TextCode } from './untrusted-diagnostics.js';
import { textDiagnostics } from './untrusted-diagnostics.js';
import { textPatterns } from './untrusted-patterns.js';
import { weighSigns } from './untrusted-signs.js';
import { createWordSearch } from './word-search.js';

/** Limits of one inspection; anything beyond them is not inspected. */
const limits = { characters: 100_000, strings: 20_000, findings: 20 };

/** Shorter texts contain no instruction. */
const shortest = 12;
const plain = /^[ -~]*$/;

/** Ids, dates and URLs: one plain word without the brackets that markers and images begin with; names may be sentences. */
const oneWord = /^[!-;=-Z\\-~]*$/;

const words = createWordSearch(textPatterns.flatMap(({ needs }) => needs.flat()));
const patterns = textPatterns.map(({ code, needs, pattern }) => {
  return {
    code,
    pattern: new RegExp(pattern, `${pattern.flags}g`),
    needs: needs.map((alternatives) => alternatives.map(words.numberOf)),
  };
});

/** Findings in the strings and member names of a value of bounded depth, in document order. */
export function inspectText(value: JsonValue): Diagnostic[] {
  const findings: Diagnostic[] = [];
  const path: PointerToken[] = [];
  let characters = limits.characters;
  let strings = limits.strings;
  const inspect = (text: string) => {
    if (text.length < shortest ? plain.test(text) : oneWord.test(text) && spellName(text) === undefined) return;
    strings -= 1;
    const excerpt = text.slice(0, Math.max(characters, 0));
    characters -= excerpt.length;
    findings.push(...matchText(excerpt).map((match) => diagnoseText(match, buildPointer(path))));
  };
  const below = (token: PointerToken, part: JsonValue, name?: string) => {
    path.push(token);
    if (name !== undefined) inspect(name);
    walk(part);
    path.pop();
  };
  const walk = (part: JsonValue) => {
    if (characters <= 0 || strings <= 0 || findings.length >= limits.findings) return;
    if (typeof part === 'string') inspect(part);
    else if (Array.isArray(part)) for (let at = 0; at < part.length; at += 1) below(at, part[at] as JsonValue);
    else if (typeof part === 'object' && part !== null) {
      // Parsed JSON has no inherited enumerable members, so no list of its members has to be created.
      for (const name in part) below(name, part[name] as JsonValue, name);
    }
  };
  walk(value);
  return findings.slice(0, limits.findings);
}

/** One kind of finding in a text, and the words that caused it. */
export interface TextMatch {
  code: TextCode;
  /** At most 200 characters, after normalization; for hidden characters, their kind. */
  words: string;
}

const maxWords = 200;

/** Each kind of finding once per text. */
export function matchText(text: string): TextMatch[] {
  return matchDecoded(spellName(text) ?? text, 0);
}

/** Matches of one rule that are checked; nobody describes as many orders in one text. */
const maxDescribed = 20;

/** The words of the first match that orders: an example that is described must not hide an order after it. */
function firstOrder(folded: string, matches: Iterable<{ 0: string; index: number }>): string | undefined {
  let described = 0;
  for (const { 0: words, index } of matches) {
    if (described === maxDescribed || !isDescribed(folded, index, words)) return words.trim().slice(0, maxWords);
    described += 1;
  }
  return undefined;
}

function matchDecoded(text: string, depth: number): TextMatch[] {
  const found = new Map<TextCode, string>();
  const hidden = findHidden(text);
  if (hidden !== undefined) found.set('text/hidden-characters', hidden);
  if (hasTerminalEscape(text)) found.set('text/terminal-escape', 'control sequences');
  const folded = foldText(text);
  const lower = folded.toLowerCase();
  const has = words.search(lower);
  for (const { code, needs, pattern } of patterns) {
    if (found.has(code) || !needs.every((alternatives) => alternatives.some(has))) continue;
    const order = firstOrder(folded, folded.matchAll(pattern));
    if (order !== undefined) found.set(code, order);
  }
  const letters = skeletonOf(lower);
  for (const { code, matches } of matchOrders({ folded, lower, letters })) {
    const order = found.has(code) ? undefined : firstOrder(folded, matches);
    if (order !== undefined) found.set(code, order);
  }
  // Decoded text is not decoded again.
  for (const decoded of depth === 0 ? decodedTexts(folded, letters) : []) {
    for (const { code, words } of matchDecoded(decoded, 1)) if (!found.has(code)) found.set(code, words);
  }
  const weighed = found.size === 0 ? weighSigns(folded) : undefined;
  if (weighed !== undefined) found.set(weighed.code, weighed.words.trim().slice(0, maxWords));
  return [...found].map(([code, words]) => ({ code, words }));
}

/** A finding as a diagnostic. */
export function diagnoseText({ code, words }: TextMatch, pointer: string): Diagnostic {
  return diagnose(textDiagnostics, code, { pointer }, code === 'text/hidden-characters' ? { what: words } : {});
}
