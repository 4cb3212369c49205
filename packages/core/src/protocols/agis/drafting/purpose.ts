/** The purpose of a sentence, where the operation does only that. */
import type { Words } from '@dragoman/agis';

/** A sentence, and the method of its endpoint. */
interface Purposeful {
  sentence: string;
  method: string;
  words: Words;
}

/** "Upload a list to delete berths" of REMOVE deletes berths: the purpose, where only that is what the method does. */
export function purposeOf({ sentence, method, words }: Purposeful): string | undefined {
  const [, first = '', purpose = ''] =
    /^((?:upload|send|provide|submit|use|call|pass|enter|give|post)s?) (?:an?|the|your) [^.;,:]{2,60}? to ([a-z]+ [^.;:]{3,120})/i.exec(
      sentence,
    ) ?? [];
  const [verb = ''] = purpose.split(' ', 1);
  const [family] = words.familiesOf(method.toLowerCase());
  const isOf = (word: string) =>
    family !== undefined && words.familiesOf(words.baseOf(word.toLowerCase())).includes(family);
  return words.isListedVerb(verb) && isOf(verb) && !isOf(first) ? purpose : undefined;
}
