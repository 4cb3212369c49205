/** What releasing and holding texts share: the texts are chosen from those that the registry lists now. */
import type { HeldTexts } from '@dragoman/sdk';
import type { CommandContext } from '../command/command.js';
import { UsageError } from '../command/usage-error.js';
import { printTexts, shortHash } from '../output/text-table.js';
import { line } from '../terminal/paint.js';
import { connect } from './connect.js';

/** Fewer characters of a hash may be ambiguous. */
const minPrefix = 6;

/** Decides on the texts that the arguments name. */
export async function decideTexts(context: CommandContext, decision: 'release' | 'hold'): Promise<0> {
  const { args, options, print, runtime } = context;
  const [id = '', ...given] = args;
  const all = options.flag('all');
  if (all === given.length > 0) throw new UsageError('pass the hashes of texts from "texts list", or --all');
  const { agents } = connect(context);
  const { signal } = runtime;
  const before = await agents.heldTexts(id, { signal });
  const candidates = before.texts.filter(({ state }) => state === (decision === 'release' ? 'held' : 'released'));
  const hashes = all ? candidates.map(({ hash }) => hash) : given.map((each) => findHash(before, each));
  if (hashes.length === 0) {
    print.note(line`No text of ${id} is ${decision === 'release' ? 'held' : 'released'}.`);
    if (print.json) print.value(before);
    return 0;
  }
  const after = await (decision === 'release' ? agents.releaseTexts : agents.holdTexts)(id, hashes, { signal });
  if (print.json) print.value(after);
  else printTexts(print, after);
  return 0;
}

function findHash({ id, texts }: HeldTexts, given: string): string {
  const digits = given.replace(/^sha256:/, '').toLowerCase();
  if (!/^[0-9a-f]+$/.test(digits) || digits.length < minPrefix) {
    throw new UsageError(
      `"${given}" is not a hash; give at least ${minPrefix} characters of one from "dragoman texts list"`,
    );
  }
  const found = texts.filter(({ hash }) => hash.startsWith(`sha256:${digits}`));
  if (found.length === 1 && found[0] !== undefined) return found[0].hash;
  if (found.length === 0) {
    throw new UsageError(
      `${id} has no held or released text ${given}; the text may have changed, see "dragoman texts list ${id}"`,
    );
  }
  throw new UsageError(`${given} is ambiguous: ${found.map(({ hash }) => shortHash(hash)).join(', ')}`);
}
