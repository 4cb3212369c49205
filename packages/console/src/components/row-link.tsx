/** A link in a row of a table. The table handles the keyboard, and a plain click opens the row; the link is for clicks with a modifier. */
import type { MouseEvent, ReactNode } from 'react';

/** A plain link: the router's own takes longer to render than the rest of the row. */
export function RowLink({ href, children }: { href: string; children: ReactNode }) {
  return (
    <a href={href} tabIndex={-1} className="block min-w-0 hover:underline" onClick={leavePlainClicks}>
      {children}
    </a>
  );
}

function leavePlainClicks(event: MouseEvent): void {
  if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) event.stopPropagation();
  else event.preventDefault();
}
