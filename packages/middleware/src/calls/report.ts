/** Default reporting of internal errors that callers must not see. */

/** Emits a process warning. */
export function warnProcess(problem: unknown): void {
  process.emitWarning(problem instanceof Error ? problem : String(problem));
}
