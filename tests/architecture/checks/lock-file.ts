/**
 * The lock file installs everywhere: it names no download address, it lists the binaries of every platform, nothing that users
 * install runs a script during installation, and the scripts of development tools are denied.
 */
import type { SourceTree } from '../../../scripts/source-tree.js';
import type { Check } from '../check.js';

const lockFile = 'package-lock.json';

interface LockedPackage {
  dev?: boolean;
  link?: boolean;
  resolved?: string;
  integrity?: string;
  hasInstallScript?: boolean;
  optionalDependencies?: Readonly<Record<string, string>>;
}

type LockedPackages = ReadonlyMap<string, LockedPackage>;

/** The lock file. */
export const lockFileCheck: Check = {
  name: 'lock-file',
  find(tree) {
    const locked = readLocked(tree);
    const denied = readDenied(tree);
    const messages = [...locked].flatMap(([path, each]) => [
      ...findAddressFaults(path, each),
      ...findMissingBinaries(locked, path, each),
      ...findInstallScript(path, each, denied),
    ]);
    return messages.map((message) => ({ file: lockFile, message }));
  },
};

function readLocked(tree: SourceTree): LockedPackages {
  const { packages } = JSON.parse(tree.read(lockFile)) as { packages: Record<string, LockedPackage> };
  return new Map(Object.entries(packages));
}

/** Paths of the packages whose install scripts `package.json` denies; npm 11 then does not run them. */
function readDenied(tree: SourceTree): ReadonlySet<string> {
  const { allowScripts } = JSON.parse(tree.read('package.json')) as { allowScripts: Record<string, boolean> };
  const names = Object.keys(allowScripts).filter((name) => allowScripts[name] === false);
  return new Set(names.map((name) => `node_modules/${name}`));
}

function findAddressFaults(path: string, { link, resolved, integrity }: LockedPackage): string[] {
  if (link === true || !path.includes('node_modules/')) return [];
  return [
    ...(resolved === undefined ? [] : [`${path} names a download address`]),
    ...(integrity === undefined ? [`${path} has no integrity hash`] : []),
  ];
}

/** The workspace itself has one, too: it builds the packages. */
function findInstallScript(
  path: string,
  { dev, hasInstallScript }: LockedPackage,
  denied: ReadonlySet<string>,
): string[] {
  if (hasInstallScript !== true || path === '') return [];
  if (dev !== true) return [`${path} runs an install script on the machines of users`];
  return denied.has(path)
    ? []
    : [`${path} has an install script; look at it, then deny it in package.json (allowScripts)`];
}

/** Packages for other platforms are optional dependencies; npm leaves out those that the registry in use does not have. */
function findMissingBinaries(locked: LockedPackages, path: string, { optionalDependencies }: LockedPackage): string[] {
  return Object.keys(optionalDependencies ?? {})
    .filter((name) => !isLocked(locked, path, name))
    .map((name) => `${path} can install ${name} on another platform, which is missing`);
}

/** Looks where Node would look: in the package's own `node_modules`, then in each folder above. */
function isLocked(locked: LockedPackages, path: string, name: string): boolean {
  if (locked.has(path === '' ? `node_modules/${name}` : `${path}/node_modules/${name}`)) return true;
  return path !== '' && isLocked(locked, path.replace(/\/?(node_modules\/)?(@[^/]+\/)?[^/]+$/, ''), name);
}
