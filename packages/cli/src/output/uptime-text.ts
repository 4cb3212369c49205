/** How long a process has been running, in its largest whole unit. */
export function uptimeText(milliseconds: number): string {
  const seconds = milliseconds / 1000;
  if (seconds < 120) return `${Math.round(seconds)} s`;
  if (seconds < 7200) return `${Math.round(seconds / 60)} min`;
  return seconds < 172_800 ? `${Math.round(seconds / 3600)} h` : `${Math.round(seconds / 86_400)} d`;
}
