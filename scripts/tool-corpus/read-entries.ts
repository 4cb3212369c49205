/** Every operation of the corpus as entries: documents read like imports, and the list with only names of inputs. */
import { join } from 'node:path';
import type { Entry, PlainTool } from '@dragoman/model';
import { readJsonLines } from '../../bench/corpus.js';
import { readDocument } from '../openapi-corpus/measure-document.js';
import type { CorpusRow } from '../openapi-corpus/read-corpus.js';
import { createOpenDocument, readIndex } from '../openapi-corpus/read-corpus.js';

/** An entry of the corpus. */
export interface CorpusEntry {
  file: string;
  entry: Entry;
}

/** The documents that can be imported, one after the other. */
export async function* readEntries(
  corpus: string,
  isWanted: (row: CorpusRow) => boolean = () => true,
): AsyncIterable<CorpusEntry> {
  const folder = join(corpus, 'openapi');
  const open = createOpenDocument(folder);
  for (const row of readIndex(folder).filter(isWanted)) {
    const file = row.entry ?? row.file;
    const read = await readDocument(row, open(row)).catch(() => undefined);
    if (read?.value !== undefined) yield { file, entry: { ...read.value, id: read.value.slug } as unknown as Entry };
  }
}

interface ListedOperation {
  id: string;
  description: string;
  params: string[];
}

/** Every n-th operation of the list as a tool with inputs of any type. */
export function* readListedTools(corpus: string, { every = 1 }: { every?: number } = {}): Iterable<PlainTool> {
  let at = 0;
  for (const { id, description, params } of readJsonLines<ListedOperation>(join(corpus, 'operations.jsonl.gz'))) {
    at += 1;
    if (at % every !== 0) continue;
    const properties = Object.fromEntries(params.map((name) => [name, {}]));
    yield { name: id, description, schema: { type: 'object', properties } };
  }
}
