/** Installs the suite next to the cached tools, because it is newer than the one that the tests use on Node 20. */
import { execFile } from 'node:child_process';
import { access } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

/** Version of the suite that has the requirements of both revisions. */
export const suiteVersion = '0.2.0-alpha.12';

/** The program of the suite, installed from the npm registry on first use. */
export async function installSuite(): Promise<string> {
  const folder = fileURLToPath(
    new URL(`../../node_modules/.cache/dragoman/mcp-suite-${suiteVersion}`, import.meta.url),
  );
  const program = `${folder}/node_modules/@modelcontextprotocol/conformance/dist/index.js`;
  const isThere = await access(program).then(
    () => true,
    () => false,
  );
  if (isThere) return program;
  const flags = ['--silent', '--no-save', '--no-package-lock', '--no-audit', '--no-fund', '--engine-strict=false'];
  await promisify(execFile)('npm', [
    'install',
    ...flags,
    '--prefix',
    folder,
    `@modelcontextprotocol/conformance@${suiteVersion}`,
  ]);
  return program;
}
