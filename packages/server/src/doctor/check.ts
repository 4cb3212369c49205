/** What a check of `dragoman doctor` returns. */

/** The result of one check. */
export interface Finding {
  /** What was checked, such as `store` or `clock`. */
  check: string;
  /** `warning`: it works, and should be corrected. */
  state: 'good' | 'warning' | 'problem';
  detail: string;
  /** What to do; absent when nothing is wrong. */
  fix?: string;
}

/** A finding without a fault. */
export const good = (check: string, detail: string): Finding => ({ check, state: 'good', detail });

/** A finding that should be corrected. */
export const warning = (check: string, detail: string, fix: string): Finding => ({
  check,
  state: 'warning',
  detail,
  fix,
});

/** A finding that keeps the server, or a part of it, from working. */
export const problem = (check: string, detail: string, fix: string): Finding => ({
  check,
  state: 'problem',
  detail,
  fix,
});

/** Clocks that differ by more milliseconds than this break tokens, leases and the order of records. */
export const maxSkewMs = 2000;

/** Compares a clock with the one of this machine. */
export function compareClocks(whose: string, theirs: number, ours: number): Finding {
  const seconds = Math.round((theirs - ours) / 100) / 10;
  const detail = `The clock of ${whose} is ${Math.abs(seconds)} s ${seconds < 0 ? 'behind' : 'ahead of'} this machine.`;
  if (Math.abs(theirs - ours) <= maxSkewMs) return good('clock', `${capital(whose)} and this machine agree.`);
  return warning('clock', detail, 'Synchronize both clocks, for example with chrony or systemd-timesyncd.');
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
