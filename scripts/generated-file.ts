/** What the docs generator makes: files whose content follows from the sources alone. */

/** One generated file. */
export interface GeneratedFile {
  /** Path from the root of the repository. */
  path: string;
  text: string;
}

/** Makes one page, or a few files that belong together. */
export type PageMaker = (root: string) => Promise<GeneratedFile[]>;

/** The line that every generated Markdown page opens with, below its title. */
export const generatedNote = 'Made by `npm run docs` from the sources; do not edit.';
