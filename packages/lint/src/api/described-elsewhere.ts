/** Operations that the introduction of a document names with the address of their description: the document is a part. */
import { isJsonObject } from '@dragoman/model';
import type { Api } from './api.js';
import { sentencesOf } from './words.js';

/** Maximum number of characters of the introduction that are read. */
const mostCharacters = 20_000;

const address = /https?:\/\/|(?:^|[\s(])\/[\w.-]+/;
const identifier = /[A-Za-z]\w*(?:[_.]\w+|[a-z][A-Z]\w*)+/g;

/** Names in the sentences of `info.description` that have an address. */
export function describedElsewhere({ root }: Pick<Api, 'root'>): ReadonlySet<string> {
  const text = isJsonObject(root.info) ? root.info.description : undefined;
  if (typeof text !== 'string') return new Set();
  const sentences = sentencesOf(text.slice(0, mostCharacters)).filter((sentence) => address.test(sentence));
  return new Set(sentences.flatMap((sentence) => sentence.match(identifier) ?? []));
}
