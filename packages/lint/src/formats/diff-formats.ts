/** Output formats of a comparison; text for people is written by the CLI, which knows the terminal. */
import type { ApiDifference } from '../diff/compare-apis.js';
import { writeDiffHtml } from './diff-html.js';
import { writeDiffChangelog, writeDiffMarkdown } from './diff-markdown.js';

/** Every format by its name. */
export const diffFormats: Readonly<
  Record<'json' | 'markdown' | 'html' | 'changelog', (difference: ApiDifference) => string>
> = Object.freeze({
  json: (difference) => `${JSON.stringify(difference, undefined, 2)}\n`,
  markdown: writeDiffMarkdown,
  html: writeDiffHtml,
  changelog: writeDiffChangelog,
});
