/** Dry runs: the entry point `@dragoman/middleware/dry-run`. */
export type { DryRunOptions, Preview } from './dry-run.js';
export { createDryRun, isDryRun, previewOf } from './dry-run.js';
