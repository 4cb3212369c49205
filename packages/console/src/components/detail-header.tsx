/** The head of a page about one thing: where it belongs, its name with badges, its address, and actions. */
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { CopyButton } from './copy-button.js';
import { ThirdPartyText } from './third-party-text.js';

/** Props of the header. */
export interface DetailHeaderProps {
  /** The list that it belongs to. */
  parent: { to: string; label: string };
  /** Third-party text. */
  title: string;
  badges?: ReactNode;
  /** Id or address to copy. */
  code: string;
  /** What the copied text is. */
  codeLabel?: string;
  /** After the copied text. */
  more?: ReactNode;
  actions?: ReactNode;
  /** Below all. */
  children?: ReactNode;
}

/** The header. */
export function DetailHeader(props: DetailHeaderProps) {
  const { parent, title, badges, code, codeLabel = 'Copy the id', more, actions, children } = props;
  return (
    <header className="flex flex-wrap items-start justify-between gap-x-6 gap-y-2 px-page pt-4 pb-2">
      <div className="min-w-0 flex-1 basis-72">
        <p className="text-sm text-muted">
          <Link to={parent.to} className="hover:text-text hover:underline">
            {parent.label}
          </Link>
        </p>
        <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <h1 className="line-clamp-2 min-w-0 text-xl font-semibold tracking-tight text-anywhere">
            <ThirdPartyText text={title} limit={160} />
          </h1>
          {badges}
        </div>
        <div className="flex min-w-0 flex-wrap items-center gap-x-1 text-sm text-faint">
          <span className="flex max-w-full min-w-0 items-center gap-x-1">
            <ThirdPartyText text={code} limit={160} className="min-w-0 font-mono" />
            <CopyButton compact text={code} label={codeLabel} />
          </span>
          {more}
        </div>
        {children}
      </div>
      {actions !== undefined && <div className="flex flex-wrap items-center gap-1 max-md:hidden">{actions}</div>}
    </header>
  );
}
