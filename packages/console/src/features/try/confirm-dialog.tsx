/** Asks before an irreversible call: what would be sent, and how long the gateway's confirmation is valid. */
import type { CallPreview } from '@dragoman/sdk';
import { Button } from '../../components/button.js';
import { Dialog } from '../../components/dialog.js';
import { RequestView } from '../../components/request-view.js';
import { useSecondsUntil } from '../../components/use-seconds-until.js';

/** Props of the dialog. */
export interface ConfirmDialogProps {
  preview: CallPreview | undefined;
  onConfirm: () => void;
  onCancel: () => void;
}

/** The dialog; open while there is a preview. */
export function ConfirmDialog({ preview, onConfirm, onCancel }: ConfirmDialogProps) {
  const left = useSecondsUntil(preview?.confirmation?.expiresAt);
  const isOver = left === 0;
  return (
    <Dialog
      open={preview !== undefined}
      onClose={onCancel}
      size="wide"
      title="This call cannot be undone"
      description="The gateway has checked it and sent nothing yet."
      actions={
        <>
          <span role="timer" aria-live="off" className="mr-auto self-center text-sm text-muted tabular-nums">
            {left === undefined ? '' : isOver ? 'The confirmation has expired. Run it again.' : `Valid for ${left} s`}
          </span>
          <Button onClick={onCancel}>Cancel</Button>
          <Button tone="danger" disabled={isOver} onClick={onConfirm}>
            Run irreversible call
          </Button>
        </>
      }
    >
      {preview !== undefined && <RequestView preview={preview} />}
    </Dialog>
  );
}
