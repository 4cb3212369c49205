/** The local embedding model for comparing texts, if it is installed. */
import type { BuiltInEmbedder, Tier } from '@dragoman/embedder';
import type { CommandContext } from '../command/command.js';
import { UsageError } from '../command/usage-error.js';
import { line } from '../terminal/paint.js';

/** Opens the model according to `--meaning`; if it cannot be opened, texts are compared by words only, with a note. */
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
    print.note(line`Texts are compared by words only, because the built-in model cannot be opened: ${reason}`);
    return undefined;
  }
}
