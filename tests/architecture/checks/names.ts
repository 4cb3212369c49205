/** Files and folders are kebab-case and have descriptive names. */
import type { Check } from '../check.js';
import { listModules } from '../layout.js';

const banned = /^(utils?|helpers?|commons?|shared|managers?|misc|base|data|infos?)$/;
const kebab = /^[a-z0-9]+(-[a-z0-9]+)*(\.[a-z]+)?(\.(test|contract|support|config))?$/;

/** Names of files and folders. */
export const names: Check = {
  name: 'names',
  find: (tree) =>
    listModules(tree).flatMap((file) => {
      const parts = file.replace(/\.tsx?$/, '').split('/');
      const odd = parts.filter((part) => !kebab.test(part));
      const empty = parts.filter((part) => part.split(/[-.]/).some((word) => banned.test(word)));
      return [
        ...odd.map((part) => ({ file, message: `'${part}' is not kebab-case` })),
        ...empty.map((part) => ({ file, message: `'${part}' says nothing about what it holds` })),
      ];
    }),
};
