/**
 * Text that others wrote: names, descriptions, results. Always rendered as text, with invisible and direction-changing
 * characters made visible, long words broken, and the length bounded.
 */
import { toPlainText } from '@dragoman/model';
import { Fragment } from 'react';
import { classNames } from './class-names.js';
import { splitVisible, visibleText } from './visible-text.js';

/** Props of a text by a third party. */
export interface ThirdPartyTextProps {
  text: string;
  /** Maximum number of characters; the rest is cut with an ellipsis. */
  limit?: number;
  /** One line with an ellipsis instead of wrapping. */
  truncate?: boolean;
  /** True for descriptions: Markdown and HTML are left out, never rendered. */
  plain?: boolean;
  /** Marks the text as third-party content; where a whole region is marked, its texts need not be. */
  marked?: boolean;
  className?: string;
}

/** A text by a third party. */
export function ThirdPartyText({ text: given, limit = 2000, truncate, plain, marked, className }: ThirdPartyTextProps) {
  // Markup can take most of a text.
  const text = plain === true ? toPlainText(given.slice(0, 4 * limit)) || given : given;
  const { parts, cut } = splitVisible(text, limit);
  return (
    <span
      dir="auto"
      data-third-party=""
      title={truncate === true ? visibleText(text) : undefined}
      className={classNames(
        truncate === true ? 'block truncate' : 'text-anywhere',
        marked === true && 'border-l-2 border-line-strong pl-2',
        className,
      )}
    >
      {marked === true && <span className="sr-only">Third-party text: </span>}
      {parts.map((part, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: parts of one text have no other identity
        <Fragment key={at}>
          {part.hidden ? (
            <span className="mx-px rounded bg-warn-soft px-0.5 font-mono text-[0.85em] text-warn" title={part.name}>
              {part.text}
            </span>
          ) : (
            part.text
          )}
        </Fragment>
      ))}
      {cut && '…'}
    </span>
  );
}
