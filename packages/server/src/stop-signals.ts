/** How the process is asked to stop, and to read its configuration again. */

/** Resolves with the name of the first SIGTERM or SIGINT; a second one ends the process at once, as is usual. */
export function stopSignals(): Promise<string> {
  return new Promise((resolve) => {
    for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => resolve(signal));
  });
}

/** Calls the listener on every SIGHUP; returns a function that ends this. In a terminal, SIGHUP means that it was closed. */
export function onHangup(listener: () => void): () => void {
  if (process.stderr.isTTY) return () => undefined;
  process.on('SIGHUP', listener);
  return () => void process.off('SIGHUP', listener);
}
