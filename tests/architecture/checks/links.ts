/** Every relative link in a Markdown page points to a file or folder of the repository. */
import { posix } from 'node:path';
import type { Check } from '../check.js';
import { listLinkTargets } from '../layout.js';

/** Relative links. */
export const links: Check = {
  name: 'links',
  find(tree) {
    const files = new Set(tree.files);
    const exists = (path: string) => files.has(path) || tree.files.some((file) => file.startsWith(`${path}/`));
    const pages = tree.files.filter((file) => file.endsWith('.md'));
    return pages.flatMap((file) =>
      listLinkTargets(tree.read(file))
        .filter((target) => !/^[a-z]+:/.test(target))
        .filter((target) => !exists(posix.normalize(posix.join(posix.dirname(file), target)).replace(/\/$/, '')))
        .map((target) => ({ file, message: `links to '${target}', which is not there` })),
    );
  },
};
