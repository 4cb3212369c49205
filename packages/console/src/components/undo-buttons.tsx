/** The buttons that undo and redo changes of a draft. */
import { Redo2, Undo2 } from 'lucide-react';
import { IconButton } from './button.js';
import type { EditedDraft } from './use-draft.js';

/** The buttons; disabled when there is nothing to undo or redo. */
export function UndoButtons({ edited: { undo, redo } }: { edited: Pick<EditedDraft<unknown>, 'undo' | 'redo'> }) {
  return (
    <div className="flex">
      <IconButton icon={Undo2} label="Undo" disabled={undo === undefined} onClick={undo} />
      <IconButton icon={Redo2} label="Redo" disabled={redo === undefined} onClick={redo} />
    </div>
  );
}
