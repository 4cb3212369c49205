/** Completion, hover, definitions and layout of the illustrative notation of AGIS, whose blocks have names and braces. */
import type { Completion, Hover, TextRange } from '../service/language-service.js';
import type { ShapeMember } from '../shapes/shape.js';

/** The path of the document that a block of the notation stands for. */
const blockPaths: Readonly<Record<string, readonly string[]>> = {
  semantic: ['endpoints', '0', 'semantic'],
  vocabulary: ['vocabulary'],
  data_manifest: ['data_manifest'],
  available_data: ['data_manifest', 'available_data', '0'],
};

type MembersOf = (path: readonly string[]) => readonly ShapeMember[];

/** The proposals at an offset. */
export function completeNotation(text: string, offset: number, membersOf: MembersOf): Completion[] {
  const typed = /[A-Za-z_]*$/.exec(text.slice(Math.max(0, offset - 80), offset))?.[0] ?? '';
  const start = offset - typed.length;
  const line = text.slice(text.lastIndexOf('\n', start - 1) + 1, start);
  if (line.trim() !== '' && !/[{,;]\s*$/.test(line)) return [];
  const path = pathAt(text, start);
  const isBlock = new Set(['semantic', 'input', 'output', 'errors', 'vocabulary', 'data_manifest', 'schemas']);
  return membersOf(path)
    .filter(({ name }) => name.startsWith(typed.toLowerCase()) && !/^(?:method|path|endpoints)$/.test(name))
    .map(({ name, doc }) => {
      const written = isBlock.has(name) ? `${name} { ` : `${name}: `;
      return { label: name, kind: 'member', documentation: doc, edit: { start, end: offset, text: written } };
    });
}

/** The path of the document at an offset. */
function pathAt(text: string, offset: number): readonly string[] {
  const block = openBlock(text.slice(0, offset));
  return block === undefined ? [] : (blockPaths[block] ?? ['endpoints', '0']);
}

/** The word around an offset. */
function wordAt(text: string, offset: number): TextRange {
  const before = /[\w-]*$/.exec(text.slice(Math.max(0, offset - 260), offset))?.[0].length ?? 0;
  const after = /^[\w-]*/.exec(text.slice(offset, offset + 260))?.[0].length ?? 0;
  return { start: offset - before, end: offset + after };
}

/** Explains the member under the cursor: a name before a colon or a brace. */
export function hoverNotation(text: string, offset: number, membersOf: MembersOf): Hover | undefined {
  const { start, end } = wordAt(text, offset);
  if (!/^[ \t]*[:{]/.test(text.slice(end, end + 20))) return undefined;
  const name = text.slice(start, end).toLowerCase();
  const member = membersOf(pathAt(text, start)).find((each) => each.name === name);
  return member === undefined ? undefined : { start, end, text: `${name} (${member.type})\n\n${member.doc}` };
}

/** The endpoint of a verb that the vocabulary declares, the declaration of an endpoint's verb, or a schema by its name. */
export function defineNotation(text: string, offset: number): TextRange | undefined {
  const { start, end } = wordAt(text, offset);
  const word = text.slice(start, end);
  if (word === '') return undefined;
  const places = [...text.matchAll(new RegExp(`(?<![\\w-])${word}(?![\\w-])`, 'g'))].map(({ index }) => index);
  const isEndpoint = (at: number) => /^[ \t]+\//.test(text.slice(at + word.length, at + word.length + 80));
  const isDeclared = (at: number) => /declared_verbs[^\]{}]*$/.test(text.slice(Math.max(0, at - 5_000), at));
  const isSchema = (at: number) => /^[ \t]*\{/.test(text.slice(at + word.length, at + word.length + 80));
  const wanted = isEndpoint(start) ? isDeclared : isDeclared(start) ? isEndpoint : isSchema;
  const found = places.find((at) => at !== start && wanted(at));
  return found === undefined ? undefined : { start: found, end: found + word.length };
}

/** The lines indented by their open braces and brackets, without blanks at their ends; texts and comments stay as they are. */
export function layOutNotation(text: string): string {
  let depth = 0;
  const lines = text.split(/\r?\n/).map((line) => {
    const content = line.trim();
    const code = content.replaceAll(/"(?:[^"\\]|\\.)*"|[“][^”]*[”]|#.*$/g, '').replaceAll(/\/[^\s]*/g, '');
    const closing = /^[}\]]*/.exec(code)?.[0].length ?? 0;
    const indent = '  '.repeat(Math.max(0, depth - closing));
    depth = Math.max(0, depth + (code.match(/[{[]/g)?.length ?? 0) - (code.match(/[}\]]/g)?.length ?? 0));
    return content === '' ? '' : indent + content;
  });
  return `${lines
    .join('\n')
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim()}\n`;
}

/** The name before the last brace that is not closed. */
function openBlock(before: string): string | undefined {
  const open: string[] = [];
  for (const [mark, name = ''] of before.matchAll(
    /"(?:[^"\\\n]|\\.)*"|#[^\n]*|([\w/{}-]*)[ \t]*:?[ \t]*\{(?=\s|$)|\}(?=\s|$)/gm,
  )) {
    if (mark.endsWith('{')) open.push(name);
    else if (mark === '}') open.pop();
  }
  return open.at(-1);
}
