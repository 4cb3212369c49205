/**
 * Inspects third-party text for instructions to a model, requests for secrets and hidden characters. Third-party text
 * is always treated as data; the findings only show where someone seems to have tried.
 */

import type { Diagnostic, JsonValue } from '@dragoman/model';
import { diagnose } from '@dragoman/model';
import type { PointerToken } from '../schema/pointer.js';
import { buildPointer } from '../schema/pointer.js';
import { findHidden, foldText, hasTerminalEscape } from './hidden-characters.js';
import type { TextCode } from './untrusted-diagnostics.js';
import { textDiagnostics } from './untrusted-diagnostics.js';
import { textPatterns } from './untrusted-patterns.js';

/** Limits of one inspection; anything beyond them is not inspected. */
const limits = { characters: 100_000, strings: 20_000, findings: 20 };

/** Shorter texts contain no instruction. */
const shortest = 12;
const plain = /^[ -~]*$/;

/** Ids, dates and URLs: one plain word without the brackets that markers and images begin with. */
const oneWord = /^[!-;=-Z\\-~]*$/;

/** A text without any of the words that the patterns require matches none of them. */
const anyNeeded = new RegExp(
  [...new Set(textPatterns.flatMap(({ needs: [first = ['']] }) => first))].map(escapePattern).join('|'),
);

function escapePattern(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&');
}

/** Findings in the strings and member names of a value of bounded depth, in document order. */
export function inspectText(value: JsonValue): Diagnostic[] {
  const findings: Diagnostic[] = [];
  const path: PointerToken[] = [];
  let characters = limits.characters;
  let strings = limits.strings;
  const inspect = (text: string) => {
    if (text.length < shortest ? plain.test(text) : oneWord.test(text)) return;
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
  // Plain characters with single spaces hide nothing and need no normalization, so the words decide at once.
  if (plain.test(text) && !text.includes('  ') && !anyNeeded.test(text.toLowerCase())) return [];
  const found = new Map<TextCode, string>();
  const hidden = findHidden(text);
  if (hidden !== undefined) found.set('text/hidden-characters', hidden);
  if (hasTerminalEscape(text)) found.set('text/terminal-escape', 'control sequences');
  const folded = foldText(text);
  const lower = folded.toLowerCase();
  if (anyNeeded.test(lower)) {
    for (const { code, needs, pattern } of textPatterns) {
      if (found.has(code) || !needs.every((words) => words.some((word) => lower.includes(word)))) continue;
      const words = pattern.exec(folded)?.[0];
      if (words !== undefined) found.set(code, words.trim().slice(0, maxWords));
    }
  }
  return [...found].map(([code, words]) => ({ code, words }));
}

/** A finding as a diagnostic. */
export function diagnoseText({ code, words }: TextMatch, pointer: string): Diagnostic {
  return diagnose(textDiagnostics, code, { pointer }, code === 'text/hidden-characters' ? { what: words } : {});
}
