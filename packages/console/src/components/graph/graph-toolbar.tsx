/** The bar of an editor that shows one document as graph, list or text: the choice of the view, the state, and actions. */
import { type ReactNode, useState } from 'react';
import { Segmented } from '../segmented.js';
import { UndoButtons } from '../undo-buttons.js';
import type { EditedDraft } from '../use-draft.js';
import { useIsNarrow } from '../use-media-query.js';

/** How the document is shown; the details have a view of their own only on a narrow page. */
export type GraphPart = 'graph' | 'list' | 'text' | 'details';

/** The view that is shown, and how to change it. */
export interface GraphParts {
  view: GraphPart;
  isNarrow: boolean;
  setView: (view: GraphPart) => void;
}

/** The chosen view, as far as there is room for it. */
export function useGraphParts(): GraphParts {
  const isNarrow = useIsNarrow();
  const [chosen, setView] = useState<GraphPart>('graph');
  const view = isNarrow && chosen === 'graph' ? 'list' : !isNarrow && chosen === 'details' ? 'graph' : chosen;
  return { view, isNarrow, setView };
}

/** Props of the bar. */
export interface GraphToolbarProps {
  parts: GraphParts;
  edited: Pick<EditedDraft<string>, 'undo' | 'redo'>;
  /** A further choice, after that of the view. */
  choice?: ReactNode;
  /** What the document has, and whether it is saved. */
  status: ReactNode;
  /** Buttons at the right. */
  children: ReactNode;
}

/** The bar. */
export function GraphToolbar({
  parts: { view, isNarrow, setView },
  edited,
  choice,
  status,
  children,
}: GraphToolbarProps) {
  const views: { value: GraphPart; label: string }[] = [
    ...(isNarrow ? [] : [{ value: 'graph' as const, label: 'Graph' }]),
    { value: 'list', label: 'List' },
    { value: 'text', label: 'YAML' },
    ...(isNarrow ? [{ value: 'details' as const, label: 'Details' }] : []),
  ];
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-2 border-y border-line px-page py-2">
      <Segmented label="View" value={view} options={views} onChange={setView} />
      {choice}
      <p role="status" className="min-w-0 flex-1 text-sm text-muted">
        {status}
      </p>
      <UndoButtons edited={edited} />
      {children}
    </div>
  );
}
