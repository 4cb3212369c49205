/** Asks before a document is stored: what changes, and what to do when somebody else has changed it, too. */
import type { JsonValue } from '@dragoman/model';
import type { ReactNode } from 'react';
import { Button } from '../components/button.js';
import { Dialog } from '../components/dialog.js';
import { type DifferenceRow, Differences } from '../components/differences.js';
import { MergeConflicts, type MergeConflictsProps } from '../components/merge-conflicts.js';
import { compareValues } from '../schema/compare-values.js';
import { FailedAlert } from './failed-alert.js';

/** Props of the dialog. */
export interface SaveChangesDialogProps {
  title: string;
  description: string;
  /** What the button says. */
  verb: string;
  /** The stored document; absent when there is none yet, or when the rows are given. */
  before?: JsonValue;
  after?: JsonValue;
  /** The differences, instead of both documents. */
  rows?: readonly DifferenceRow[];
  /** What both changed in different ways, after a merge. */
  merged?: MergeConflictsProps;
  isConflict: boolean;
  error: unknown;
  isBusy: boolean;
  /** True while it cannot be stored. */
  disabled?: boolean;
  onSave: () => void;
  onMerge: () => void;
  onClose: () => void;
  /** Above the differences. */
  children?: ReactNode;
}

/** The dialog. */
export function SaveChangesDialog(props: SaveChangesDialogProps) {
  const { title, description, verb, before, after = {}, isConflict, error, isBusy, disabled = false, merged } = props;
  const rows = props.rows ?? (before === undefined ? undefined : differencesOf(before, after));
  return (
    <Dialog
      open
      onClose={props.onClose}
      dismissible={false}
      size="wide"
      title={title}
      description={description}
      actions={
        <>
          <Button onClick={props.onClose}>Cancel</Button>
          <Button tone="primary" disabled={disabled} busy={isBusy} onClick={isConflict ? props.onMerge : props.onSave}>
            {isConflict ? 'Merge the changes' : verb}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-3">
        {isConflict ? (
          <p role="alert" className="rounded-md bg-warn-soft px-3 py-2 text-warn">
            Somebody else has changed it since you began. Merge both changes, look at the result, and save it.
          </p>
        ) : (
          <FailedAlert error={error} />
        )}
        {merged !== undefined && <MergeConflicts {...merged} />}
        {props.children}
        {rows !== undefined && <Differences label="Differences" rows={rows} />}
      </div>
    </Dialog>
  );
}

/** Differences that are shown. */
const mostRows = 100;

function differencesOf(before: JsonValue, after: JsonValue) {
  const text = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value)).slice(0, 500);
  return compareValues(before, after, mostRows).map((each) => ({
    place: each.pointer,
    ...(each.before === undefined ? {} : { before: text(each.before) }),
    ...(each.after === undefined ? {} : { after: text(each.after) }),
  }));
}
