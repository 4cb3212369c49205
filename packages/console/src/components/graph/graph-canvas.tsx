/**
 * A graph that can be panned, zoomed and connected by drawing, on the library React Flow. Positions are computed, so a graph
 * looks the same for everyone. Loaded on demand.
 */
import '@xyflow/react/dist/base.css';
import './graph-canvas.css';
import {
  type Connection as DrawnConnection,
  type Edge,
  MarkerType,
  MiniMap,
  Panel,
  ReactFlow,
  ReactFlowProvider,
  type Rect,
  useReactFlow,
  type Viewport,
} from '@xyflow/react';
import { Maximize, ZoomIn, ZoomOut } from 'lucide-react';
import { type KeyboardEvent, useEffect, useMemo, useRef } from 'react';
import { IconButton } from '../button.js';
import { visibleText } from '../visible-text.js';
import { edgeWords, type GraphEdge, type GraphNode, type GraphProps, heightOf, nodeWidth } from './graph.js';
import { type CanvasNode, CanvasNodeView } from './graph-node.js';
import { layeredLayout, type Position } from './layered-layout.js';
import { nearestNode } from './nearest-node.js';

const nodeTypes = { node: CanvasNodeView };
/** Nodes from which on a small map helps. */
const mapFrom = 12;

/** Zoom below which texts cannot be read. */
const readableZoom = 0.6;
/** Pixels around the graph. */
const margin = 32;

/** The canvas. */
export default function GraphCanvas(props: GraphProps) {
  return (
    <ReactFlowProvider>
      <Canvas {...props} />
    </ReactFlowProvider>
  );
}

function Canvas({ label, nodes, edges, selected, onSelect, onConnect, onRemove }: GraphProps) {
  const frame = useRef<HTMLDivElement>(null);
  const flow = useReactFlow();
  const positions = useMemo(
    () =>
      layeredLayout(
        nodes.map((node) => ({ id: node.id, width: nodeWidth, height: heightOf(node) })),
        edges.filter(({ isAside }) => isAside !== true),
      ),
    [nodes, edges],
  );
  const isConnectable = onConnect !== undefined;
  const canvasNodes = useMemo(
    () => nodes.map((node) => toCanvasNode(node, positions.get(node.id), { selected, isConnectable })),
    [nodes, positions, selected, isConnectable],
  );
  const canvasEdges = useMemo(() => toCanvasEdges(edges, positions), [edges, positions]);
  const shape = nodes.map(({ id }) => id).join(' ');
  // biome-ignore lint/correctness/useExhaustiveDependencies: the graph is shown from its start again when nodes come or go
  useEffect(() => {
    const { clientWidth = 0, clientHeight = 0 } = frame.current ?? {};
    void flow.setViewport(openingView(flow.getNodesBounds(canvasNodes), clientWidth, clientHeight));
  }, [flow, shape]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: only a new selection moves the view
  useEffect(() => {
    const at = selected === undefined ? undefined : positions.get(selected);
    const { clientWidth = 0, clientHeight = 0 } = frame.current ?? {};
    if (at === undefined) return;
    const { x, y, zoom } = flow.getViewport();
    const [left, top] = [at.x * zoom + x, at.y * zoom + y];
    const isVisible =
      left >= 0 && top >= 0 && left + nodeWidth * zoom <= clientWidth && top + 60 * zoom <= clientHeight;
    if (!isVisible) void flow.setCenter(at.x + nodeWidth / 2, at.y + 60, { zoom });
  }, [selected]);
  const onKeyDown = (event: KeyboardEvent) => {
    const id = (event.target as HTMLElement).closest<HTMLElement>('.react-flow__node')?.dataset.id;
    if (id === undefined) return;
    if (event.key === 'Enter' || event.key === ' ') onSelect(id);
    else if (event.key === 'Delete') onRemove?.(id);
    else {
      const next = nearestNode(positions, id, event.key);
      if (next === undefined) return;
      frame.current?.querySelector<HTMLElement>(`.react-flow__node[data-id="${CSS.escape(next)}"]`)?.focus();
      onSelect(next);
    }
    event.preventDefault();
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: handles the keys of the nodes inside
    <div ref={frame} className="graph-canvas h-full" onKeyDown={onKeyDown}>
      <ReactFlow
        aria-label={label}
        nodes={canvasNodes}
        edges={canvasEdges}
        nodeTypes={nodeTypes}
        nodesDraggable={false}
        edgesFocusable={false}
        disableKeyboardA11y
        deleteKeyCode={null}
        minZoom={0.1}
        proOptions={{ hideAttribution: true }}
        onlyRenderVisibleElements={nodes.length > 60}
        onNodeClick={(_, { id }) => onSelect(id)}
        onPaneClick={() => onSelect(undefined)}
        onConnect={(drawn) => onConnect?.(toConnection(drawn))}
      >
        <Panel position="bottom-left" className="flex rounded-md border border-line bg-raised shadow-panel">
          <IconButton icon={ZoomIn} label="Zoom in" onClick={() => void flow.zoomIn()} />
          <IconButton icon={ZoomOut} label="Zoom out" onClick={() => void flow.zoomOut()} />
          <IconButton icon={Maximize} label="Show everything" onClick={() => void flow.fitView({ padding: 0.15 })} />
        </Panel>
        {nodes.length >= mapFrom && <MiniMap pannable zoomable ariaLabel="Overview" className="max-md:hidden" />}
      </ReactFlow>
    </div>
  );
}

/** The whole graph where it stays readable, else its start. */
function openingView({ x, y, width, height }: Rect, frameWidth: number, frameHeight: number): Viewport {
  const whole = Math.min((frameWidth - 2 * margin) / width, (frameHeight - 2 * margin) / height, 1);
  const zoom = Math.max(whole, readableZoom);
  const left = zoom > whole ? margin : (frameWidth - width * zoom) / 2;
  return { x: left - x * zoom, y: (frameHeight - height * zoom) / 2 - y * zoom, zoom };
}

function toCanvasNode(
  node: GraphNode,
  position: Position | undefined,
  { selected, isConnectable }: { selected: string | undefined; isConnectable: boolean },
): CanvasNode {
  const { id, title, subtitle = '', badges = [] } = node;
  const words = [title, subtitle, ...badges.map(({ text }) => text)].filter((text) => text !== '');
  return {
    id,
    type: 'node',
    position: position ?? { x: 0, y: 0 },
    // Known sizes: the library needs no second pass to measure them.
    width: nodeWidth,
    height: heightOf(node),
    selected: id === selected,
    ariaLabel: visibleText(words.join(', '), 200),
    data: { node, isConnectable },
  };
}

const colors: Readonly<Record<GraphEdge['kind'], string>> = {
  flow: 'var(--line-strong)',
  data: 'var(--note)',
  success: 'var(--good)',
  failure: 'var(--bad)',
  'hand-over': 'var(--line-strong)',
};

/** Two edges between the same nodes are one with two arrows; an edge that leads back runs around the nodes, dashed. */
function toCanvasEdges(edges: readonly GraphEdge[], positions: ReadonlyMap<string, Position>): Edge[] {
  const key = ({ from, fromPort = '', to, toPort = '', kind }: GraphEdge) =>
    JSON.stringify([kind, from, fromPort, to, toPort]);
  const known = new Map(edges.map((edge) => [key(edge), edge]));
  const isBack = ({ from, to }: GraphEdge) => (positions.get(to)?.x ?? 0) <= (positions.get(from)?.x ?? 0);
  return edges.flatMap((edge) => {
    const opposite =
      edge.fromPort === undefined && edge.toPort === undefined
        ? known.get(key({ ...edge, from: edge.to, to: edge.from }))
        : undefined;
    // Of two, the one that leads forward is drawn; of two in one column, the first.
    const isDrawn = opposite === undefined || (isBack(edge) ? isBack(opposite) && edge.id < opposite.id : true);
    if (!isDrawn) return [];
    const drawn = toCanvasEdge(edge);
    const arrow = opposite === undefined ? {} : { markerStart: arrowOf(edge) };
    return [isBack(edge) ? { ...drawn, ...arrow, type: 'smoothstep', style: backStyle(edge) } : { ...drawn, ...arrow }];
  });
}

function arrowOf({ kind }: Pick<GraphEdge, 'kind'>) {
  return { type: MarkerType.ArrowClosed, color: colors[kind], width: 14, height: 14 };
}

function backStyle({ kind }: GraphEdge) {
  return { stroke: colors[kind], strokeWidth: 1, strokeDasharray: '2 3' };
}

function toCanvasEdge({ id, from, fromPort = '', to, toPort = '', kind, label }: GraphEdge): Edge {
  const text = label === undefined ? {} : { label: visibleText(label, 40) };
  return {
    id,
    source: from,
    target: to,
    sourceHandle: fromPort,
    targetHandle: toPort,
    ...text,
    ariaLabel: visibleText(`${from} ${edgeWords[kind]} ${to}`, 120),
    style: { stroke: colors[kind], strokeWidth: 1.5, ...(kind === 'failure' ? { strokeDasharray: '5 4' } : {}) },
    markerEnd: arrowOf({ kind }),
  };
}

function toConnection({ source, sourceHandle, target, targetHandle }: DrawnConnection) {
  return {
    from: source,
    to: target,
    ...(sourceHandle ? { fromPort: sourceHandle } : {}),
    ...(targetHandle ? { toPort: targetHandle } : {}),
  };
}
