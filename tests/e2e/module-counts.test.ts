/** How many of our own modules each entry point loads: what a program does not need, it does not pay for. */
import { describe, expect, it } from 'vitest';
import manifest from '../../packages/middleware/package.json' with { type: 'json' };
import { loadedModules } from './loaded-modules.js';

interface EntryPoint {
  name: string;
  /** Arguments after `node`, from the root of the repository. */
  args: readonly string[];
  /** Most of our modules that it may load. */
  most: number;
}

/** Every property of the middleware: the exports that are neither the index nor an adapter. */
const middlewareProperties = Object.keys(manifest.exports)
  .map((key) => key.slice(2))
  .filter((name) => !['', 'package.json', 'node', 'express', 'fastify', 'hono'].includes(name));

function importing(specifier: string, most: number): EntryPoint {
  return { name: specifier, args: ['--input-type=module', '--eval', `import '${specifier}'`], most };
}

/** The entry points and their limits. */
const entryPoints: readonly EntryPoint[] = [
  { name: 'dragoman --version', args: ['packages/cli/bin/dragoman.js', '--version'], most: 20 },
  ...middlewareProperties.map((name) => importing(`@dragoman/middleware/${name}`, 60)),
];

describe('modules that an entry point loads', () => {
  it.each(entryPoints)('$name loads at most $most of ours', async ({ args, most }) => {
    const { exitCode, own } = await loadedModules(args);
    expect(exitCode).toBe(0);
    expect(own).not.toEqual([]);
    expect(own.length, own.join('\n')).toBeLessThanOrEqual(most);
  });
});
