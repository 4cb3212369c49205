/** The structure of a YAML or JSON text, which may be incomplete: the author is still typing. */
import type { TextRange } from '../service/language-service.js';

/** One value with its place in the text. */
export interface StructureNode extends TextRange {
  kind: 'map' | 'list' | 'scalar';
  /** Name of the member, or index in the list; absent for the whole document. */
  key?: string;
  /** The name in the text; absent for items of lists. */
  name?: TextRange;
  /** Written with braces, brackets or as a scalar, not by indentation. */
  flow: boolean;
  /** Text of a scalar without its quotes. */
  value?: string;
  children: StructureNode[];
}

/** The child with a key. */
export function childOf(node: StructureNode | undefined, key: string): StructureNode | undefined {
  return node?.children.find((child) => child.key === key);
}

/** The text of a scalar member. */
export function textAt(node: StructureNode | undefined, key: string): string | undefined {
  return childOf(node, key)?.value;
}

/** The node at a path. */
export function nodeAt(root: StructureNode, path: readonly string[]): StructureNode | undefined {
  return path.reduce<StructureNode | undefined>((node, key) => childOf(node, key), root);
}

/** The nodes that contain an offset, from the document to the innermost. */
export function nodesAround(root: StructureNode, offset: number): StructureNode[] {
  const found = [root];
  for (let node: StructureNode | undefined = root; node !== undefined; ) {
    node = node.children.find(({ start, end, name }) => (name?.start ?? start) <= offset && offset <= end);
    if (node !== undefined) found.push(node);
  }
  return found;
}

/** The keys of nodes as a path. */
export function pathOf(nodes: readonly StructureNode[]): string[] {
  return nodes.flatMap(({ key }) => key ?? []);
}
