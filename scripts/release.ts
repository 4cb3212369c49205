/**
 * `npm run release`: builds, packs, checks and publishes all packages in the order of their dependencies.
 * `--dry-run` does everything except publishing, and lists what would keep a release from being published.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { findTarballProblems, type PackedPackage, packPackages } from './release/pack-packages.js';
import { planRelease, type ReleasePlan } from './release/plan-release.js';
import { runNpm, runProgram } from './release/run-npm.js';
import { readTree } from './source-tree.js';

const root = fileURLToPath(new URL('..', import.meta.url));
const { values } = parseArgs({ options: { 'dry-run': { type: 'boolean', default: false } } });
const dryRun = values['dry-run'];

async function release(destination: string): Promise<number> {
  const tree = readTree(root);
  const plan = planRelease(tree);
  const problems = [...plan.problems, ...(await findRepositoryProblems(plan))];
  for (const problem of problems) console.error(`${dryRun ? 'before the release' : 'release'}: ${problem}`);
  if (!dryRun && problems.length > 0) return 1;

  const built = await runProgram('npm', ['run', 'build'], { cwd: root });
  if (built.code !== 0) throw new Error(`The build failed:\n${built.stdout}`);
  const packed = new Map((await packPackages(root, destination)).map((each) => [each.name, each]));
  const faults = plan.packages.flatMap(({ name, folder }) => findTarballProblems(tree, folder, packedAs(packed, name)));
  for (const fault of faults) console.error(`release: ${fault}`);
  if (faults.length > 0) return 1;

  for (const { name } of plan.packages) await publish(packedAs(packed, name), plan);
  return 0;
}

function packedAs(packed: ReadonlyMap<string, PackedPackage>, name: string): PackedPackage {
  const found = packed.get(name);
  if (found === undefined) throw new Error(`npm did not pack ${name}.`);
  return found;
}

/** Provenance can only be signed by the release workflow, on a tag that names the version. */
async function findRepositoryProblems({ version }: ReleasePlan): Promise<string[]> {
  const git = async (...parameters: string[]) => (await runProgram('git', parameters, { cwd: root })).stdout.trim();
  const tags = (await git('tag', '--points-at', 'HEAD')).split('\n');
  return [
    ...((await git('status', '--porcelain')) === '' ? [] : ['The working tree has changes that are not committed.']),
    ...(tags.includes(`v${version}`) ? [] : [`The commit has no tag v${version}.`]),
    ...(process.env.GITHUB_ACTIONS === 'true'
      ? []
      : ['Packages are published by the release workflow on GitHub only.']),
  ];
}

async function publish(
  { name, tarball, size, files }: PackedPackage,
  { version, distTag }: ReleasePlan,
): Promise<void> {
  const options = ['--tag', distTag, ...(dryRun ? ['--dry-run'] : [])];
  const published = await runNpm(root, ['publish', tarball, ...options]);
  if (published.code !== 0) throw new Error(`npm publish ${name} failed:\n${published.stderr}`);
  const verb = dryRun ? 'would publish' : 'published';
  console.log(`${verb} ${name}@${version} as ${distTag}: ${files.length} files, ${Math.ceil(size / 1000)} kB`);
}

const destination = mkdtempSync(join(tmpdir(), 'dragoman-release-'));
try {
  process.exitCode = await release(destination);
} finally {
  rmSync(destination, { recursive: true, force: true });
}
