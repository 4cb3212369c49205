/** The model that texts are compared with on this machine: the built-in one where it is installed, none otherwise. */
import type { BuiltInEmbedder, Tier } from '@dragoman/embedder';
import type { CommandContext } from './command.js';
import { UsageError } from './command.js';
import { line } from './output/paint.js';

/** Opens it as `--meaning` says; without the package or its files, texts are compared by their words and that is told. */
export async function openMeaning(
  { options, print }: CommandContext,
  tier: Tier = 'instant',
): Promise<BuiltInEmbedder | undefined> {
  const asked = options.text('meaning') ?? 'auto';
  if (asked !== 'auto' && asked !== 'off') throw new UsageError(`--meaning takes auto or off, not "${asked}"`);
  if (asked === 'off') return undefined;
  try {
    const { createEmbedder } = await import('@dragoman/embedder');
    return await createEmbedder({ tier });
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    print.note(line`Texts are compared by their words alone; the built-in model cannot be opened: ${reason}`);
    return undefined;
  }
}
