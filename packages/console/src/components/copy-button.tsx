/** Copies a text: a snippet, a command line, a curl command. */
import { Check, Copy, SquareTerminal } from 'lucide-react';
import { useState } from 'react';
import { Button, type ButtonProps, IconButton } from './button.js';
import { classNames } from './class-names.js';
import { useToasts } from './toast.js';

/** Props of a button that copies. */
export interface CopyButtonProps extends Omit<ButtonProps, 'onClick' | 'children'> {
  /** The text, or a function that creates it when it is needed. */
  text: string | (() => string);
  label?: string;
  /** Shows only the icon: always, or on a narrow screen. */
  compact?: boolean | 'narrow';
}

/** Milliseconds for which the button confirms. */
const confirmMs = 1500;

/** A button that copies a text to the clipboard. */
export function CopyButton({ text, label = 'Copy', compact = false, icon = Copy, ...rest }: CopyButtonProps) {
  const [copied, setCopied] = useState(false);
  const toasts = useToasts();
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(typeof text === 'string' ? text : text());
      setCopied(true);
      setTimeout(() => setCopied(false), confirmMs);
    } catch {
      toasts.show('The browser blocked copying. Select the text and copy it manually.', 'bad');
    }
  };
  const props = { ...rest, icon: copied ? Check : icon, onClick: () => void copy() };
  const shown = copied ? 'Copied' : label;
  if (compact === true) return <IconButton {...props} label={shown} />;
  return (
    <Button
      {...props}
      title={compact === 'narrow' ? label : undefined}
      className={classNames(compact === 'narrow' && 'max-md:w-control max-md:px-0', props.className)}
    >
      <span className={compact === 'narrow' ? 'max-md:sr-only' : undefined}>{shown}</span>
    </Button>
  );
}

/** The two ways to repeat an action outside the console. */
export function CopyAs({ command, curl }: { command?: string | (() => string); curl?: string | (() => string) }) {
  return (
    <>
      {command !== undefined && (
        <CopyButton compact="narrow" tone="quiet" icon={SquareTerminal} text={command} label="Copy as command" />
      )}
      {curl !== undefined && <CopyButton compact="narrow" tone="quiet" text={curl} label="Copy as curl" />}
    </>
  );
}
