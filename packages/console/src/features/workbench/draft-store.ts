/**
 * The document of the workbench, kept in this browser until it is closed: IndexedDB, because storage of the session holds
 * only about 5 MB. Without it, the document lives as long as the page.
 */

/** A document that is edited. */
export interface WorkDocument {
  /** File name or title, for people and for downloads. */
  name: string;
  kind: 'openapi' | 'agis';
  text: string;
  /** The text that it is compared with: as it was opened. */
  base: string;
  /** Service of the catalogue that it was opened from. */
  service?: string;
}

/** Longest text that is kept, in characters. */
export const maxKept = 32 * 1024 * 1024;

const place = { database: 'dragoman-workbench', store: 'drafts', key: 'current' };

function open(): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(place.database, 1);
    request.onupgradeneeded = () => request.result.createObjectStore(place.store);
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}

async function run<Result>(
  mode: IDBTransactionMode,
  work: (store: IDBObjectStore) => IDBRequest<Result>,
): Promise<Result | undefined> {
  try {
    const database = await open();
    return await new Promise((resolve, reject) => {
      const request = work(database.transaction(place.store, mode).objectStore(place.store));
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => reject(request.error);
    });
  } catch {
    // Private windows and full disks have no storage; the document stays in the page.
    return undefined;
  }
}

/** The kept document; undefined when there is none, or when it is not one. */
export async function readDraft(): Promise<WorkDocument | undefined> {
  const kept: unknown = await run('readonly', (store) => store.get(place.key));
  return isDocument(kept) ? kept : undefined;
}

/** Keeps the document, or removes the kept one; a text that is too long is not kept. */
export async function keepDraft(document: WorkDocument | undefined): Promise<void> {
  if (document === undefined) await run('readwrite', (store) => store.delete(place.key));
  else if (document.text.length <= maxKept) await run('readwrite', (store) => store.put(document, place.key));
}

function isDocument(kept: unknown): kept is WorkDocument {
  const { name, kind, text, base } = (kept ?? {}) as Partial<WorkDocument>;
  return [name, text, base].every((each) => typeof each === 'string') && (kind === 'openapi' || kind === 'agis');
}
