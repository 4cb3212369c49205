/** What an architecture check is: a pure function over a tree, so that a planted violation can show that it works. */
import type { SourceTree } from '../../scripts/source-tree.js';

/** One place that breaks a rule of the house. */
export interface Violation {
  /** Path from the root of the tree. */
  file: string;
  /** What is wrong, in one sentence. */
  message: string;
}

/** One rule of the house. */
export interface Check {
  /** kebab-case; also the name of the folder with its planted violation. */
  name: string;
  find(tree: SourceTree): Violation[];
}
