/** Only the configuration reads the environment; all other code gets its settings as arguments. */

import { parseModule } from '../../../scripts/source-module.js';
import type { Check } from '../check.js';
import { listPackageSources } from '../layout.js';

const readers = /^packages\/(server\/src\/config(\/|\.ts$)|cli\/src\/main\.ts$)/;

/** Files that read the environment. */
export const environment: Check = {
  name: 'environment',
  find: (tree) =>
    listPackageSources(tree)
      .filter((file) => !readers.test(file))
      .filter((file) => {
        const { members, imports } = parseModule(tree, file);
        const direct = [...members].some((member) => /^(globalThis\.)?process\.env\b/.test(member));
        return direct || imports.some(({ specifier }) => /^(node:)?process$/.test(specifier));
      })
      .map((file) => ({ file, message: 'reads the environment' })),
};
