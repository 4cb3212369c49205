/** A dialog with a title and buttons, in the middle or at the side of the page. */
import { X } from 'lucide-react';
import type { ReactNode } from 'react';
import { useId } from 'react';
import { IconButton } from './button.js';
import { classNames } from './class-names.js';
import { Modal } from './modal.js';

/** Props of a dialog. */
export interface DialogProps {
  open: boolean;
  onClose: () => void;
  title: ReactNode;
  /** A sentence under the title. */
  description?: ReactNode;
  /** Buttons at the bottom. */
  actions?: ReactNode;
  children: ReactNode;
  size?: 'narrow' | 'wide';
  /** `sheet`: full height at the right edge; `drawer`: at the left edge. */
  placement?: 'center' | 'sheet' | 'drawer';
  /** False: clicking outside does not close it. */
  dismissible?: boolean;
}

const placements = {
  center: 'm-auto max-h-[80dvh] w-[calc(100vw-2rem)] rounded-xl border border-line',
  sheet: 'my-0 mr-0 ml-auto h-dvh max-h-dvh w-[min(32rem,100vw)] max-w-none border-l border-line',
  drawer: 'my-0 mr-auto ml-0 h-dvh max-h-dvh w-[min(17rem,85vw)] border-r border-line',
};

/** A modal dialog. */
export function Dialog(props: DialogProps) {
  const { open, onClose, title, description, actions, children, size = 'narrow', placement = 'center' } = props;
  const id = useId();
  if (!open) return null;
  return (
    <Modal
      onClose={onClose}
      labelledBy={`${id}-title`}
      {...(description === undefined ? {} : { describedBy: `${id}-description` })}
      dismissible={props.dismissible ?? true}
      className={classNames(
        placements[placement],
        placement === 'center' && (size === 'wide' ? 'max-w-3xl' : 'max-w-md'),
      )}
    >
      <div className="relative flex max-h-[inherit] min-h-full flex-col">
        <header className="px-5 pt-4 pr-12 pb-3">
          <h2 id={`${id}-title`} className="text-lg font-semibold text-anywhere">
            {title}
          </h2>
          {description !== undefined && (
            <p id={`${id}-description`} className="mt-0.5 text-muted">
              {description}
            </p>
          )}
        </header>
        <div className="min-h-0 flex-1 overflow-y-auto px-5 pb-5">{children}</div>
        {actions !== undefined && (
          <footer className="flex flex-wrap justify-end gap-2 border-t border-line px-5 py-3 **:data-[tone=danger]:border-transparent **:data-[tone=danger]:bg-bad-fill **:data-[tone=danger]:text-on-accent **:data-[tone=danger]:hover:brightness-110">
            {actions}
          </footer>
        )}
        {/* Last, so that the first field of the content gets the focus. */}
        <IconButton icon={X} label="Close" onClick={onClose} className="absolute top-3 right-3" />
      </div>
    </Modal>
  );
}
