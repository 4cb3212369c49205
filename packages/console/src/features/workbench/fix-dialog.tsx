/** What quick fixes would change, before they are applied. */
import type { LanguageDiagnostic, TextEdit } from '@dragoman/language';
import { applyEdits } from '@dragoman/language/text';
import { useEffect, useState } from 'react';
import { Button } from '../../components/button.js';
import { Dialog } from '../../components/dialog.js';
import { LoadingState } from '../../components/states.js';
import { ThirdPartyText } from '../../components/third-party-text.js';
import { TextDifference } from '../../language/text-difference.js';
import { highlightingOf } from './open-document.js';
import type { Work } from './use-work.js';

/** Props of the dialog. */
export interface FixDialogProps {
  work: Work;
  diagnostics: readonly LanguageDiagnostic[];
  onClose: () => void;
}

/** The dialog. */
export function FixDialog({ work, diagnostics, onClose }: FixDialogProps) {
  const { client, editor } = work;
  const [edits, setEdits] = useState<readonly TextEdit[]>();
  const [before] = useState(() => work.text());
  useEffect(() => {
    let isOpen = true;
    void client?.fix(diagnostics).then((found) => {
      if (isOpen) setEdits(found ?? []);
    });
    return () => {
      isOpen = false;
    };
  }, [client, diagnostics]);
  const names = [...new Set(diagnostics.flatMap(({ fix }) => fix ?? []))];
  const apply = () => {
    if (edits !== undefined) editor?.apply(edits);
    onClose();
  };
  return (
    <Dialog
      open
      onClose={onClose}
      size="wide"
      title={
        diagnostics.length === 1 ? 'Apply a quick fix' : `Apply ${diagnostics.length.toLocaleString('en')} quick fixes`
      }
      description={diagnostics.length === 1 ? 'Undo reverts it.' : 'Undo reverts all of them in one step.'}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button tone="primary" disabled={edits === undefined || edits.length === 0} onClick={apply}>
            Apply
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-3">
        <ul className="flex flex-col gap-0.5 text-muted">
          {names.slice(0, 8).map((name) => (
            <li key={name}>
              <ThirdPartyText text={name} limit={160} />
            </li>
          ))}
          {names.length > 8 && <li>{names.length - 8} more</li>}
        </ul>
        {edits === undefined && <LoadingState label="Preparing the edits" />}
        {edits?.length === 0 && (
          <p className="rounded-md bg-warn-soft px-3 py-2 text-warn">
            The text changed meanwhile, or the edit would change more than it should. Close this and try again.
          </p>
        )}
        {edits !== undefined && edits.length > 0 && (
          <TextDifference
            label="Changes"
            before={before}
            after={applyEdits(before, edits)}
            language={highlightingOf(before)}
          />
        )}
      </div>
    </Dialog>
  );
}
