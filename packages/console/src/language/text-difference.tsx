/** The lines that differ between two texts; loaded on demand. */
import { lazy, Suspense } from 'react';
import type { CodeLanguage } from '../components/code-view.js';
import { LoadingState } from '../components/states.js';

/** Props of the view. */
export interface TextDifferenceProps {
  label: string;
  before: string;
  after: string;
  language: CodeLanguage;
  /** CSS height. */
  height?: string;
}

const MergeBinding = lazy(() => import('./merge-binding.js'));

/** Added lines are green, removed ones red; unchanged lines are folded. */
export function TextDifference(props: TextDifferenceProps) {
  return (
    <div className="overflow-hidden rounded-md border border-line bg-surface">
      <Suspense fallback={<LoadingState label="Comparing the lines" />}>
        <MergeBinding {...props} />
      </Suspense>
    </div>
  );
}
