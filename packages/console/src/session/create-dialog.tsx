/** A form that creates something: its fields, what failed, and one button. Enter in a field submits it. */
import { type FormEvent, type ReactNode, useId } from 'react';
import { Button } from '../components/button.js';
import { Dialog } from '../components/dialog.js';
import { FailedAlert } from './failed-alert.js';

/** Props of the dialog. */
export interface CreateDialogProps {
  title: string;
  description?: string;
  /** True when every field that is needed has a value. */
  isComplete: boolean;
  isBusy: boolean;
  error: unknown;
  onCreate: () => void;
  onClose: () => void;
  children: ReactNode;
}

/** The dialog. */
export function CreateDialog(props: CreateDialogProps) {
  const { title, description, isComplete, isBusy, error, onCreate, onClose, children } = props;
  const form = useId();
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (isComplete) onCreate();
  };
  return (
    <Dialog
      open
      onClose={onClose}
      dismissible={false}
      title={title}
      description={description}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button tone="primary" type="submit" form={form} busy={isBusy} disabled={!isComplete}>
            Create
          </Button>
        </>
      }
    >
      <form id={form} onSubmit={onSubmit} className="flex flex-col gap-4 pt-1">
        {children}
        <FailedAlert error={error} />
      </form>
    </Dialog>
  );
}
