/**
 * Positions of a graph's nodes: each node in a column after the nodes that lead to it, columns ordered so that edges cross
 * little. Edges that close a cycle do not move a node. The work grows with nodes times edges, for at most a few hundred nodes.
 */

/** A node with its size. */
export interface SizedNode {
  id: string;
  width: number;
  height: number;
}

/** An edge between two nodes. */
export interface PlainEdge {
  from: string;
  to: string;
}

/** Upper left corner of a node. */
export interface Position {
  x: number;
  y: number;
}

const gap = Object.freeze({ column: 80, row: 28 });
/** Passes over the columns; more change little. */
const sweeps = 4;

/** The position of every node; the same graph always gets the same positions. */
export function layeredLayout(nodes: readonly SizedNode[], edges: readonly PlainEdge[]): Map<string, Position> {
  const ids = new Set(nodes.map(({ id }) => id));
  const known = edges.filter(({ from, to }) => from !== to && ids.has(from) && ids.has(to));
  const forward = withoutCycles(nodes, known);
  const columns = orderColumns(toColumns(nodes, forward), forward);
  const heights = columns.map((column) => column.reduce((sum, { height }) => sum + height + gap.row, -gap.row));
  const tallest = Math.max(0, ...heights);
  const positions = new Map<string, Position>();
  let x = 0;
  for (const [at, column] of columns.entries()) {
    let y = (tallest - (heights[at] ?? 0)) / 2;
    for (const { id, height } of column) {
      positions.set(id, { x, y });
      y += height + gap.row;
    }
    x += Math.max(0, ...column.map(({ width }) => width)) + gap.column;
  }
  return positions;
}

/** The edges without those that lead back on the way from the first nodes; visited without recursion. */
function withoutCycles(nodes: readonly SizedNode[], edges: readonly PlainEdge[]): PlainEdge[] {
  const out = groupBy(edges, ({ from }) => from);
  const state = new Map<string, 'open' | 'done'>();
  const back = new Set<PlainEdge>();
  for (const { id: start } of nodes) {
    const path: { id: string; left: PlainEdge[] }[] = [];
    const enter = (id: string) => {
      state.set(id, 'open');
      path.push({ id, left: [...(out.get(id) ?? [])] });
    };
    if (!state.has(start)) enter(start);
    for (let top = path.at(-1); top !== undefined; top = path.at(-1)) {
      const edge = top.left.shift();
      if (edge === undefined) {
        state.set(top.id, 'done');
        path.pop();
      } else if (state.get(edge.to) === 'open') back.add(edge);
      else if (!state.has(edge.to)) enter(edge.to);
    }
  }
  return edges.filter((edge) => !back.has(edge));
}

/** Each node in the column after the last of its predecessors. */
function toColumns(nodes: readonly SizedNode[], edges: readonly PlainEdge[]): SizedNode[][] {
  const out = groupBy(edges, ({ from }) => from);
  const waiting = new Map(nodes.map(({ id }) => [id, 0]));
  for (const { to } of edges) waiting.set(to, (waiting.get(to) ?? 0) + 1);
  const columnOf = new Map(nodes.map(({ id }) => [id, 0]));
  const ready = nodes.filter(({ id }) => waiting.get(id) === 0).map(({ id }) => id);
  for (let id = ready.shift(); id !== undefined; id = ready.shift()) {
    for (const { to } of out.get(id) ?? []) {
      columnOf.set(to, Math.max(columnOf.get(to) ?? 0, (columnOf.get(id) ?? 0) + 1));
      const left = (waiting.get(to) ?? 1) - 1;
      waiting.set(to, left);
      if (left === 0) ready.push(to);
    }
  }
  const columns: SizedNode[][] = [];
  for (const node of nodes) {
    const at = columnOf.get(node.id) ?? 0;
    while (columns.length <= at) columns.push([]);
    columns[at]?.push(node);
  }
  return columns;
}

/** Sorts each column by the mean row of its neighbors, forward and backward in turn. */
function orderColumns(columns: SizedNode[][], edges: readonly PlainEdge[]): SizedNode[][] {
  const before = groupBy(edges, ({ to }) => to);
  const after = groupBy(edges, ({ from }) => from);
  const rowOf = new Map<string, number>();
  const number = (column: readonly SizedNode[]) => {
    for (const [row, { id }] of column.entries()) rowOf.set(id, row - column.length / 2);
  };
  for (const column of columns) number(column);
  for (let sweep = 0; sweep < sweeps; sweep += 1) {
    const isForward = sweep % 2 === 0;
    for (const column of isForward ? columns : [...columns].reverse()) {
      const mean = new Map(
        column.map(({ id }) => {
          const neighbors = isForward
            ? (before.get(id) ?? []).map(({ from }) => from)
            : (after.get(id) ?? []).map(({ to }) => to);
          const rows = neighbors.map((each) => rowOf.get(each) ?? 0);
          return [id, rows.length === 0 ? (rowOf.get(id) ?? 0) : rows.reduce((sum, row) => sum + row, 0) / rows.length];
        }),
      );
      column.sort((one, other) => (mean.get(one.id) ?? 0) - (mean.get(other.id) ?? 0));
      number(column);
    }
  }
  return columns;
}

function groupBy(edges: readonly PlainEdge[], key: (edge: PlainEdge) => string): Map<string, PlainEdge[]> {
  const groups = new Map<string, PlainEdge[]>();
  for (const edge of edges) groups.set(key(edge), [...(groups.get(key(edge)) ?? []), edge]);
  return groups;
}
