/** What a page shows when there is nothing, not yet anything, an error, or no permission. */
import type { LucideIcon } from 'lucide-react';
import { CircleAlert, LoaderCircle, Lock, RotateCw } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from './button.js';
import { classNames } from './class-names.js';
import { ThirdPartyText } from './third-party-text.js';

interface FrameProps {
  icon: LucideIcon;
  title: string;
  tone?: 'neutral' | 'bad' | 'warn';
  children?: ReactNode;
  actions?: ReactNode;
  role?: 'alert' | 'status';
  /** True when it takes the place of a whole page, whose title it then is. */
  page?: boolean;
}

const iconTones = { neutral: 'bg-sunken text-muted', bad: 'bg-bad-soft text-bad', warn: 'bg-warn-soft text-warn' };

function Frame({ icon: Icon, title, tone = 'neutral', children, actions, role, page = false }: FrameProps) {
  const Title = page ? 'h1' : 'h2';
  return (
    <div role={role} className="mx-auto flex max-w-md flex-col items-center px-4 py-12 text-center">
      <div className={classNames('mb-3 flex size-10 items-center justify-center rounded-full', iconTones[tone])}>
        <Icon aria-hidden className="size-5" />
      </div>
      <Title className="text-lg font-semibold">{title}</Title>
      {children !== undefined && <div className="mt-1 text-muted text-anywhere">{children}</div>}
      {actions !== undefined && <div className="mt-4 flex flex-wrap justify-center gap-2">{actions}</div>}
    </div>
  );
}

/** Nothing here, and what to do next. */
export function EmptyState(props: Omit<FrameProps, 'tone' | 'role'>) {
  return <Frame {...props} />;
}

/** A spinner with a label; for lists, prefer `LoadingRows`. */
export function LoadingState({ label = 'Loading' }: { label?: string }) {
  return (
    <div role="status" className="flex items-center justify-center gap-2 py-12 text-muted">
      <LoaderCircle aria-hidden className="size-4 animate-spin" />
      {label}…
    </div>
  );
}

/** Gray bars in the place of rows that are loading. */
export function LoadingRows({ rows = 8 }: { rows?: number }) {
  return (
    <div role="status" aria-label="Loading" className="divide-y divide-line">
      {Array.from({ length: rows }, (_, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: placeholders have no identity
        <div key={at} className="flex h-row items-center gap-4 px-3">
          <div className="h-2.5 w-1/4 animate-pulse rounded bg-hover" />
          <div className="h-2.5 w-2/5 animate-pulse rounded bg-hover" />
          <div className="ml-auto h-2.5 w-16 animate-pulse rounded bg-hover" />
        </div>
      ))}
    </div>
  );
}

/** What failed and what to do. */
export interface ExplainedError {
  title: string;
  detail: string;
  /** Code of the failure table. */
  code?: string;
  /** Names the request in logs and audit records. */
  traceId?: string;
}

/** Props of an error. */
export interface ErrorStateProps {
  error: ExplainedError;
  onRetry?: () => void;
  /** True when it takes the place of a whole page. */
  page?: boolean;
}

/** An error with its explanation and a way to try again. */
export function ErrorState({ error, onRetry, page = false }: ErrorStateProps) {
  return (
    <Frame
      icon={CircleAlert}
      tone="bad"
      role="alert"
      page={page}
      title={error.title}
      actions={
        onRetry && (
          <Button icon={RotateCw} onClick={onRetry}>
            Try again
          </Button>
        )
      }
    >
      <ThirdPartyText text={error.detail} />
      {(error.code !== undefined || error.traceId !== undefined) && (
        <p className="mt-2 font-mono text-sm text-faint">
          {[error.code, error.traceId && `trace ${error.traceId}`].filter(Boolean).join(' · ')}
        </p>
      )}
    </Frame>
  );
}

/** Props of a missing scope. */
export interface NoPermissionProps {
  scope: string;
  /** Who lacks it. */
  subject?: string;
  actions?: ReactNode;
  /** True when it takes the place of a whole page. */
  page?: boolean;
}

/** The caller lacks a scope. */
export function NoPermission({ scope, subject, actions, page = false }: NoPermissionProps) {
  return (
    <Frame icon={Lock} tone="warn" title="No permission" actions={actions} page={page}>
      This page needs the scope <code className="font-mono text-text">{scope}</code>
      {subject === undefined ? '' : `, which ${subject} does not have`}. An administrator can create a key with it:
      <code className="mt-2 block font-mono text-sm text-text">dragoman keys create NAME --scope {scope}</code>
    </Frame>
  );
}
