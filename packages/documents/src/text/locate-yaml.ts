/** Finds the location of a pointer in a composed YAML document; the members of a map are indexed on first use. */
import type { Node, Pair, YAMLMap } from 'yaml';
import { parsePointer } from '../schema/pointer.js';
import type { Span } from './located-document.js';
import { isMap, isScalar, isSeq } from './yaml.js';

interface Found {
  node: Node | undefined;
  key?: number;
  at: number;
}

/** Creates a function that finds spans; `follow` resolves an alias. */
export function createYamlSpans(
  root: Node,
  follow: (node: Node) => Node | undefined,
): (pointer: string) => Span | undefined {
  const known = new Map<Node, Map<string, Pair>>();
  const pairsOf = (map: YAMLMap): Map<string, Pair> => {
    const kept = known.get(map) ?? new Map(map.items.map((pair) => [nameOf(pair), pair]));
    known.set(map, kept);
    return kept;
  };
  const step = (found: Found, token: string): Found | undefined => {
    const node = found.node === undefined ? undefined : (follow(found.node) ?? found.node);
    if (isSeq(node)) {
      const item = /^\d+$/.test(token) ? (node.items[Number(token)] as Node | undefined) : undefined;
      return item === undefined ? undefined : { node: item, at: item.range?.[0] ?? found.at };
    }
    const pair = isMap(node) ? pairsOf(node).get(token) : undefined;
    if (pair === undefined) return undefined;
    const key = (pair.key as Node).range?.[0] ?? found.at;
    return { node: (pair.value as Node | null) ?? undefined, key, at: key };
  };
  return (pointer) => {
    let found: Found | undefined = { node: root, at: root.range?.[0] ?? 0 };
    for (const token of parsePointer(pointer) ?? []) {
      if (found !== undefined) found = step(found, token);
    }
    return found === undefined ? undefined : toSpan(found);
  };
}

function nameOf({ key }: Pair): string {
  if (!isScalar(key)) return '';
  return typeof key.value === 'string' ? key.value : (key.source ?? '');
}

function toSpan({ node, key, at }: Found): Span {
  const [start, end] = node?.range ?? [at, at];
  return key === undefined ? { start, end } : { start, end, key };
}
