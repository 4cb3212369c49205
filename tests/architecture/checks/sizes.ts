/** No file above 500 lines, no function above 80. */

import { parseModule } from '../../../scripts/source-module.js';
import type { Check } from '../check.js';
import { isTestFile, listModules } from '../layout.js';

const limits = { file: 500, function: 80 } as const;

/** Lengths of files and functions; callbacks of `describe` do not count as functions. */
export const sizes: Check = {
  name: 'sizes',
  find: (tree) =>
    listModules(tree).flatMap((file) => {
      const lines = tree.read(file).trimEnd().split('\n').length;
      const long = isTestFile(file)
        ? []
        : parseModule(tree, file).functions.filter((each) => each.lines > limits.function);
      return [
        ...(lines > limits.file ? [{ file, message: `has ${lines} lines; the limit is ${limits.file}` }] : []),
        ...long.map((each) => ({
          file,
          message: `${each.name} has ${each.lines} lines; the limit is ${limits.function}`,
        })),
      ];
    }),
};
