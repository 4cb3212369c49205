/** A graph as data: what the canvas draws and what the list says. All texts may be third-party text. */
import type { BadgeTone } from '../badge.js';

/** A named input or output of a node that edges attach to. */
export interface GraphPort {
  id: string;
  label: string;
  /** Its value or type, in gray. */
  detail?: string;
  tone?: BadgeTone;
}

/** One node. */
export interface GraphNode {
  id: string;
  title: string;
  subtitle?: string;
  badges?: readonly { text: string; tone?: BadgeTone }[];
  inputs?: readonly GraphPort[];
  outputs?: readonly GraphPort[];
  /** Color of its border: a problem, a result. */
  tone?: BadgeTone;
  /** True when nothing leads to it. */
  isMuted?: boolean;
  /** True when it cannot be removed. */
  isFixed?: boolean;
}

/** What an edge means. */
export type EdgeKind = 'flow' | 'data' | 'success' | 'failure' | 'hand-over';

/** One edge. */
export interface GraphEdge {
  id: string;
  from: string;
  fromPort?: string;
  to: string;
  toPort?: string;
  kind: EdgeKind;
  label?: string;
  /** True: it does not move its nodes, such as an edge of a node that nothing leads to. */
  isAside?: boolean;
}

/** A connection that a person draws. */
export type Connection = Pick<GraphEdge, 'from' | 'fromPort' | 'to' | 'toPort'>;

/** Props of both views. */
export interface GraphProps {
  /** Name for screen readers. */
  label: string;
  nodes: readonly GraphNode[];
  edges: readonly GraphEdge[];
  selected: string | undefined;
  onSelect: (id: string | undefined) => void;
  /** Called with a drawn edge; absent: edges cannot be drawn. */
  onConnect?: (connection: Connection) => void;
  /** Called with the selected node on Delete. */
  onRemove?: (id: string) => void;
}

/** How an edge reads in a sentence. */
export const edgeWords: Readonly<Record<EdgeKind, string>> = {
  flow: 'then',
  data: 'gives',
  success: 'on success, go to',
  failure: 'on failure, go to',
  'hand-over': 'hands over to',
};

/** Width of every node, in pixels. */
export const nodeWidth = 248;

/** Height of a node as it is drawn, in pixels. */
export function heightOf({ subtitle, badges = [], inputs = [], outputs = [] }: GraphNode): number {
  const head = 38 + (subtitle === undefined ? 0 : 16) + (badges.length === 0 ? 0 : 2 + badgeRows(badges) * 24);
  const rows = Math.max(inputs.length, outputs.length);
  return head + (rows === 0 ? 0 : 9 + rows * 20);
}

/** Pixels of a badge: those of its letters at most, its padding, and the gap after it. */
const badgeWidth = ({ text }: { text: string }) => Math.min(text.length, 40) * 5.8 + 14 + 4;

/** Lines that the badges take, at most two; the node is laid out before they are drawn. */
export function badgeRows(badges: readonly { text: string }[]): number {
  let [rows, left] = [0, 0];
  for (const badge of badges) {
    const width = badgeWidth(badge);
    if (rows === 0 || width > left) {
      rows += 1;
      left = nodeWidth - 22;
    }
    left -= width;
  }
  return Math.min(rows, 2);
}
