/** Rules about words that need a whole document. */
import { describe, expect, it } from 'vitest';
import { bookEndpoint, changeBook, evaluate, makeDocument, verdicts } from '../idl.support.js';

describe('words in documents', () => {
  it('[AGIS-METH-07] compares methods case-insensitively: bans, the vocabulary and duplicates', () => {
    const banned = makeDocument((document) => {
      changeBook((book) => Object.assign(book, { method: 'get', path: '/table' }))(document);
      document.vocabulary.declared_verbs = ['FIND', 'GET'];
    });
    expect(verdicts(evaluate(banned))).toEqual(['error 3 AGIS-PROH-01']);
    const declared = makeDocument(({ vocabulary }) => {
      vocabulary.declared_verbs = ['find', 'Book'];
    });
    expect(evaluate(declared).filter(({ pass, severity }) => pass === 7 && severity === 'error')).toEqual([]);
    const doubled = makeDocument(({ endpoints }) => {
      endpoints.push({ ...bookEndpoint(), method: 'Book' });
    });
    expect(verdicts(evaluate(doubled))).toEqual(['error 1 AGIS-DOC-14', 'warning 2 AGIS-METH-05']);
  });

  it('[AGIS-CLASS-08] accepts synonyms in one document', () => {
    const both = makeDocument((document) => {
      const reserve = { ...bookEndpoint(), method: 'RESERVE', path: '/table' };
      reserve.semantic = { ...reserve.semantic, intent: 'Reserves a table in a restaurant for the agent' };
      document.endpoints.push(reserve);
      document.vocabulary.declared_verbs = ['FIND', 'BOOK', 'RESERVE'];
    });
    expect(verdicts(evaluate(both))).toEqual([]);
  });

  it('[AGIS-I18N-05] reports no error in a document with Spanish verbs and sentences', () => {
    const spanish = makeDocument((document) => {
      changeBook((book) => {
        Object.assign(book, { method: 'RESERVAR', path: '/mesa' });
        Object.assign(book.semantic, {
          intent: 'Devuelve la lista de mesas disponibles. Reserva una mesa para la persona indicada',
          outcome: 'La mesa queda reservada para el cliente',
        });
      })(document);
      document.vocabulary.declared_verbs = ['FIND', 'RESERVAR'];
    });
    const found = evaluate(spanish);
    expect(found.filter(({ severity }) => severity === 'error')).toEqual([]);
    expect(found.filter(({ pass }) => pass === 6).map(({ code }) => code)).toEqual(['agis/intent-not-evaluated']);
  });
});
