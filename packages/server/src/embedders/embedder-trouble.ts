/** Explains why a built-in model cannot be used, for operators and callers. */

/** Text to follow a colon. */
export function embedderTrouble(error: unknown): string {
  const { name, code } = error instanceof Error ? (error as Error & { code?: unknown }) : {};
  if (name === 'WeightsChanged') {
    return 'the files of the model are not the published ones; install @dragoman/embedder again';
  }
  if (code === 'ERR_MODULE_NOT_FOUND') return 'the package @dragoman/embedder is not installed';
  return 'the model of this registry cannot be loaded';
}
