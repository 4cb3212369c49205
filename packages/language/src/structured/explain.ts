/** Hover and definitions in YAML and JSON. */
import { parsePointer } from '@dragoman/documents';
import type { Hover, TextRange } from '../service/language-service.js';
import type { Format } from '../shapes/shape.js';
import { memberAt, typeAt } from '../shapes/shape.js';
import type { StructureNode } from '../structure/node.js';
import { childOf, nodeAt, nodesAround, pathOf, textAt } from '../structure/node.js';
import { typeText } from './complete-members.js';

/** The node that a local reference points to. */
export function resolveReference(root: StructureNode, reference: string): StructureNode | undefined {
  if (!reference.startsWith('#')) return undefined;
  const decoded = reference
    .slice(1)
    .replace(/%[0-9a-f]{2}/gi, (code) => String.fromCharCode(Number.parseInt(code.slice(1), 16)));
  const path = parsePointer(decoded);
  return path === undefined ? undefined : nodeAt(root, path);
}

/** Where a node is shown: its name, else its first line. */
export function placeOf(text: string, { name, start, end }: StructureNode): TextRange {
  if (name !== undefined) return name;
  const line = text.indexOf('\n', start);
  return { start, end: line === -1 ? end : Math.min(line, end) };
}

/** The scalar or name under the cursor, with the nodes around it. */
export function nodesUnder(
  root: StructureNode,
  offset: number,
): { node: StructureNode; isName: boolean; path: string[] } {
  const around = nodesAround(root, offset);
  const node = around.at(-1) ?? root;
  const isName = node.name !== undefined && offset <= node.name.end;
  return { node, isName, path: pathOf(around) };
}

/** Explains a member by the table of its format, or what a reference points to. */
export function hoverAt(
  root: StructureNode,
  { format, offset }: { format: Format; offset: number },
): Hover | undefined {
  const { node, isName, path } = nodesUnder(root, offset);
  if (!isName && node.kind === 'scalar' && node.value?.startsWith('#/') === true) {
    const target = resolveReference(root, node.value);
    const said = target === undefined ? 'Nothing is defined at this pointer.' : describeNode(target);
    return { start: node.start, end: node.end, text: `${node.value}\n\n${said}` };
  }
  if (!isName || node.name === undefined) return undefined;
  const member = memberAt(format, path);
  if (member !== undefined) {
    const required = member.required ? ', required' : '';
    return { ...node.name, text: `${member.name}: ${typeText(member.type)}${required}\n\n${member.doc}` };
  }
  const type = typeAt(format, path);
  return type === undefined
    ? undefined
    : { ...node.name, text: `${node.key}: ${typeText(type)}\n\n${describeNode(node)}` };
}

/** Largest number of names in a hover. */
const maxNames = 20;

/** What a node says about itself: its texts, its type, its members. */
export function describeNode(node: StructureNode): string {
  const reference = textAt(node, '$ref');
  const texts = ['title', 'summary', 'description', 'intent'].flatMap((key) => textAt(node, key) ?? []);
  const type = textAt(node, 'type');
  const members = childOf(node, 'properties')?.children.map(({ key }) => key) ?? [];
  const names = members.slice(0, maxNames).join(', ') + (members.length > maxNames ? ', …' : '');
  const said = [
    ...texts.map((text) => text.slice(0, 500)),
    ...(type === undefined ? [] : [`Type: ${type}`]),
    ...(members.length === 0 ? [] : [`Members: ${names}`]),
    ...(reference === undefined ? [] : [`Refers to ${reference}`]),
  ];
  if (said.length > 0) return said.join('\n\n');
  return (
    node.value ??
    node.children
      .slice(0, maxNames)
      .flatMap(({ key }) => key ?? [])
      .join(', ')
  );
}
