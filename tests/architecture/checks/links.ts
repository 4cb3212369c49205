/** Every relative link in a Markdown page leads to a file or folder of the repository. */
import { posix } from 'node:path';
import type { Check } from '../check.js';

/** Relative links. */
export const links: Check = {
  name: 'links',
  find(tree) {
    const files = new Set(tree.files);
    const exists = (path: string) => files.has(path) || tree.files.some((file) => file.startsWith(`${path}/`));
    const pages = tree.files.filter((file) => file.endsWith('.md'));
    return pages.flatMap((file) =>
      listTargets(tree.read(file))
        .filter((target) => !exists(posix.normalize(posix.join(posix.dirname(file), target)).replace(/\/$/, '')))
        .map((target) => ({ file, message: `links to '${target}', which is not there` })),
    );
  },
};

function listTargets(page: string): string[] {
  const prose = page.replace(/^```[\s\S]*?^```/gm, '').replace(/`[^`\n]*`/g, '');
  const targets = [...prose.matchAll(/\]\(([^()\s]+)\)/g)].map((match) => decodeURI(match[1] ?? ''));
  return targets
    .map((target) => target.replace(/#.*/, ''))
    .filter((target) => target !== '' && !/^[a-z]+:/.test(target));
}
