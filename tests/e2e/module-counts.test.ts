/** How many of our own modules each entry point loads: what a program does not need, it does not pay for. */
import { describe, expect, it } from 'vitest';
import { loadedModules } from './loaded-modules.js';

interface EntryPoint {
  name: string;
  /** Arguments after `node`, from the root of the repository. */
  args: readonly string[];
  /** Most of our modules that it may load. */
  most: number;
}

/** The entry points and their limits. To count an import: `['--input-type=module', '--eval', "import '@dragoman/…'"]`. */
const entryPoints: readonly EntryPoint[] = [
  { name: 'dragoman --version', args: ['packages/cli/bin/dragoman.js', '--version'], most: 20 },
];

describe('modules that an entry point loads', () => {
  it.each(entryPoints)('$name loads at most $most of ours', async ({ args, most }) => {
    const { exitCode, own } = await loadedModules(args);
    expect(exitCode).toBe(0);
    expect(own).not.toEqual([]);
    expect(own.length, own.join('\n')).toBeLessThanOrEqual(most);
  });
});
