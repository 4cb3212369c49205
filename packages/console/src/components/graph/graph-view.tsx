/** A graph as a canvas or as a list. The canvas is loaded on demand. */
import { lazy, Suspense } from 'react';
import { LoadingRows } from '../states.js';
import type { GraphProps } from './graph.js';
import { GraphList } from './graph-list.js';

const GraphCanvas = lazy(() => import('./graph-canvas.js'));

/** The graph; it fills its parent. */
export function GraphView({ as, ...props }: GraphProps & { as: 'graph' | 'list' }) {
  if (as === 'list') return <GraphList {...props} />;
  return (
    <Suspense fallback={<LoadingRows rows={4} />}>
      <GraphCanvas {...props} />
    </Suspense>
  );
}
