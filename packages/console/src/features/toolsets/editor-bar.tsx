/** The state of a draft, undo, redo and save; on every tab that edits the draft. */
import type { StoredToolset } from '@dragoman/sdk';
import { Save } from 'lucide-react';
import { useState } from 'react';
import { ThirdPartyText } from '../../components/third-party-text.js';
import { UndoButtons } from '../../components/undo-buttons.js';
import type { EditedDraft } from '../../components/use-draft.js';
import { ScopedButton } from '../../session/scoped-button.js';
import type { Draft } from './draft.js';
import { SaveDialog } from './save-dialog.js';
import type { Foreseen } from './use-foreseen.js';

/** Props of the bar. */
export interface EditorBarProps {
  stored: StoredToolset;
  edited: EditedDraft<Draft>;
  foreseen: Foreseen;
}

/** The bar. */
export function EditorBar({ stored, edited, foreseen: { failure } }: EditorBarProps) {
  const { draft, isChanged } = edited;
  const [isSaving, setSaving] = useState(false);
  const count = draft.tools.length === 1 ? '1 tool' : `${draft.tools.length.toLocaleString('en')} tools`;
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1 border-b border-line px-page py-2">
      <p role="status" className="min-w-0 flex-1 text-sm text-muted">
        {count}
        {isChanged ? ', not saved yet' : ', saved'}
        {failure !== undefined && (
          <span className="text-bad">
            {'; it cannot be saved: '}
            <ThirdPartyText text={failure.message} limit={300} />
          </span>
        )}
      </p>
      <UndoButtons edited={edited} />
      <ScopedButton
        scope="registry:write"
        tone="primary"
        icon={Save}
        disabled={!isChanged || failure !== undefined}
        onClick={() => setSaving(true)}
      >
        Save
      </ScopedButton>
      {isSaving && <SaveDialog stored={stored} edited={edited} onClose={() => setSaving(false)} />}
    </div>
  );
}
