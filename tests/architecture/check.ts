/** The type of an architecture check: a pure function over a tree, so that it can be tested with planted violations. */
import type { SourceTree } from '../../scripts/source-tree.js';

/** One violation of a rule. */
export interface Violation {
  /** Path from the root of the tree. */
  file: string;
  /** What is wrong, in one sentence. */
  message: string;
}

/** One rule. */
export interface Check {
  /** kebab-case; also the name of the folder with its planted violation. */
  name: string;
  find(tree: SourceTree): Violation[];
}
