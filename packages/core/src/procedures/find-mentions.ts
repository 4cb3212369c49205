/**
 * Finds the mentions of tools in a procedure: `name()`, `name(input, input: value)`, `name().output`, and the phrases
 * that say where a value comes from. The guide on operating procedures defines the convention; nothing else is
 * recognized.
 */
import type { Position } from '@dragoman/model';
import { procedureLimits } from './limits.js';
import type { Block } from './read-blocks.js';
import type { Inline } from './read-inline.js';
import { readInline } from './read-inline.js';
import type { StepPath } from './step-path.js';

/** A name inside a mention, with its position. */
export interface MentionedName {
  name: string;
  start: Position;
  end: Position;
}

/** One mention of a tool. */
export interface Mention extends MentionedName {
  /** Names between the parentheses, as inputs. */
  inputs: MentionedName[];
  /** Names described as outputs of the tool. */
  outputs: (MentionedName & { said: 'dot' | 'of' | 'from' })[];
  /**
   * `call`: the text instructs to call the tool; `use`: it uses an output of the tool; `aside`: it only refers to the
   * tool.
   */
  role: 'call' | 'use' | 'aside';
  /** How certain it is that a tool is meant: `()` is the convention; parentheses with content may be anything. */
  form: 'empty' | 'code' | 'prose';
  /** False inside a code span that has more than this mention: then it may be any code. */
  alone: boolean;
  /** Number of its block and position in it: earlier in the text means smaller. */
  order: [block: number, at: number];
  path: StepPath;
  /** Text of its block, at most 1,000 characters before and after its name. */
  paragraph: string;
}

/** All mentions in the order of the text; `complete` is false when the limit was reached. */
export function findMentions(blocks: readonly Block[]): { mentions: Mention[]; complete: boolean } {
  const mentions: Mention[] = [];
  for (const [number, block] of blocks.entries()) {
    for (const mention of mentionsOf(block, number)) {
      if (mentions.length >= procedureLimits.mentions) return { mentions, complete: false };
      mentions.push(mention);
    }
  }
  return { mentions, complete: true };
}

const opening = /[A-Za-z][A-Za-z0-9_-]{0,253}\(/g;

function* mentionsOf(block: Block, number: number): Iterable<Mention> {
  if (!block.lines.some(({ text }) => text.includes('('))) return;
  const inline = readInline(block);
  let outer = { end: 0, alone: false };
  for (const { 0: found, index: at } of inline.text.matchAll(opening)) {
    const inside = isBoundary(inline.text, at) ? readBrackets(inline.text, at + found.length) : undefined;
    if (inside === undefined || /^(?:e?s|ies)$/.test(inside)) continue;
    const mention = readMention(inline, { at, name: found.slice(0, -1), inside, block });
    // A value between the parentheses of a mention is as certain as the mention around it.
    const alone = at < outer.end ? outer.alone : mention.alone;
    yield { ...mention, alone, order: [number, at], path: block.path, paragraph: around(inline.text, at) };
    outer = at < outer.end ? outer : { end: at + found.length + inside.length, alone };
  }
}

/** Limits the cost of searching the block for every mention in it. */
function around(text: string, at: number): string {
  return text.slice(Math.max(0, at - 1000), at + 1000);
}

interface Found {
  at: number;
  name: string;
  inside: string;
  block: Block;
}

function readMention(
  { text, isCode, positionOf }: Inline,
  found: Found,
): Omit<Mention, 'order' | 'path' | 'paragraph'> {
  const { at, name, inside } = found;
  const inCode = isCode(at);
  const place = ([each, start]: Named): MentionedName => ({
    name: each,
    start: positionOf(start),
    end: positionOf(start + each.length),
  });
  const brackets = at + name.length + 1;
  const end = brackets + inside.length + 1;
  const phrase = phraseBefore(text, at, inCode);
  const dot = memberAfter(text, end, inCode);
  const phraseNames = phrase?.names.map(place) ?? [];
  const inputs = [...namesInside(inside, brackets).map(place), ...(phrase?.kind === 'input' ? phraseNames : [])];
  const spoken =
    phrase === undefined || phrase.kind === 'input' ? [] : phraseNames.map((each) => ({ ...each, said: phrase.kind }));
  const role =
    dot !== undefined || phrase?.kind === 'from'
      ? 'use'
      : phrase !== undefined || isSubject(text, found)
        ? 'aside'
        : 'call';
  return {
    ...place([name, at]),
    inputs,
    outputs: [
      ...(dot === undefined ? [] : [{ ...place([dot, end + 1]), said: 'dot' as const }]),
      ...spoken,
    ] as Mention['outputs'],
    role,
    form: /^\s*(?:\.\.\.|…)?\s*$/.test(inside) ? 'empty' : inCode ? 'code' : 'prose',
    alone: !inCode || fillsSpan(text, at, end),
  };
}

/** Maximum number of markup characters considered before a mention, to limit the cost. */
const margin = 12;

/** True when the code span has nothing but the mention and members of its result. */
function fillsSpan(text: string, at: number, end: number): boolean {
  return (
    text
      .slice(Math.max(0, at - margin), at)
      .trimEnd()
      .endsWith('`') && /^(?:\.[\w.[\]]+)?\s*`/.test(text.slice(end, end + 300))
  );
}

/** Text that begins with a tool describes it, unless it is a numbered step; so does a table row. */
function isSubject(text: string, { at, block }: Found): boolean {
  if (block.path.at(-1)?.numbered === true) return false;
  const row = text.slice(text.lastIndexOf('\n', at) + 1, at);
  return (at <= margin && text.slice(0, at).replace(/[`*_\s[\]]+/g, '') === '') || row.startsWith('|');
}

/** The word after `().`; in prose, a capitalized word there begins the next sentence. */
function memberAfter(text: string, end: number, inCode: boolean): string | undefined {
  const word = /^\.([A-Za-z_][A-Za-z0-9_]*)/.exec(text.slice(end, end + 260))?.[1];
  return word !== undefined && (inCode || !/^[A-Z]/.test(word)) ? word : undefined;
}

/** False for a part of something longer: `Math.max(`, `re-find(` inside a word, `$name(`, `/path(`. */
function isBoundary(text: string, at: number): boolean {
  const before = text[at - 1] ?? ' ';
  if (/[*_]/.test(before)) {
    const behind = text.slice(Math.max(0, at - margin), at).replace(/[*_]+$/, '');
    return !/[A-Za-z0-9]$/.test(behind);
  }
  return !/[\p{L}\p{N}.$@#/\\:-]/u.test(before) || /(?:^|\s)[-:]$/.test(text.slice(Math.max(0, at - 2), at));
}

/** The text between the parentheses, including those of inner mentions; undefined when they do not close. */
function readBrackets(text: string, start: number): string | undefined {
  let depth = 1;
  const last = Math.min(text.length, start + procedureLimits.brackets);
  for (let at = start; at < last; at += 1) {
    if (text[at] === '(') depth += 1;
    if (text[at] === ')') depth -= 1;
    if (depth === 0) return text.slice(start, at);
  }
  return undefined;
}

/** Names of inputs between parentheses: `city`, `city: Oslo`, `city=Oslo`, `"Prescription Number": …`. */
function namesInside(inside: string, start: number): Named[] {
  const names: Named[] = [];
  let depth = 0;
  let from = 0;
  for (let at = 0; at <= inside.length; at += 1) {
    const mark = inside[at];
    if (mark === '(') depth += 1;
    if (mark === ')') depth -= 1;
    if (mark !== undefined && (mark !== ',' || depth > 0)) continue;
    const found = inputPattern.exec(inside.slice(from, at));
    const name = found?.[2] ?? found?.[3];
    if (found !== null && name !== undefined) names.push([name, start + from + (found[1]?.length ?? 0)]);
    from = at + 1;
  }
  return names;
}

/** A quoted name counts only if a value follows: alone it may be a value. */
const inputPattern =
  /^([\s`"']*)(?:([A-Za-z_][A-Za-z0-9_-]*)`?\s*(?:[:=].*)?|([A-Za-z_][^"'`:=]{0,253})["'`]\s*[:=].*)$/s;

type Named = [name: string, at: number];

interface Phrase {
  kind: 'input' | 'of' | 'from';
  names: Named[];
}

const list = '((?:`[^`\\n]{1,255}`(?:\\s*,\\s*(?:and\\s+|or\\s+)?|\\s+and\\s+|\\s+or\\s+)?){1,10})';
const answer = '(?:the\\s+(?:answer|result|output|reply)s?\\s+(?:of|from)\\s+)?(?:the\\s+tool\\s+)?';
const origin = '(?:(?:that\\s+(?:came|comes)\\s+|taken\\s+|returned\\s+)?from|(?:returned|given|found)\\s+by)';
const phrases: [Phrase['kind'], RegExp][] = [
  ['from', new RegExp(`${list}\\s*${origin}\\s+${answer}$`, 'i')],
  ['input', new RegExp(`${list}\\s*inputs?\\s+(?:of|to|for)\\s+(?:the\\s+tool\\s+)?$`, 'i')],
  ['input', new RegExp(`\\binputs?\\s+${list}\\s*(?:of|to|for)\\s+(?:the\\s+tool\\s+)?$`, 'i')],
  ['of', new RegExp(`${list}\\s*outputs?\\s+(?:of|from)\\s+(?:the\\s+tool\\s+)?$`, 'i')],
  ['of', new RegExp(`\\boutputs?\\s+${list}\\s*(?:of|from)\\s+(?:the\\s+tool\\s+)?$`, 'i')],
];

/** Maximum number of characters before a mention in which a phrase is searched. */
const phraseReach = 400;

/** The phrase that ends where the mention begins: "the `grid_id` from", "the `city` input of". */
function phraseBefore(text: string, at: number, inCode: boolean): Phrase | undefined {
  const opened = inCode && text[at - 1] === '`' ? at - 1 : at;
  const start = Math.max(0, opened - phraseReach);
  const before = text.slice(start, opened);
  if (!before.includes('`')) return undefined;
  for (const [kind, pattern] of phrases) {
    const found = pattern.exec(before);
    const names = found?.[1];
    if (found === null || names === undefined) continue;
    const offset = start + found.index + found[0].indexOf(names);
    const phraseNames = [...names.matchAll(/`([A-Za-z_][\w .-]*)`/g)];
    return { kind, names: phraseNames.map(({ 1: name = '', index }) => [name, offset + index + 1]) };
  }
  return undefined;
}
