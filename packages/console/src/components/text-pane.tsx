/** The text of a document that is edited, with what keeps it from being read. */
import { CodeView } from './code-view.js';
import type { EditedDraft } from './use-draft.js';

/** Props of the pane. */
export interface TextPaneProps {
  /** Name of the text for screen readers. */
  label: string;
  edited: EditedDraft<string>;
  problems: readonly string[];
}

/** The pane. */
export function TextPane({ label, edited, problems }: TextPaneProps) {
  return (
    <div className="flex h-full min-h-0 flex-1 flex-col gap-2 p-3">
      {problems.length > 0 && (
        <ul role="alert" className="rounded-md bg-bad-soft px-3 py-2 text-sm text-bad">
          {problems.slice(0, 10).map((problem) => (
            <li key={problem}>{problem.slice(0, 300)}</li>
          ))}
        </ul>
      )}
      <CodeView
        label={label}
        language="yaml"
        text={edited.draft}
        height="100%"
        onChange={(text) => edited.change(text, 'text')}
      />
    </div>
  );
}
