/** Where trouble of the host's own goes that callers must not see, unless the host says otherwise. */

/** Warns the process. */
export function warnProcess(problem: unknown): void {
  process.emitWarning(problem instanceof Error ? problem : String(problem));
}
