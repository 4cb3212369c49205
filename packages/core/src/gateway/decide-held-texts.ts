/** Releases texts that look like instructions, or holds them again: an ordinary change with a version and a record. */
import type { Entry, FieldError } from '@dragoman/model';
import { Failure } from '@dragoman/model';
import { readEntry } from '../catalogue/browse.js';
import type { ChangedEntry } from '../catalogue/change-entry.js';
import { changeEntry } from '../catalogue/change-entry.js';
import type { ChangeRequest, PublishPorts } from '../catalogue/publish.js';
import type { StoredEntry } from '../catalogue/store.js';
import { timestamp } from '../documents/host.js';
import type { HeldText } from './held-texts.js';
import { heldTextsInTurns } from './held-texts.js';

/** Maximum number of releases of one service, and of texts in one decision. */
export const releaseLimits = Object.freeze({ releases: 1000, texts: 200 });

/** What is decided about which texts. */
export interface TextDecision extends ChangeRequest {
  decision: 'release' | 'hold';
  /** Hashes of the exact texts. */
  hashes: readonly string[];
}

/** Decides; fails when the service has no such text now. The route checks who may. */
export async function decideHeldTexts(
  ports: PublishPorts,
  id: string,
  request: TextDecision,
): Promise<ChangedEntry & { texts: HeldText[] }> {
  const { decision, hashes, caller } = request;
  const read = await readEntry(ports, id, caller);
  // Before the transaction, because the texts of a large service take long to examine.
  const texts = await heldTextsInTurns(read.entry);
  refuseUnknown(new Set(texts.map(({ hash }) => hash)), hashes);
  const detail = JSON.stringify({ [decision === 'release' ? 'texts_released' : 'texts_held']: hashes });
  const at = timestamp(ports.clock);
  const decide = ({ entry, seq }: StoredEntry) => {
    if (seq !== read.seq)
      throw new Failure('CONFLICT', { message: 'The service has just changed; read its held texts again.' });
    const before = entry.releasedTexts ?? [];
    const named = new Set(hashes);
    const kept = before.filter(({ hash }) => !named.has(hash));
    const known = new Map(before.map((released) => [released.hash, released]));
    const given = [...named].map((hash) => known.get(hash) ?? { hash, by: caller.subject, at });
    const releasedTexts = decision === 'release' ? [...kept, ...given].slice(-releaseLimits.releases) : kept;
    if (releasedTexts.length === before.length && releasedTexts.every(({ hash }) => known.has(hash))) return entry;
    const released = new Set(releasedTexts.map(({ hash }) => hash));
    return withReview(entry, { releasedTexts, count: texts.filter(({ hash }) => !released.has(hash)).length });
  };
  const changed = await changeEntry(ports, id, request, decide, detail);
  const released = new Map(changed.stored.entry.releasedTexts?.map((each) => [each.hash, each]));
  const after = texts.map(({ released: _, ...text }) => {
    const release = released.get(text.hash);
    return release === undefined ? text : { ...text, released: release };
  });
  return { ...changed, texts: after };
}

function withReview(
  { heldTexts: _, releasedTexts: __, ...entry }: Entry,
  { releasedTexts, count }: { releasedTexts: NonNullable<Entry['releasedTexts']>; count: number },
): Entry {
  return {
    ...entry,
    ...(count === 0 ? {} : { heldTexts: count }),
    ...(releasedTexts.length === 0 ? {} : { releasedTexts }),
  };
}

function refuseUnknown(known: ReadonlySet<string>, hashes: readonly string[]): void {
  const fieldErrors = hashes.flatMap((hash, at): FieldError[] =>
    known.has(hash)
      ? []
      : [
          {
            field: `texts[${at}]`,
            pointer: `/texts/${at}`,
            code: 'request/unknown-text',
            detail: `no text of this service that looks like an instruction has the hash '${hash.slice(0, 80)}'; it may have changed`,
          },
        ],
  );
  if (fieldErrors.length === 0) return;
  const message = 'A text is not held here, or it has changed; read the held texts again.';
  throw new Failure('INVALID_INPUT', { message, fieldErrors });
}
