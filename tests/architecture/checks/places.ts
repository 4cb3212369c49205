/** No file names a path of a development machine or a package download address. */
import type { SourceTree } from '../../../scripts/source-tree.js';
import type { Check, Violation } from '../check.js';
import { isTestFile } from '../layout.js';

const texts = /(\.(ts|mjs|js|json|md|ya?ml|sh|toml)|\/run|rc)$/;
const machinePath = /(?<![\w.}*)-])\/(?:work|root|tmp|home|Users)\/[\w.]/;
const downloadHost = /\/\/registry\.(?:npm|yarn)|^registry *=/m;

/** Machine paths, download hosts and download addresses. */
export const places: Check = {
  name: 'places',
  find: (tree) => tree.files.filter((file) => texts.test(file)).flatMap((file) => judge(tree, file)),
};

function judge(tree: SourceTree, file: string): Violation[] {
  const text = tree.read(file);
  const found: Violation[] = [];
  if (!isTestFile(file) && machinePath.test(text)) {
    found.push({ file, message: `names a path of one machine: ${machinePath.exec(text)?.[0]}…` });
  }
  if (downloadHost.test(text)) found.push({ file, message: 'names a package registry' });
  if (file === 'package-lock.json' && /"resolved": "http/.test(text)) {
    found.push({ file, message: 'has download addresses; install with omit-lockfile-registry-resolved' });
  }
  return found;
}
