/** Buttons and links that look like buttons. */
import type { LucideIcon } from 'lucide-react';
import { LoaderCircle } from 'lucide-react';
import type { ButtonHTMLAttributes, Ref } from 'react';
import { classNames } from './class-names.js';

/** How much attention a button asks for. */
export type ButtonTone = 'primary' | 'secondary' | 'quiet' | 'danger';

/** Props of a button. */
export interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  tone?: ButtonTone;
  icon?: LucideIcon;
  /** True while the action runs: the button is disabled and shows a spinner. */
  busy?: boolean;
  ref?: Ref<HTMLButtonElement>;
}

const tones: Readonly<Record<ButtonTone, string>> = {
  primary: 'bg-accent-fill text-on-accent border-transparent hover:brightness-110',
  secondary: 'bg-raised text-text border-control hover:bg-hover',
  quiet: 'bg-transparent text-muted border-transparent hover:bg-hover hover:text-text',
  danger: 'bg-raised text-bad border-control hover:bg-bad-soft',
};

const frame =
  'inline-flex h-control shrink-0 items-center justify-center gap-1.5 rounded-md border text-base font-medium whitespace-nowrap transition-colors disabled:opacity-60';

/** The classes of a button, for links that look like one. */
export function buttonClasses(tone: ButtonTone = 'secondary', more = ''): string {
  return classNames(frame, 'px-2.5', tones[tone], more);
}

/** A button with an optional icon. */
export function Button({ tone = 'secondary', icon: Icon, busy = false, className, children, ...rest }: ButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      disabled={rest.disabled === true || busy}
      aria-busy={busy || undefined}
      data-tone={tone}
      className={buttonClasses(tone, className)}
    >
      {busy ? (
        <LoaderCircle aria-hidden className="size-3.5 animate-spin" />
      ) : (
        Icon && <Icon aria-hidden className="size-3.5" />
      )}
      {children}
    </button>
  );
}

/** Props of a button that shows only an icon; the label is read aloud and shown as a tooltip. */
export interface IconButtonProps extends Omit<ButtonProps, 'children' | 'icon'> {
  icon: LucideIcon;
  label: string;
}

/** A button that shows only an icon. */
export function IconButton({ icon: Icon, label, tone = 'quiet', className, busy, ...rest }: IconButtonProps) {
  return (
    <button
      type="button"
      title={label}
      aria-label={label}
      {...rest}
      disabled={rest.disabled === true || busy === true}
      data-tone={tone}
      className={classNames(frame, 'w-control', tones[tone], className)}
    >
      <Icon aria-hidden className="size-4" />
    </button>
  );
}
