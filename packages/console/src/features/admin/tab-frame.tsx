/** The frame of a tab: tools above, content that fills the rest. */
import type { ReactNode } from 'react';

/** A tab whose content is a table. */
export function TabFrame({ tools, children }: { tools: ReactNode; children: ReactNode }) {
  return (
    <div className="flex h-full flex-col">
      <div className="flex flex-wrap items-center gap-2 px-page py-3">{tools}</div>
      <div className="min-h-0 flex-1 border-t border-line px-[calc(var(--page)-0.75rem)]">{children}</div>
    </div>
  );
}

/** A tab that scrolls as a whole. */
export function TabBody({ children }: { children: ReactNode }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be reachable with the keyboard
    <div tabIndex={0} className="h-full overflow-y-auto focus-visible:-outline-offset-2">
      <div className="flex max-w-5xl flex-col gap-gap px-page py-4">{children}</div>
    </div>
  );
}
