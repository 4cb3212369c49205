/** Drafts that this browser keeps until they are saved: by kind and id, each with what it began with. */

/** What a draft began with. */
export interface DraftBase<Draft> {
  draft: Draft;
  /** ETag of what is stored; undefined when nothing is. */
  etag: string | undefined;
}

/** A kept draft. */
export interface KeptDraft<Draft> {
  base: DraftBase<Draft>;
  present: Draft;
}

const keyOf = (kind: string, id: string) => `dragoman.${kind}-draft.${id}`;

/** The kept draft; undefined when there is none, or when it cannot be read. */
export function readKept<Draft>(
  kind: string,
  id: string,
  isDraft: (value: unknown) => value is Draft,
): KeptDraft<Draft> | undefined {
  try {
    const kept = JSON.parse(localStorage.getItem(keyOf(kind, id)) ?? 'null') as KeptDraft<unknown> | null;
    return kept !== null && isDraft(kept.base?.draft) && isDraft(kept.present) ? (kept as KeptDraft<Draft>) : undefined;
  } catch {
    return undefined;
  }
}

/** Keeps a draft, or forgets it. */
export function writeKept<Draft>(kind: string, id: string, kept: KeptDraft<Draft> | undefined): void {
  try {
    if (kept === undefined) localStorage.removeItem(keyOf(kind, id));
    else localStorage.setItem(keyOf(kind, id), JSON.stringify(kept));
  } catch {
    // Without storage, or when it is full, the draft lives as long as the page.
  }
}

/** Ids of all kept drafts of a kind. */
export function listKept(kind: string): string[] {
  const prefix = keyOf(kind, '');
  try {
    return Object.keys(localStorage)
      .filter((key) => key.startsWith(prefix))
      .map((key) => key.slice(prefix.length))
      .sort();
  } catch {
    return [];
  }
}

/** Sent when all drafts are forgotten: those that are not written yet must not be. */
export const forgottenEvent = 'dragoman-drafts-forgotten';

/** Forgets all kept drafts, for the end of a session. */
export function forgetKept(): void {
  try {
    for (const key of Object.keys(localStorage)) if (/^dragoman\.\w+-draft\./.test(key)) localStorage.removeItem(key);
  } catch {
    // There is nothing to forget.
  }
  dispatchEvent(new Event(forgottenEvent));
}
