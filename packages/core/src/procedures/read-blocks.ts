/**
 * Splits Markdown into blocks of text, each with its position among headings and lists. It supports as much of
 * CommonMark as steps need: headings, lists, quotes, paragraphs. Code blocks, comments and front matter are omitted,
 * because they do not mention tools to an agent.
 */
import { procedureLimits } from './limits.js';
import type { BranchGroups, Step, StepPath } from './step-path.js';
import { branchOf, isNumberedHeading } from './step-path.js';

/** One line of a block: its text without markers, and where that text begins (line and column from 1). */
export interface BlockLine {
  text: string;
  line: number;
  column: number;
}

/** A heading, a paragraph or the text of an item. */
export interface Block {
  lines: BlockLine[];
  path: StepPath;
}

/** Result of reading: blocks in the order of the text, and which steps are branches. */
export interface ReadBlocks {
  blocks: Block[];
  branches: BranchGroups;
}

interface OpenItem {
  /** Column, from 0, at which the item's own text begins. */
  content: number;
  /** Kind of marker: items with another kind form another list. */
  marker: string;
  step: Step;
}

interface OpenSection {
  level: number;
  step: Step;
}

interface Fence {
  mark: string;
  length: number;
  content: number;
}

interface Reading {
  blocks: Block[];
  branches: Map<number, Step['branch'][]>;
  sections: OpenSection[];
  items: OpenItem[];
  /** Lists of the last closed items, by depth: the next item may continue one. */
  resting: Map<number, OpenItem>;
  /** The last numbered item of each depth: numbering that continues after a paragraph continues its list. */
  counted: Map<number, OpenItem>;
  open: Block | undefined;
  fence: Fence | undefined;
  comment: boolean;
  quoted: number;
  groups: number;
}

/** Reads the blocks of a text; the caller has checked its length. */
export function readBlocks(text: string): ReadBlocks {
  const reading: Reading = {
    blocks: [],
    branches: new Map(),
    sections: [],
    items: [],
    resting: new Map(),
    counted: new Map(),
    open: undefined,
    fence: undefined,
    comment: false,
    quoted: 0,
    groups: 0,
  };
  const lines = text.split(/\r\n|\n|\r/);
  for (let at = frontMatterEnd(lines); at < lines.length; at += 1) readLine(reading, lines[at] ?? '', at + 1);
  for (const { lines: own, path } of reading.blocks) noteBranch(reading, own, path);
  return { blocks: reading.blocks, branches: reading.branches };
}

/** Number of lines of a leading block between `---` lines. */
function frontMatterEnd(lines: readonly string[]): number {
  if (lines[0]?.trimEnd() !== '---') return 0;
  const end = lines.findIndex((line, at) => at > 0 && line.trimEnd() === '---');
  return end < 0 ? 0 : end + 1;
}

function readLine(reading: Reading, raw: string, line: number): void {
  const { text: unquoted, depth } = stripQuotes(raw, reading.fence === undefined);
  if (depth !== reading.quoted && !(depth === 0 && isLazy(reading, unquoted))) startAfresh(reading, depth);
  const text = hideComments(reading, unquoted);
  if (text.trim() === '') {
    if (reading.fence === undefined) reading.open = undefined;
    return;
  }
  if (reading.fence !== undefined && insideFence(reading, text)) return;
  const indent = indentOf(text);
  if (isLazy(reading, text) && indent < (reading.items.at(-1)?.content ?? 0)) {
    append(reading, text, line);
    return;
  }
  leaveItems(reading, indent);
  readContent(reading, text, line);
}

/** The beginning or end of a quote closes all open blocks. */
function startAfresh(reading: Reading, depth: number): void {
  reading.quoted = depth;
  reading.items = [];
  reading.resting.clear();
  reading.open = undefined;
  reading.fence = undefined;
}

/** Replaces quote marks with spaces, so that columns stay the same. */
function stripQuotes(raw: string, active: boolean): { text: string; depth: number } {
  const [marks = ''] = active ? (/^(?: {0,3}> ?)+/.exec(raw) ?? []) : (/^(?: {0,3}> ?)*/.exec(raw) ?? []);
  const depth = [...marks].filter((mark) => mark === '>').length;
  return { text: ' '.repeat(marks.length) + raw.slice(marks.length), depth };
}

/** Replaces everything between `<!--` and `-->` with spaces, also across lines. */
function hideComments(reading: Reading, text: string): string {
  if (reading.fence !== undefined) return text;
  let shown = '';
  let rest = text;
  for (;;) {
    const mark = reading.comment ? '-->' : '<!--';
    const at = rest.indexOf(mark);
    if (at < 0) return shown + (reading.comment ? ' '.repeat(rest.length) : rest);
    shown += reading.comment ? ' '.repeat(at + mark.length) : rest.slice(0, at) + ' '.repeat(mark.length);
    rest = rest.slice(at + mark.length);
    reading.comment = !reading.comment;
  }
}

/** True while the line belongs to the fence; a fence ends with its mark or with the item that contains it. */
function insideFence(reading: Reading, text: string): boolean {
  const { fence } = reading;
  if (fence === undefined) return false;
  if (indentOf(text) < fence.content) {
    reading.fence = undefined;
    return false;
  }
  const closing = text.trim();
  if (closing.length >= fence.length && [...closing].every((mark) => mark === fence.mark)) reading.fence = undefined;
  return true;
}

const itemPattern = /^(\s*)([-*+]|(\d{1,9})([.)]))(?=\s|$)/;
const fencePattern = /^\s*(`{3,}|~{3,})(?!.*`)/;
const headingPattern = /^\s*(#{1,6})(?=\s|$)/;
const rulePattern = /^\s*(?:(?:-\s*){3,}|(?:\*\s*){3,}|(?:_\s*){3,})$/;

/** True when the line continues an open paragraph whatever its indentation (CommonMark's lazy continuation). */
function isLazy({ open, fence }: Reading, text: string): boolean {
  if (open === undefined || fence !== undefined || text.trim() === '') return false;
  return ![itemPattern, fencePattern, headingPattern, rulePattern].some((pattern) => pattern.test(text));
}

/** Closes the items to which a line with this indentation no longer belongs. */
function leaveItems(reading: Reading, indent: number): void {
  for (let last = reading.items.at(-1); last !== undefined && indent < last.content; last = reading.items.at(-1)) {
    reading.items.pop();
    reading.resting.set(reading.items.length, last);
    for (const depth of reading.resting.keys()) if (depth > reading.items.length) reading.resting.delete(depth);
    reading.open = undefined;
  }
}

function readContent(reading: Reading, text: string, line: number): void {
  const base = reading.items.at(-1)?.content ?? 0;
  const indent = indentOf(text);
  // Deeply indented text is code, unless it continues a paragraph.
  if (indent - base >= 4 && reading.open === undefined) return;
  const fence = fencePattern.exec(text);
  if (fence !== null) {
    reading.open = undefined;
    reading.fence = { mark: fence[1]?.[0] ?? '`', length: fence[1]?.length ?? 3, content: base };
    return;
  }
  const heading = headingPattern.exec(text);
  if (heading !== null) {
    openSection(reading, text, { level: heading[1]?.length ?? 1, line });
    return;
  }
  if (isUnderline(reading, text)) {
    raiseHeading(reading, text);
    return;
  }
  if (rulePattern.test(text)) {
    reading.open = undefined;
    return;
  }
  const item = itemPattern.exec(text);
  if (item !== null && reading.items.length < procedureLimits.depth) openItem(reading, text, { item, line });
  else append(reading, text, line);
}

function append(reading: Reading, text: string, line: number): void {
  if (reading.open === undefined) {
    reading.resting.clear();
    reading.open = { lines: [], path: pathOf(reading) };
    reading.blocks.push(reading.open);
  }
  const start = text.length - text.trimStart().length;
  reading.open.lines.push({ text: text.slice(start).trimEnd(), line, column: start + 1 });
}

function pathOf({ sections, items }: Reading): StepPath {
  return [...sections.map(({ step }) => step), ...items.map(({ step }) => step)];
}

function openItem(reading: Reading, text: string, { item, line }: { item: RegExpExecArray; line: number }): void {
  const [whole, , bullet = '', number, delimiter] = item;
  const marker = delimiter ?? bullet;
  const depth = reading.items.length;
  const before = Number(number ?? 0) > 1 ? reading.counted.get(depth) : reading.resting.get(depth);
  const goesOn = before !== undefined && before.marker === marker;
  const step: Step = {
    group: goesOn ? before.step.group : newGroup(reading),
    index: goesOn ? before.step.index + 1 : 0,
    numbered: delimiter !== undefined,
    branch: 'plain',
  };
  const rest = text.slice(whole.length);
  const space = rest.length - rest.trimStart().length;
  const width = indentOf(whole.replace(/\S/g, ' '));
  // More than four spaces after the marker are code within the item; its text then begins one space after the marker.
  const content = width + (rest.trim() === '' || space > 4 ? 1 : space);
  const opened = { content, marker, step };
  reading.items.push(opened);
  reading.resting.clear();
  if (delimiter !== undefined) reading.counted.set(depth, opened);
  for (const deeper of reading.counted.keys()) if (deeper > depth) reading.counted.delete(deeper);
  reading.open = undefined;
  if (rest.trim() !== '') readContent(reading, ' '.repeat(whole.length) + rest, line);
}

function openSection(reading: Reading, text: string, { level, line }: { level: number; line: number }): void {
  const marker = /^\s*#{1,6}\s*/.exec(text)?.[0].length ?? 0;
  const title = text.slice(marker).replace(/\s+#+\s*$/, '');
  reading.items = [];
  reading.resting.clear();
  reading.counted.clear();
  enterSection(reading, level, title);
  reading.open = undefined;
  if (title.trim() === '') return;
  reading.blocks.push({ lines: [{ text: title.trimEnd(), line, column: marker + 1 }], path: pathOf(reading) });
}

function enterSection(reading: Reading, level: number, title: string): void {
  let before: OpenSection | undefined;
  while ((reading.sections.at(-1)?.level ?? 0) >= level) before = reading.sections.pop();
  const goesOn = before?.level === level;
  const step: Step = {
    group: goesOn && before !== undefined ? before.step.group : newGroup(reading),
    index: goesOn && before !== undefined ? before.step.index + 1 : 0,
    numbered: isNumberedHeading(title),
    branch: branchOf(title),
  };
  reading.sections.push({ level, step });
}

/** A line of `=` or `-` below a paragraph makes it a heading. */
function isUnderline({ open, items }: Reading, text: string): boolean {
  return open !== undefined && items.length === 0 && /^\s{0,3}(?:=+|-+)\s*$/.test(text);
}

function raiseHeading(reading: Reading, text: string): void {
  const { open } = reading;
  if (open === undefined) return;
  enterSection(reading, text.trim().startsWith('=') ? 1 : 2, open.lines[0]?.text ?? '');
  open.path = pathOf(reading);
  reading.open = undefined;
}

function newGroup(reading: Reading): number {
  reading.groups += 1;
  return reading.groups;
}

/** The first words of a step determine whether it is a branch; later blocks of the same step do not change that. */
function noteBranch({ branches }: Reading, lines: readonly BlockLine[], path: StepPath): void {
  const inner = path.at(-1);
  for (const { group, index, branch } of path) {
    const known = branches.get(group) ?? [];
    branches.set(group, known);
    known[index] ??= inner?.group === group && inner.index === index ? branchOf(lines[0]?.text ?? '') : branch;
  }
}

/** Columns of white space before the text; a tab advances to the next multiple of four. */
function indentOf(text: string): number {
  let columns = 0;
  for (const mark of text) {
    if (mark === ' ') columns += 1;
    else if (mark === '\t') columns += 4 - (columns % 4);
    else break;
  }
  return columns;
}
