/** Names and references inside the shape of an XML body. */
import type { HttpXml, HttpXmlNode } from '@dragoman/model';

/** True for a name of an element or attribute, with at most one prefix (Namespaces in XML §3). */
export function isXmlName(name: string): boolean {
  return name.length <= 200 && /^[\p{L}_][\p{L}\p{N}\p{M}._-]*(?::[\p{L}_][\p{L}\p{N}\p{M}._-]*)?$/u.test(name);
}

/** The node itself, or the shared one that it refers to, with its own members above. */
export function resolveNode({ nodes = {} }: HttpXml, node: HttpXmlNode): HttpXmlNode {
  const { ref, ...own } = node;
  const target = ref !== undefined && Object.hasOwn(nodes, ref) ? nodes[ref] : undefined;
  return target === undefined ? own : { ...target, ...own };
}
