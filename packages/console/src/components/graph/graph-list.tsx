/** A graph as a list: every node with what leads where, in words. For screen readers and narrow screens. */
import { Badge } from '../badge.js';
import { classNames } from '../class-names.js';
import { ThirdPartyText } from '../third-party-text.js';
import { edgeWords, type GraphEdge, type GraphNode, type GraphProps } from './graph.js';

/** Edges that are named at each node. */
const mostEdges = 30;

/** The list. */
export function GraphList({ label, nodes, edges, selected, onSelect }: GraphProps) {
  return (
    <ol aria-label={label} className="flex h-full flex-col divide-y divide-line overflow-y-auto">
      {nodes.map((node) => (
        <li key={node.id} className={classNames('relative px-page py-3', node.id === selected && 'bg-selected')}>
          <NodeHead node={node} isSelected={node.id === selected} onSelect={() => onSelect(node.id)} />
          <Edges nodes={nodes} edges={edges.filter(({ from }) => from === node.id)} />
        </li>
      ))}
    </ol>
  );
}

function NodeHead({ node, isSelected, onSelect }: { node: GraphNode; isSelected: boolean; onSelect: () => void }) {
  const { title, subtitle, badges = [], isMuted = false } = node;
  return (
    <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
      <button
        type="button"
        aria-current={isSelected}
        onClick={onSelect}
        className={classNames('min-w-0 max-w-full text-left font-medium hover:underline', isMuted && 'text-muted')}
      >
        <ThirdPartyText text={title} limit={120} />
      </button>
      {subtitle !== undefined && <ThirdPartyText text={subtitle} limit={160} className="text-sm text-muted" />}
      {badges.map(({ text, tone }) => (
        <Badge key={text} {...(tone === undefined ? {} : { tone })}>
          <ThirdPartyText text={text} limit={60} />
        </Badge>
      ))}
    </div>
  );
}

function Edges({ nodes, edges }: { nodes: readonly GraphNode[]; edges: readonly GraphEdge[] }) {
  if (edges.length === 0) return null;
  const titleOf = (id: string) => nodes.find((node) => node.id === id)?.title ?? id;
  return (
    <ul className="mt-1 text-sm text-muted">
      {edges.slice(0, mostEdges).map(({ id, kind, fromPort, to, toPort, label }) => (
        <li key={id}>
          <ThirdPartyText
            text={[fromPort, edgeWords[kind], titleOf(to), toPort, label && `(${label})`].filter(Boolean).join(' ')}
            limit={240}
          />
        </li>
      ))}
      {edges.length > mostEdges && <li>and {edges.length - mostEdges} more</li>}
    </ul>
  );
}
