/** A titled part of a panel of details, with an optional button. */
import type { ReactNode } from 'react';

/** The part. */
export function Section({ title, action, children }: { title: string; action?: ReactNode; children: ReactNode }) {
  return (
    <section className="flex flex-col gap-2">
      <div className="flex min-h-control items-center justify-between gap-2">
        <h2 className="font-semibold">{title}</h2>
        {action}
      </div>
      {children}
    </section>
  );
}

/** Classes of small fields inside a part. */
export const smallField =
  'h-control w-full min-w-0 rounded-md border border-line-strong bg-surface px-2 text-sm text-text placeholder:text-faint';
