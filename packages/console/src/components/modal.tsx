/**
 * A native modal dialog in the top layer: the browser keeps the focus inside, makes the rest inert, and returns the focus.
 * Several can be open at once, such as a login over any other dialog.
 */
import type { ReactNode } from 'react';
import { useEffect, useRef } from 'react';
import { createPortal } from 'react-dom';
import { classNames } from './class-names.js';

/** Props of a modal dialog; it is shown while it is rendered. */
export interface ModalProps {
  onClose: () => void;
  /** Name for screen readers, or the id of its title. */
  label?: string;
  labelledBy?: string;
  describedBy?: string;
  /** False: clicking outside does not close it. */
  dismissible?: boolean;
  className?: string;
  children: ReactNode;
}

/** A modal dialog. */
export function Modal(props: ModalProps) {
  const { onClose, label, labelledBy, describedBy, dismissible = true, className, children } = props;
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const shown = dialog.current;
    shown?.showModal();
    return () => shown?.close();
  }, []);
  return createPortal(
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape closes it
    <dialog
      ref={dialog}
      aria-label={label}
      aria-labelledby={labelledBy}
      aria-describedby={describedBy}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      onClick={(event) => {
        if (dismissible && event.target === dialog.current) onClose();
      }}
      className={classNames('bg-raised p-0 text-text shadow-layer backdrop:bg-backdrop', className)}
    >
      {children}
    </dialog>,
    document.body,
  );
}
