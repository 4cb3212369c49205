/** Pass 7: declared verbs and used verbs are the same set. */
import { describe, expect, it } from 'vitest';
import { bookEndpoint, evaluate, makeDocument } from '../idl.support.js';

function found(verbs: string[], proposed = false): string[] {
  const document = makeDocument((draft) => {
    draft.vocabulary.declared_verbs = verbs;
    if (proposed) draft.endpoints.push({ ...bookEndpoint(), method: 'CANCEL', proposed: true });
  });
  return evaluate(document)
    .filter(({ pass }) => pass === 7)
    .map(({ severity, rule, element, message }) => `${severity} ${rule} ${element} ${message.includes(element)}`);
}

describe('vocabulary integrity', () => {
  it('[AGIS-VOC-02] [AGIS-VAL-09] a verb in use must be declared', () => {
    expect(found(['FIND'])).toEqual(['error AGIS-VOC-02 BOOK true']);
    const [finding] = evaluate(
      makeDocument(({ vocabulary }) => Object.assign(vocabulary, { declared_verbs: ['FIND'] })),
    );
    expect(finding).toMatchObject({ location: { pointer: '/endpoints/1/method' } });
    expect(finding?.message).toContain('BOOK /reservation');
  });

  it('[AGIS-VOC-03] [AGIS-SEC-03] [AGIS-VAL-09] a declared verb must be in use', () => {
    expect(found(['FIND', 'BOOK', 'TRANSFER'])).toEqual(['error AGIS-VOC-03 TRANSFER true']);
  });

  it('[AGIS-VOC-04] case is ignored, repetition is a warning, and proposed endpoints are not counted', () => {
    expect(found(['find', 'BOOK'])).toEqual([]);
    expect(found(['FIND', 'BOOK', 'book'])).toEqual(['warning AGIS-VOC-04 BOOK true']);
    expect(found(['FIND', 'BOOK'], true)).toEqual([]);
  });
});
