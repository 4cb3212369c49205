/** Milliseconds with a unit, three digits at most where it is not exact. */
export function durationText(ms: number | undefined): string {
  if (ms === undefined) return '–';
  if (ms > 0 && ms < 0.1) return '<0.1 ms';
  if (ms < 10) return `${ms.toFixed(1)} ms`;
  if (ms < 10_000) return `${Math.round(ms).toLocaleString('en')} ms`;
  return ms < 120_000 ? `${(ms / 1000).toFixed(1)} s` : `${Math.round(ms / 60_000)} min`;
}
