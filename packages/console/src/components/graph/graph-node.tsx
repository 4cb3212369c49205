/** One node of the canvas: its title, badges, and the ports that edges attach to. */
import { Handle, type Node, type NodeProps, Position } from '@xyflow/react';
import { memo } from 'react';
import { Badge, type BadgeTone } from '../badge.js';
import { classNames } from '../class-names.js';
import { visibleText } from '../visible-text.js';
import { badgeRows, type GraphNode, type GraphPort, nodeWidth } from './graph.js';

/** A node for the library. */
export type CanvasNode = Node<{ node: GraphNode; isConnectable: boolean }, 'node'>;

const borders: Readonly<Record<BadgeTone, string>> = {
  neutral: 'border-line-strong',
  good: 'border-good',
  warn: 'border-warn',
  bad: 'border-bad',
  note: 'border-note',
  accent: 'border-accent',
};

const texts: Readonly<Record<BadgeTone, string>> = {
  neutral: '',
  good: 'text-good',
  warn: 'text-warn',
  bad: 'text-bad',
  note: 'text-note',
  accent: 'text-accent',
};

/** The node. */
export const CanvasNodeView = memo(function CanvasNodeView({ data, selected }: NodeProps<CanvasNode>) {
  const { node, isConnectable } = data;
  const { title, subtitle, badges = [], inputs = [], outputs = [], tone = 'neutral', isMuted = false } = node;
  const shown = [...badges].sort(byTone);
  const rows = Math.max(inputs.length, outputs.length);
  return (
    <div
      style={{ width: nodeWidth }}
      className={classNames(
        'rounded-lg border bg-raised text-text shadow-panel',
        borders[tone],
        selected && 'outline-2 outline-accent',
        isMuted && 'border-dashed bg-sunken',
      )}
    >
      <div className="relative px-3 pt-2 pb-2">
        <Handle type="target" position={Position.Left} id="" isConnectable={isConnectable} />
        <p className={classNames('truncate font-medium', isMuted && 'text-muted')}>{visibleText(title, 80)}</p>
        {subtitle !== undefined && <p className="truncate text-xs text-muted">{visibleText(subtitle, 120)}</p>}
        {shown.length > 0 && (
          <p className="mt-1.5 flex flex-wrap gap-1 overflow-hidden" style={{ height: badgeRows(shown) * 24 - 4 }}>
            {shown.map(({ text, tone: badge }) => (
              <Badge key={text} {...(badge === undefined ? {} : { tone: badge })}>
                {visibleText(text, 40)}
              </Badge>
            ))}
          </p>
        )}
        <Handle type="source" position={Position.Right} id="" isConnectable={isConnectable} />
      </div>
      {rows > 0 && (
        <div className="grid grid-cols-2 gap-x-2 border-t border-line py-1 text-xs">
          <Ports ports={inputs} side="left" isConnectable={isConnectable} />
          <Ports ports={outputs} side="right" isConnectable={isConnectable} />
        </div>
      )}
    </div>
  );
});

/** A badge with a tone says something unusual, so it must not be the one that is cut off. */
function byTone(one: { tone?: BadgeTone }, other: { tone?: BadgeTone }): number {
  return Number(other.tone !== undefined) - Number(one.tone !== undefined);
}

interface PortsProps {
  ports: readonly GraphPort[];
  side: 'left' | 'right';
  isConnectable: boolean;
}

function Ports({ ports, side, isConnectable }: PortsProps) {
  const isLeft = side === 'left';
  return (
    <div className="min-w-0">
      {ports.map(({ id, label, detail, tone = 'neutral' }) => (
        <div key={id} className={classNames('relative flex h-5 items-center gap-1 px-3', !isLeft && 'justify-end')}>
          <Handle
            type={isLeft ? 'target' : 'source'}
            position={isLeft ? Position.Left : Position.Right}
            id={id}
            isConnectable={isConnectable}
          />
          <span title={detail} className={classNames('truncate font-mono', texts[tone])}>
            {visibleText(label, 60)}
          </span>
        </div>
      ))}
    </div>
  );
}
