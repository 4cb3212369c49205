/**
 * Every package can be published: its manifest agrees with the root manifest, its licence is the repository's, and the
 * pages that ship with it contain no link that breaks outside the repository.
 */
import { posix } from 'node:path';
import type { SourceTree } from '../../../scripts/source-tree.js';
import type { Check, Violation } from '../check.js';
import { listLinkTargets } from '../layout.js';

interface PublishedManifest {
  private?: boolean;
  version?: string;
  description?: string;
  license?: string;
  engines?: unknown;
  repository?: { type?: string; url?: string; directory?: string };
  homepage?: string;
  bugs?: string;
  keywords?: readonly string[];
  files?: readonly string[];
  publishConfig?: unknown;
  dependencies?: Readonly<Record<string, string>>;
  peerDependencies?: Readonly<Record<string, string>>;
}

/** Manifests, licences and shipped pages of the packages. */
export const manifests: Check = {
  name: 'manifests',
  find(tree) {
    const root = readManifest(tree, 'package.json');
    const folders = tree.files.flatMap((file) => /^(packages\/[^/]+)\/package\.json$/.exec(file)?.[1] ?? []);
    return folders.flatMap((folder) => {
      const manifest = readManifest(tree, `${folder}/package.json`);
      if (manifest.private === true) return [];
      return [
        ...findDifferences(manifest, expectedFields(root, folder)).map((message) => violation(folder, message)),
        ...findOtherFaults(manifest, root).map((message) => violation(folder, message)),
        ...findMissingFiles(tree, folder),
        ...findBrokenLinks(tree, folder, manifest, repositoryAddress(root)),
      ];
    });
  },
};

function readManifest(tree: SourceTree, file: string): PublishedManifest {
  return JSON.parse(tree.read(file)) as PublishedManifest;
}

function violation(folder: string, message: string): Violation {
  return { file: `${folder}/package.json`, message };
}

/** Address of the repository; the root manifest is the only place that defines it. */
function repositoryAddress(root: PublishedManifest): string {
  return (root.repository?.url ?? '').replace(/^git\+/, '').replace(/\.git$/, '');
}

function expectedFields(root: PublishedManifest, folder: string): PublishedManifest {
  const address = repositoryAddress(root);
  return {
    ...(root.version === undefined ? {} : { version: root.version }),
    ...(root.license === undefined ? {} : { license: root.license }),
    engines: root.engines,
    repository: { ...root.repository, directory: folder },
    homepage: `${address}/tree/main/${folder}#readme`,
    bugs: `${address}/issues`,
    publishConfig: { access: 'public', provenance: true },
  };
}

function findDifferences(manifest: PublishedManifest, expected: PublishedManifest): string[] {
  return Object.entries(expected).flatMap(([field, value]) => {
    const wanted = JSON.stringify(value);
    const actual = JSON.stringify(manifest[field as keyof PublishedManifest]);
    return actual === wanted ? [] : [`'${field}' is ${actual ?? 'missing'}; expected ${wanted}`];
  });
}

function findOtherFaults(manifest: PublishedManifest, root: PublishedManifest): string[] {
  const own = Object.entries({ ...manifest.dependencies, ...manifest.peerDependencies }).filter(
    ([name, range]) => name.startsWith('@dragoman/') && range !== root.version,
  );
  return [
    ...((manifest.description ?? '') === '' ? ["'description' is missing"] : []),
    ...((manifest.keywords ?? []).length < 3 ? ["'keywords' has fewer than 3 entries"] : []),
    ...(manifest.files?.includes('!dist/**/*.map') === true ? [] : ["'files' does not exclude source maps"]),
    ...own.map(([name, range]) => `depends on ${name}@${range}; all packages share version ${root.version}`),
  ];
}

function findMissingFiles(tree: SourceTree, folder: string): Violation[] {
  const licence = `${folder}/LICENSE`;
  return [
    ...(tree.files.includes(`${folder}/README.md`) ? [] : [violation(folder, 'the package has no README.md')]),
    ...(tree.files.includes(licence) && tree.read(licence) === tree.read('LICENSE')
      ? []
      : [violation(folder, 'the package has no copy of LICENSE')]),
  ];
}

/** Links of the pages that npm ships: relative ones must stay among the shipped files, those to the repository must exist. */
function findBrokenLinks(
  tree: SourceTree,
  folder: string,
  manifest: PublishedManifest,
  repository: string,
): Violation[] {
  const shipped = new Set(['LICENSE', 'README.md', 'package.json', ...(manifest.files ?? [])]);
  const pages = tree.files.filter((file) => posix.dirname(file) === folder && file.endsWith('.md'));
  const exists = (path: string) => tree.files.some((file) => file === path || file.startsWith(`${path}/`));
  return pages.flatMap((file) =>
    listLinkTargets(tree.read(file)).flatMap((target) => {
      const inRepository = /^\/(?:blob|tree)\/main\/(.+)$/.exec(target.slice(repository.length))?.[1];
      if (target.startsWith(repository) && inRepository !== undefined) {
        return exists(inRepository) ? [] : [{ file, message: `links to '${target}', which is not in the repository` }];
      }
      if (/^[a-z]+:/.test(target) || shipped.has(posix.normalize(target))) return [];
      return [{ file, message: `links to '${target}', which is not in the package; link to ${repository}` }];
    }),
  );
}
