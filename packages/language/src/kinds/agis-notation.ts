/** Completion in the illustrative notation of AGIS, whose blocks have names and braces. */
import type { Completion } from '../service/language-service.js';
import type { ShapeMember } from '../shapes/shape.js';

/** The path of the document that a block of the notation stands for. */
const blockPaths: Readonly<Record<string, readonly string[]>> = {
  semantic: ['endpoints', '0', 'semantic'],
  vocabulary: ['vocabulary'],
  data_manifest: ['data_manifest'],
  available_data: ['data_manifest', 'available_data', '0'],
};

/** The proposals at an offset. */
export function completeNotation(
  text: string,
  offset: number,
  membersOf: (path: readonly string[]) => readonly ShapeMember[],
): Completion[] {
  const typed = /[A-Za-z_]*$/.exec(text.slice(Math.max(0, offset - 80), offset))?.[0] ?? '';
  const start = offset - typed.length;
  const line = text.slice(text.lastIndexOf('\n', start - 1) + 1, start);
  if (line.trim() !== '' && !/[{,;]\s*$/.test(line)) return [];
  const block = openBlock(text.slice(0, start));
  const path = block === undefined ? [] : (blockPaths[block] ?? ['endpoints', '0']);
  const isBlock = new Set(['semantic', 'input', 'output', 'errors', 'vocabulary', 'data_manifest', 'schemas']);
  return membersOf(path)
    .filter(({ name }) => name.startsWith(typed.toLowerCase()) && !/^(?:method|path|endpoints)$/.test(name))
    .map(({ name, doc }) => {
      const written = isBlock.has(name) ? `${name} { ` : `${name}: `;
      return { label: name, kind: 'member', documentation: doc, edit: { start, end: offset, text: written } };
    });
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
