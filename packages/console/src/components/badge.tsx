/** Small labels: impact, protocol, outcome and other states, each with one color and one word. */
import type { ReactNode } from 'react';
import { classNames } from './class-names.js';
import { protocolName } from './protocol-name.js';

/** Meaning of a badge's color. */
export type BadgeTone = 'neutral' | 'good' | 'warn' | 'bad' | 'note' | 'accent';

const tones: Readonly<Record<BadgeTone, string>> = {
  neutral: 'bg-sunken text-muted border-line',
  good: 'bg-good-soft text-good border-transparent',
  warn: 'bg-warn-soft text-warn border-transparent',
  bad: 'bg-bad-soft text-bad border-transparent',
  note: 'bg-note-soft text-note border-transparent',
  accent: 'bg-selected text-accent-strong border-transparent',
};

/** Props of a badge. */
export interface BadgeProps {
  tone?: BadgeTone;
  children: ReactNode;
  /** Explanation, shown as a tooltip. */
  title?: string;
  className?: string;
}

/** A small label. */
export function Badge({ tone = 'neutral', children, title, className }: BadgeProps) {
  return (
    <span
      title={title}
      className={classNames(
        'inline-flex h-5 max-w-full shrink-0 items-center gap-1 rounded border px-1.5 text-xs font-medium whitespace-nowrap',
        tones[tone],
        className,
      )}
    >
      {children}
    </span>
  );
}

const impactTones: Readonly<Record<string, BadgeTone>> = {
  informational: 'neutral',
  reversible: 'warn',
  irreversible: 'bad',
};

/** What a call of an operation changes; an unknown word is shown as it is. */
export function ImpactBadge({ impact, reason }: { impact: string; reason?: string }) {
  return (
    <Badge tone={impactTones[impact] ?? 'neutral'} {...(reason === undefined ? {} : { title: reason })}>
      {impact}
    </Badge>
  );
}

/** The protocol of a service. */
export function ProtocolBadge({ protocol }: { protocol: string }) {
  return <Badge>{protocolName(protocol)}</Badge>;
}

/** The four outcomes of a call. */
export type Outcome = 'done' | 'refused' | 'failed' | 'unknown';

const outcomeTones: Readonly<Record<Outcome, BadgeTone>> = {
  done: 'good',
  refused: 'warn',
  failed: 'bad',
  unknown: 'note',
};

/** The outcome of a call. */
export function OutcomeBadge({ outcome }: { outcome: Outcome }) {
  return <Badge tone={outcomeTones[outcome]}>{outcome}</Badge>;
}
