/**
 * Changes values in the text of a YAML or JSON document. In YAML, comments, anchors and the order of everything else are
 * kept; indentation becomes two spaces. A list or object that loses its last member is removed.
 */
import type { JsonValue } from '@dragoman/model';
import type { Document, Node } from 'yaml';
import { isMap, isScalar, isSeq, parseDocument } from './yaml.js';

/** Where a value is: names of members and positions in lists. */
export type YamlPath = readonly (string | number)[];

/** One change. */
export type YamlEdit =
  /** Sets a value; missing objects on the way are created. */
  | { set: YamlPath; to: JsonValue }
  /** Inserts an item into a list, which is created when it is missing; at the end when the position is beyond it. */
  | { insert: YamlPath; value: JsonValue }
  | { remove: YamlPath }
  /** Gives a member another name at the same position. */
  | { rename: YamlPath; to: string }
  /** Moves an item of a list to another position. */
  | { move: YamlPath; to: number };

/** The changed text; undefined when the text has syntax errors or an edit has no place. */
export function editYaml(text: string, edits: readonly YamlEdit[]): string | undefined {
  try {
    const document = parseDocument(text, { keepSourceTokens: false });
    if (document.errors.length > 0) return undefined;
    for (const edit of edits) if (!apply(document, edit)) return undefined;
    if (/^\s*[{[]/.test(text)) return `${JSON.stringify(document.toJS({ maxAliasCount: 50 }), null, 2)}\n`;
    return document.toString({ lineWidth: 0 });
  } catch {
    // Too deep, or an alias in the way.
    return undefined;
  }
}

function apply(document: Document, edit: YamlEdit): boolean {
  if ('set' in edit) return set(document, edit.set, edit.to);
  if ('insert' in edit) return insert(document, edit.insert, edit.value);
  if ('remove' in edit) return remove(document, edit.remove);
  if ('rename' in edit) return rename(document, edit.rename, edit.to);
  return move(document, edit.move, edit.to);
}

function set(document: Document, path: YamlPath, value: JsonValue): boolean {
  const before = path.length === 0 ? undefined : document.getIn(path, true);
  // A scalar keeps its comment.
  if (isScalar(before) && (typeof value !== 'object' || value === null)) before.value = value;
  else if (path.length === 0) document.contents = document.createNode(value) as Node;
  else document.setIn(path, document.createNode(value));
  return true;
}

function insert(document: Document, path: YamlPath, value: JsonValue): boolean {
  const list = path.slice(0, -1);
  const at = Number(path.at(-1));
  if (document.getIn(list) === undefined) document.setIn(list, document.createNode([]));
  const node = document.getIn(list, true);
  if (!isSeq(node)) return false;
  node.flow = node.items.length > 0 && node.flow === true;
  node.items.splice(at, 0, document.createNode(value));
  return true;
}

function remove(document: Document, path: YamlPath): boolean {
  if (!document.deleteIn(path)) return false;
  const parent = document.getIn(path.slice(0, -1), true);
  const isEmpty = (isMap(parent) || isSeq(parent)) && parent.items.length === 0;
  return isEmpty && path.length > 1 ? remove(document, path.slice(0, -1)) : true;
}

function rename(document: Document, path: YamlPath, to: string): boolean {
  const parent = document.getIn(path.slice(0, -1), true);
  if (!isMap(parent) || parent.has(to)) return false;
  const pair = parent.items.find(({ key }) => (isScalar(key) ? key.value : key) === path.at(-1));
  if (pair === undefined) return false;
  if (isScalar(pair.key)) pair.key.value = to;
  else pair.key = document.createNode(to);
  return true;
}

function move(document: Document, path: YamlPath, to: number): boolean {
  const node = document.getIn(path.slice(0, -1), true);
  if (!isSeq(node)) return false;
  const [item] = node.items.splice(Number(path.at(-1)), 1);
  if (item === undefined) return false;
  node.items.splice(to, 0, item);
  return true;
}
