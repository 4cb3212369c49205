/** What the services of YAML and JSON documents have in common. */
import type { DocumentKind, LanguageService, OutlineItem, TextRange } from '../service/language-service.js';
import type { Format } from '../shapes/shape.js';
import type { StructureNode } from '../structure/node.js';
import { scanText } from '../structure/scan-text.js';
import type { FindValues } from '../structured/complete-members.js';
import { completeMembers } from '../structured/complete-members.js';
import { hoverAt, nodesUnder, placeOf, resolveReference } from '../structured/explain.js';
import { formatText } from '../structured/format-text.js';
import { editsBetween } from '../text/edits.js';
import { rememberLast } from '../text/remember-last.js';

/** What one kind adds. */
export interface StructuredKind {
  kind: DocumentKind;
  format: Format;
  findValues: FindValues;
  findNames?: FindValues;
  /** The node that a name in a value refers to, other than by a JSON pointer. */
  findDefinition(value: string, path: readonly string[], root: StructureNode): StructureNode | undefined;
  outline(root: StructureNode): OutlineItem[];
  check: LanguageService['check'];
  fix: LanguageService['fix'];
  /** The canonical text; undefined when the text cannot be read. */
  layOut?(text: string): string | undefined;
}

/** Creates the service of a kind; the structure of the last text is kept. */
export function createStructuredService(own: StructuredKind): LanguageService {
  const scan = rememberLast(scanText);
  const { kind, format, findValues, findNames, check, fix } = own;
  return {
    kind,
    check,
    fix,
    complete: (text, offset) =>
      completeMembers(
        { text, root: scan(text), format, findValues, ...(findNames === undefined ? {} : { findNames }) },
        offset,
      ),
    hover: (text, offset) => hoverAt(scan(text), { format, offset }),
    define: (text, offset) => define(text, scan(text), { offset, own }),
    outline: (text) => own.outline(scan(text)),
    format(text) {
      const written = (own.layOut ?? formatText)(text);
      return written === undefined ? undefined : editsBetween(text, written);
    },
  };
}

interface Asked {
  offset: number;
  own: StructuredKind;
}

function define(text: string, root: StructureNode, { offset, own }: Asked): TextRange | undefined {
  const { node, isName, path } = nodesUnder(root, offset);
  const value = isName ? node.key : node.value;
  if (value === undefined || node.kind !== 'scalar') {
    const target = isName && node.key !== undefined ? own.findDefinition(node.key, path, root) : undefined;
    return target === undefined ? undefined : placeOf(text, target);
  }
  const target = resolveReference(root, value) ?? own.findDefinition(value, path, root);
  return target === undefined ? undefined : placeOf(text, target);
}

/** An item of the outline. */
export function outlineItem(
  node: StructureNode,
  item: Pick<OutlineItem, 'name' | 'kind'> & { detail?: string | undefined; children?: OutlineItem[] },
): OutlineItem {
  const { name, kind, detail, children = [] } = item;
  const start = node.name?.start ?? node.start;
  return { name, kind, ...(detail === undefined ? {} : { detail }), start, end: Math.max(node.end, start), children };
}
