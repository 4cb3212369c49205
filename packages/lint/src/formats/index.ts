/** All machine-readable output formats; text for people is written by the CLI, which knows the terminal. */
import type { LintReport } from '../linting/lint-document.js';
import { writeGithub } from './github.js';
import { writeHtml } from './html.js';
import { writeJson } from './json.js';
import { writeJunit } from './junit.js';
import type { Program } from './program.js';
import { writeSarif } from './sarif.js';

/** Writes reports as one text. */
export type WriteFormat = (reports: readonly LintReport[], program: Program) => string;

/** Every format by its name. */
export const formats: Readonly<Record<'json' | 'sarif' | 'github' | 'junit' | 'html', WriteFormat>> = Object.freeze({
  json: writeJson,
  sarif: writeSarif,
  github: writeGithub,
  junit: writeJunit,
  html: writeHtml,
});
