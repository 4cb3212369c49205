/** Every source starts with a header comment of one to six lines that says why it exists. */

import { parseModule } from '../../../scripts/source-module.js';
import type { Check } from '../check.js';
import { isTestFile, listModules } from '../layout.js';

const limit = 6;

/** Header comments of the sources. */
export const headers: Check = {
  name: 'headers',
  find: (tree) =>
    listModules(tree)
      .filter((file) => !isTestFile(file))
      .flatMap((file) => {
        const { header } = parseModule(tree, file);
        if (header === undefined) return [{ file, message: 'has no header comment' }];
        const lines = header.split('\n').filter((line) => /\w/.test(line)).length;
        return lines > limit ? [{ file, message: `has a header of ${lines} lines; the limit is ${limit}` }] : [];
      }),
};
