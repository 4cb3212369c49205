/** Order and limits of the inbox. */
import type { InboxItem, InboxSeverity } from '@dragoman/model';

/** Maximum number of items of one kind, and characters of a detail. */
export const inboxLimits = Object.freeze({ items: 100, detail: 500, names: 10 });

const severities: readonly InboxSeverity[] = ['error', 'warning', 'info'];

/** Sort key: the most urgent first, then the newest, then those without a time. */
export function orderOf({ severity, since = '', id }: InboxItem): string {
  const newestFirst = since.replace(/\d/g, (digit) => String(9 - Number(digit)));
  return `${severities.indexOf(severity)} ${newestFirst || '~'} ${id}`;
}
