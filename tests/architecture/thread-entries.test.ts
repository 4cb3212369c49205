/**
 * Entry points of worker threads must not await at the top level: V8 of Node 20 ends the whole process when a thread is
 * terminated while one of its modules awaits.
 */
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { expect, it } from 'vitest';

const source = (path: string) => fileURLToPath(new URL(`../../packages/${path}`, import.meta.url));

/** The places of every `await` at the top level of the module and of what it imports from this repository. */
async function topLevelAwaits(entry: string): Promise<string[]> {
  // CommonJS cannot await at the top level, so the bundler reports each place.
  const options = { bundle: true, write: false, platform: 'node', format: 'cjs', packages: 'external' } as const;
  const { errors } = await build({ ...options, entryPoints: [source(entry)], logLevel: 'silent' }).catch(
    (failure: { errors: { text: string }[] }) => failure,
  );
  return errors.map(({ text }) => text).filter((text) => text.includes('Top-level await'));
}

it.each(['embedder/src/embedding-thread.ts', 'server/src/document-thread.ts'])(
  '%s awaits in functions only',
  async (entry) => {
    expect(await topLevelAwaits(entry)).toEqual([]);
  },
);
