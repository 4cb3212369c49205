/** Pass 3: the class of method verbs and the banned HTTP methods. */
import { describe, expect, it } from 'vitest';
import { evaluateMethod } from '../evaluate-endpoint.js';
import type { Finding } from '../finding.js';
import type { ValidationOptions } from '../pass.js';
import { createWords } from '../words/create-words.js';

const words = createWords();

function evaluate(method: string, options: Partial<ValidationOptions> = {}): Finding[] {
  return evaluateMethod(method, words, options).filter(({ pass }) => pass === 3);
}

function verdict(method: string, options: Partial<ValidationOptions> = {}): string {
  const [first, ...more] = evaluate(method, options);
  expect(more).toEqual([]);
  return first === undefined ? 'ok' : `${first.severity} ${first.rule}`;
}

describe('method class', () => {
  it('[AGIS-CLASS-01] accepts verbs for actions that the caller wants done', () => {
    for (const method of ['BOOK', 'FIND', 'CANCEL', 'AUTHORIZE', 'TRIAGE', 'DISPATCH', 'RESERVE', 'LOCATE'])
      expect(verdict(method)).toBe('ok');
  });

  it.each([
    ['AVAILABLE', 'CHECK'],
    ['ACTIVE', 'ACTIVATE'],
    ['OPEN', 'START'],
    ['VALID', 'VALIDATE'],
  ])('[AGIS-CLASS-02] rejects the state %s and suggests %s', (method, action) => {
    expect(verdict(method)).toBe('error AGIS-CLASS-02');
    expect(evaluate(method)[0]?.help).toContain(action);
  });

  it('accepts a state word that the project allows as an imperative', () => {
    expect(verdict('OPEN', { allowedStates: ['open'] })).toBe('ok');
    expect(verdict('VALID', { allowedStates: ['OPEN'] })).toBe('error AGIS-CLASS-02');
  });

  it('[AGIS-CLASS-03] rejects nouns, except nouns that are also common imperatives', () => {
    for (const method of ['DATA', 'INFO', 'STATUS', 'RESERVATION', 'PAYMENT', 'DETAILS', 'CUSTOMER'])
      expect(verdict(method)).toBe('error AGIS-CLASS-03');
    expect(evaluate('PAYMENT')[0]?.help).toBe('Write PAY.');
    expect(evaluate('RESERVATION')[0]?.help).toBe('Write RESERVE.');
    for (const method of ['BOOK', 'ORDER', 'SHIP', 'QUOTE', 'SCHEDULE', 'MENTION', 'AUCTION', 'DOCUMENT', 'BALANCE'])
      expect(verdict(method)).toBe('ok');
  });

  it('rejects rare adjectives, adverbs and forms of rare verbs, and accepts rare verbs', () => {
    const severities = (method: string) =>
      evaluateMethod(method, words)
        .map(({ severity }) => severity)
        .filter((severity) => severity !== 'info');
    for (const method of [
      ...['WAXY', 'RUSTY', 'HOLLOWER', 'SHALLOWER', 'MARITIME', 'WARTIME', 'ALOFT', 'ASTERN'],
      ...['EXTUBATING', 'EXTUBATED'],
    ])
      expect(severities(method), method).toEqual(['error']);
    for (const method of ['BIOPSY', 'AUTOPSY', 'EXTUBATE', 'QUARRY', 'FERRY', 'DOUBLER', 'CALMER', 'COUCHER'])
      expect(severities(method), method).toEqual([]);
  });

  it('[AGIS-CLASS-04] rejects words for being, without a second finding from pass 2', () => {
    for (const method of ['EXISTS', 'IS', 'HAS', 'BE']) {
      expect(verdict(method)).toBe('error AGIS-CLASS-04');
      expect(evaluateMethod(method, words)).toHaveLength(1);
    }
  });

  it('[AGIS-CLASS-05] rejects words that are primarily a state, and accepts words that are primarily an imperative', () => {
    for (const method of ['LIVE', 'CURRENT', 'READY']) expect(verdict(method)).toBe('error AGIS-CLASS-05');
    expect(verdict('OPEN')).toBe('error AGIS-CLASS-02');
    for (const method of ['CLOSE', 'LOCK', 'COMPLETE']) expect(verdict(method)).toBe('ok');
  });

  it('[AGIS-CLASS-06] warns about verbs that can mean nearly anything', () => {
    for (const method of ['PROCESS', 'HANDLE', 'MANAGE', 'PERFORM'])
      expect(verdict(method)).toBe('warning AGIS-CLASS-06');
  });

  it.each([
    ['BOOK', 'ok'],
    ['FIND', 'ok'],
    ['CANCEL', 'ok'],
    ['AUTHORIZE', 'ok'],
    ['TRIAGE', 'ok'],
    ['DISPATCH', 'ok'],
    ['RESERVE', 'ok'],
    ['LOCATE', 'ok'],
    ['AVAILABLE', 'error AGIS-CLASS-02'],
    ['ACTIVE', 'error AGIS-CLASS-02'],
    ['EXISTS', 'error AGIS-CLASS-04'],
    ['PROCESS', 'warning AGIS-CLASS-06'],
  ])('[AGIS-CLASS-07] [AGIS-VAL-05] classifies %s like the table in the specification', (method, expected) => {
    expect(verdict(method)).toBe(expected);
  });

  it('[AGIS-CLASS-08] [AGIS-CONF-07] rejects no verb for being a synonym, unlisted or unusual', () => {
    for (const method of ['BOOK', 'RESERVE', 'FIND', 'LOCATE', 'DECANT', 'PALLETIZE'])
      expect(evaluateMethod(method, words)).toEqual([]);
  });

  it('[AGIS-CLASS-09] accepts an unknown word with an info, which strict mode raises to a warning', () => {
    expect(verdict('ZORBLE')).toBe('info AGIS-CLASS-09');
    expect(verdict('ZORBLE', { strict: true })).toBe('warning AGIS-CLASS-09');
  });

  it.each([
    ['GET', 'RETRIEVE or FETCH'],
    ['POST', 'SUBMIT or PUBLISH'],
    ['PUT', 'REPLACE'],
    ['DELETE', 'REMOVE or CANCEL'],
    ['PATCH', 'UPDATE or AMEND'],
    ['HEAD', 'CHECK'],
    ['OPTIONS', 'DESCRIBE'],
    ['CONNECT', 'LINK or JOIN'],
    ['TRACE', 'TRACK'],
  ])('[AGIS-PROH-01] bans %s in any case and proposes %s', (method, proposal) => {
    for (const spelling of [method, method.toLowerCase(), `${method[0]}${method.slice(1).toLowerCase()}`]) {
      expect(verdict(spelling)).toBe('error AGIS-PROH-01');
      expect(evaluate(spelling)[0]?.help).toContain(proposal);
    }
  });

  it('[AGIS-PROH-02] bans no other HTTP methods', () => {
    for (const method of ['QUERY', 'SEARCH', 'LINK', 'MERGE', 'LOCK', 'MOVE', 'COPY', 'REPORT'])
      expect(evaluateMethod(method, words)).toEqual([]);
  });

  it('[AGIS-PROH-03] reports only the ban', () => {
    for (const method of ['DELETE', 'OPTIONS', 'HEAD', 'delete'])
      expect(evaluateMethod(method, words).map(({ rule }) => rule)).toEqual(['AGIS-PROH-01']);
  });

  it('[AGIS-VIMP-03] rejects the stoplist without a model', () => {
    for (const method of ['AVAILABLE', 'ACTIVE', 'EXISTS', 'STATUS', 'DATA', 'INFO'])
      expect(evaluate(method)[0]?.severity).toBe('error');
  });

  it('[AGIS-STARTER-01] [AGIS-STARTER-03] accepts the starter verbs and requires none of them', () => {
    const starters =
      `BOOK FIND SCHEDULE CANCEL QUERY SUMMARIZE AUTHORIZE TRANSFER SUBMIT NOTIFY VERIFY DISPATCH LOCATE RESERVE
      TRIAGE RECONCILE RECOMMEND ESCALATE EXTRACT VALIDATE GENERATE MONITOR APPROVE REJECT RETRIEVE REVOKE`.split(
        /\s+/,
      );
    expect(starters).toHaveLength(26);
    for (const method of starters) expect(evaluateMethod(method, words)).toEqual([]);
    for (const method of ['DECANT', 'GRAFT', 'NOTARIZE']) expect(evaluateMethod(method, words)).toEqual([]);
  });

  it('[AGIS-I18N-01] accepts verbs of other languages in Latin letters', () => {
    for (const method of ['RESERVAR', 'BUCHEN', 'YOYAKU'])
      expect(evaluateMethod(method, words).filter(({ severity }) => severity !== 'info')).toEqual([]);
  });

  it('leaves methods that are not one word to pass 2', () => {
    for (const method of ['STATUS_CHECK', 'getData', '', 'BOOKING', 'SENT']) expect(evaluate(method)).toEqual([]);
  });
});
