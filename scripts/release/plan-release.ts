/** What a release would publish, in which order, and what stands against it. Pure: reads a tree, runs nothing. */
import type { SourceTree } from '../source-tree.js';

/** One package to publish. */
export interface ReleasePackage {
  name: string;
  /** Path from the root, `packages/core`. */
  folder: string;
  version: string;
  /** Our own packages that must be published first. */
  needs: string[];
}

/** A release before anything is built. */
export interface ReleasePlan {
  version: string;
  /** The npm dist-tag: `next` for a prerelease. */
  distTag: 'latest' | 'next';
  /** In the order of publication: a package follows the ones it depends on. */
  packages: ReleasePackage[];
  /** Reasons not to publish, one sentence each. */
  problems: string[];
}

interface Manifest {
  name: string;
  private?: boolean;
  version: string;
  workspaces?: string[];
  dependencies?: Record<string, string>;
}

/** Reads manifests and changelog. */
export function planRelease(tree: SourceTree): ReleasePlan {
  const { version, workspaces = [] } = JSON.parse(tree.read('package.json')) as Manifest;
  const packages = workspaces.filter((folder) => !isPrivate(tree, folder)).map((folder) => readPackage(tree, folder));
  const others = packages.filter((each) => each.version !== version);
  return {
    version,
    distTag: version.includes('-') ? 'next' : 'latest',
    packages: orderByNeeds(packages),
    problems: [
      ...others.map((each) => `${each.name} has version ${each.version}; all packages share version ${version}.`),
      ...findChangelogProblems(tree.read('CHANGELOG.md'), version),
    ],
  };
}

function isPrivate(tree: SourceTree, folder: string): boolean {
  return (JSON.parse(tree.read(`${folder}/package.json`)) as Manifest).private === true;
}

function readPackage(tree: SourceTree, folder: string): ReleasePackage {
  const { name, version, dependencies = {} } = JSON.parse(tree.read(`${folder}/package.json`)) as Manifest;
  return { name, folder, version, needs: Object.keys(dependencies).filter((each) => each.startsWith('@dragoman/')) };
}

function orderByNeeds(packages: readonly ReleasePackage[]): ReleasePackage[] {
  const ordered: ReleasePackage[] = [];
  while (ordered.length < packages.length) {
    const published = new Set(ordered.map(({ name }) => name));
    const ready = packages.find(
      ({ name, needs }) => !published.has(name) && needs.every((each) => published.has(each)),
    );
    if (ready === undefined) throw new Error('The packages depend on each other in a circle.');
    ordered.push(ready);
  }
  return ordered;
}

function findChangelogProblems(changelog: string, version: string): string[] {
  const released = listItems(changelog, version);
  if (released === undefined) return [`CHANGELOG.md has no heading "## ${version}".`];
  const unreleased = listItems(changelog, 'Unreleased') ?? [];
  return [
    ...(released.length === 0 ? [`The section ${version} of CHANGELOG.md is empty.`] : []),
    ...(unreleased.length === 0
      ? []
      : [`CHANGELOG.md has ${unreleased.length} changes under "Unreleased"; move them to "## ${version}".`]),
  ];
}

/** The changes under a heading, which may end in a date; undefined without such a heading. */
function listItems(changelog: string, heading: string): string[] | undefined {
  const section = changelog.split(/^## /m).find((each) => each.split(/[\s\]]/, 1)[0]?.replace('[', '') === heading);
  return section?.split('\n').filter((line) => line.startsWith('- '));
}
