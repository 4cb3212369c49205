/** The frame of a page: title, description, actions, panels and definition lists. */
import type { ReactNode } from 'react';
import { classNames } from './class-names.js';

/** Props of a page header. */
export interface PageHeaderProps {
  title: ReactNode;
  description?: ReactNode;
  /** Buttons at the right. */
  actions?: ReactNode;
}

/** Buttons at the right end of a line; the text of a quiet one ends at the edge, not its invisible border. */
function Actions({ children }: { children: ReactNode }) {
  return <div className="flex flex-wrap items-center gap-2 has-[>[data-tone=quiet]:last-child]:-mr-2">{children}</div>;
}

/** The title of a page; each page has exactly one. */
export function PageHeader({ title, description, actions }: PageHeaderProps) {
  return (
    <header className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3 px-page pt-5 pb-4">
      <div className="min-w-0 flex-1 basis-60">
        <h1 className="text-xl font-semibold tracking-tight text-anywhere">{title}</h1>
        {description !== undefined && <p className="mt-0.5 max-w-3xl text-muted text-anywhere">{description}</p>}
      </div>
      {actions !== undefined && <Actions>{actions}</Actions>}
    </header>
  );
}

/** A page that scrolls as a whole, with a readable width. */
export function PageBody({ children, className }: { children: ReactNode; className?: string }) {
  return <div className={classNames('flex flex-col gap-gap px-page pb-page', className)}>{children}</div>;
}

/** Props of a panel. */
export interface PanelProps {
  title?: ReactNode;
  description?: ReactNode;
  actions?: ReactNode;
  children: ReactNode;
  /** False: the content reaches the border, as for tables. */
  padded?: boolean;
  className?: string;
}

/** A bordered part of a page with an optional title. */
export function Panel({ title, description, actions, children, padded = true, className }: PanelProps) {
  return (
    <section className={classNames('min-w-0 rounded-lg border border-line bg-raised shadow-panel', className)}>
      {(title !== undefined || actions !== undefined) && (
        <header className="flex flex-wrap items-center gap-x-4 gap-y-1 border-b border-line px-4 py-2.5">
          <div className="min-w-0 flex-1 basis-40">
            {title !== undefined && <h2 className="font-semibold">{title}</h2>}
            {description !== undefined && <p className="text-sm text-muted">{description}</p>}
          </div>
          {actions !== undefined && <Actions>{actions}</Actions>}
        </header>
      )}
      <div className={padded ? 'p-4' : ''}>{children}</div>
    </section>
  );
}

/** Names and values in two columns. */
export function Facts({ facts }: { facts: readonly (readonly [name: string, value: ReactNode])[] }) {
  return (
    <dl className="grid grid-cols-[max-content_1fr] items-baseline gap-x-6 gap-y-1.5">
      {facts.map(([name, value]) => (
        <div key={name} className="contents">
          <dt className="text-muted">{name}</dt>
          <dd className="min-w-0 text-anywhere">{value}</dd>
        </div>
      ))}
    </dl>
  );
}

/** A key of the keyboard. */
export function Key({ children }: { children: ReactNode }) {
  return (
    <kbd className="inline-flex h-4.5 min-w-4.5 items-center justify-center rounded border border-line bg-sunken px-1 font-sans text-xs text-muted">
      {children}
    </kbd>
  );
}
