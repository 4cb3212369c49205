/** How the process is asked to stop. */

/** Resolves with the name of the first SIGTERM or SIGINT; a second one ends the process at once, as is usual. */
export function stopSignals(): Promise<string> {
  return new Promise((resolve) => {
    for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => resolve(signal));
  });
}
