/** No open TODOs, no exclusive tests, no mocks of our own modules, no suppressed type errors. */
import type { Check } from '../check.js';
import { listModules } from '../layout.js';

const rules = [
  { pattern: /\/[/*].*\b(?:TO)DO\b|\/[/*].*\b(?:FIX)ME\b/, message: 'leaves something for later in a comment' },
  { pattern: /\b(?:it|test|describe)\.(?:only)\(/, message: 'runs a test alone' },
  { pattern: /\bvi\.(?:mock)\(\s*['"](?:\.|@dragoman\/)/, message: 'replaces a module of our own' },
  { pattern: /@ts-(?:ignore|nocheck)\b/, message: 'silences the compiler' },
] as const;

/** Loose ends in sources and tests. */
export const looseEnds: Check = {
  name: 'loose-ends',
  find: (tree) =>
    listModules(tree).flatMap((file) => {
      const text = tree.read(file);
      return rules.filter(({ pattern }) => pattern.test(text)).map(({ message }) => ({ file, message }));
    }),
};
