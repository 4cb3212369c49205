/** All machine-readable output formats; text for people is written by the CLI, which knows the terminal. */
import type { LintReport } from '../linting/lint-document.js';
import { writeBadge } from './badge.js';
import { writeCheckstyle } from './checkstyle.js';
import { writeGithub } from './github.js';
import { writeGitlab } from './gitlab.js';
import { writeHtml } from './html.js';
import { writeJson } from './json.js';
import { writeJunit } from './junit.js';
import { writeMarkdown } from './markdown.js';
import type { Program } from './program.js';
import { writeSarif } from './sarif.js';

/** Writes reports as one text. */
export type WriteFormat = (reports: readonly LintReport[], program: Program) => string;

/** Names of the formats. */
export type FormatName =
  | 'json'
  | 'sarif'
  | 'github'
  | 'gitlab'
  | 'junit'
  | 'checkstyle'
  | 'markdown'
  | 'html'
  | 'badge';

/** Every format by its name. */
export const formats: Readonly<Record<FormatName, WriteFormat>> = Object.freeze({
  json: writeJson,
  sarif: writeSarif,
  github: writeGithub,
  gitlab: writeGitlab,
  junit: writeJunit,
  checkstyle: writeCheckstyle,
  markdown: writeMarkdown,
  html: writeHtml,
  badge: writeBadge,
});
