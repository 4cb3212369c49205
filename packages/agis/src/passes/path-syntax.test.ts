/** Pass 4: the form and the words of paths. */
import { describe, expect, it } from 'vitest';
import { evaluateEndpoint } from '../evaluate-endpoint.js';
import type { Finding } from '../finding.js';
import { defaultValidation } from '../pass.js';
import { createWords } from '../words/create-words.js';
import { pathSyntax } from './path-syntax.js';

const words = createWords();

function evaluate(method: string, path: string): Finding[] {
  return evaluateEndpoint({ method, path }, words).filter(({ pass }) => pass === 4);
}

/** Severities and rules of all findings, or "ok". */
function verdict(method: string, path: string): string {
  return (
    evaluate(method, path)
      .map(({ severity, rule }) => `${severity} ${rule}`)
      .join(', ') || 'ok'
  );
}

/** The findings about the paths of one document. */
function evaluateAll(paths: readonly string[]): Finding[] {
  const endpoints = paths.map((path, index) => {
    const pointer = `/endpoints/${index}`;
    return { index, pointer, node: { path }, method: 'OBTAIN', path, elided: false, label: path };
  });
  return pathSyntax.run({
    document: {},
    endpoints,
    locate: (pointer) => ({ pointer }),
    words,
    options: defaultValidation,
  });
}

describe('path syntax', () => {
  it('[AGIS-PATH-01] rejects a path that does not start with a slash', () => {
    for (const path of ['reservation', 'agtp://x/y', '']) expect(verdict('BOOK', path)).toBe('error AGIS-PATH-01');
    expect(evaluate('BOOK', 'reservation')[0]).toMatchObject({
      help: 'Write /reservation.',
      fix: { value: '/reservation' },
    });
    expect(evaluate('BOOK', 'agtp://x/y')[0]?.help).toBe('Write /y.');
  });

  it('[AGIS-PATH-02] requires a noun first', () => {
    for (const path of ['/', '/{id}', '/v1/reservation', '/2024/report'])
      expect(verdict('BOOK', path)).toBe('error AGIS-PATH-02');
    expect(verdict('MOVE', '/calendar/event/{id}')).toBe('ok');
  });

  it('[AGIS-PATH-03] rejects words that are only imperatives, and accepts nouns that are also verbs', () => {
    expect(verdict('RETRIEVE', '/get-restaurant')).toBe('error AGIS-PATH-03');
    expect(verdict('FIND', '/bookReservation')).toBe('error AGIS-PATH-04, error AGIS-PATH-03');
    expect(verdict('FIND', '/reservation/cancel')).toBe('error AGIS-PATH-03');
    expect(verdict('FIND', '/creates-order')).toBe('error AGIS-PATH-03');
    for (const path of [
      '/order',
      '/report',
      '/schedule',
      '/record',
      '/booking',
      '/saved-search',
      '/open-order',
      '/sync-job',
    ])
      expect(verdict('FIND', path)).toBe('ok');
    expect(verdict('FIND', '/deploy-key')).toBe('warning AGIS-PATH-03');
  });

  it.each([
    ['FIND', '/reservation/{id}/cancel', 'Write CANCEL /reservation/{id}.'],
    ['RETRIEVE', '/get-restaurant', 'Write RETRIEVE /restaurant.'],
    ['FIND', '/search-flights', 'Write FIND /flight, unless the words are the name of a thing.'],
    ['FIND', '/create', 'Write the noun that the verb acts on, such as /reservation.'],
  ])('proposes a replacement for %s %s', (method, path, help) => {
    expect(evaluate(method, path)[0]?.help).toBe(help);
  });

  it.each([
    ['CANCEL', '/order/{order_id}', 'ok'],
    ['GENERATE', '/report', 'ok'],
    ['FIND', '/book', 'ok'],
    ['FIND', '/search-flights', 'warning AGIS-PATH-03'],
    ['FIND', '/update-profiles', 'warning AGIS-PATH-03'],
    ['FIND', '/search-results', 'ok'],
    ['FIND', '/cancelled', 'error AGIS-PATH-02'],
    ['FIND', '/cancelled/{order_id}', 'error AGIS-PATH-02'],
    ['FIND', '/recently-sold', 'error AGIS-PATH-02'],
    ['FIND', '/is-open', 'error AGIS-PATH-02'],
    ['FIND', '/unconfirmed', 'error AGIS-PATH-02'],
    ['FIND', '/cancelled/order', 'warning AGIS-PATH-03'],
    ['FIND', '/order/cancelled', 'ok'],
    ['FIND', '/order-cancel', 'warning AGIS-PATH-03'],
    ['FIND', '/order-approve', 'warning AGIS-PATH-03'],
    ['FIND', '/zorble', 'ok'],
    ['FIND', '/form-1099', 'ok'],
  ])('gives %s %s the verdict %s', (method, path, expected) => {
    expect(verdict(method, path)).toBe(expected);
  });

  it.each([
    ['/RESERVATION', '/reservation'],
    ['/patientRecord', '/patient-record'],
    ['/patient_record', '/patient-record'],
    ['/Patient-Record', '/patient-record'],
    ['/account/{id}/closingStatement', '/account/{id}/closing-statement'],
  ])('[AGIS-PATH-04] rejects %s and corrects it to %s', (path, corrected) => {
    expect(evaluate('FIND', path)).toMatchObject([
      { severity: 'error', rule: 'AGIS-PATH-04', fix: { value: corrected } },
    ]);
    expect(verdict('FIND', corrected)).toBe('ok');
  });

  it('warns about a state at the end of a path, and about verbs that some services use as nouns', () => {
    const pathFindings = (path: string) => evaluateAll([path]).map(({ severity, rule }) => `${severity} ${rule}`);
    for (const path of ['/berth/vacant', '/berth/{id}/reserved', '/train/delayed', '/seat/{id}/taken'])
      expect(pathFindings(path), path).toEqual(['warning AGIS-PATH-02']);
    for (const path of [
      '/unmoor',
      '/archive/reshelve',
      '/parcel/{id}/reweigh',
      '/pay',
      '/hire',
      '/extract-tooth',
      '/fill-cavity',
      '/upload-scan',
      '/vessel/{id}/scuttle',
    ])
      expect(pathFindings(path), path).toEqual(['warning AGIS-PATH-03']);
    for (const path of ['/seaworthy', '/roadworthy']) expect(pathFindings(path), path).toEqual(['error AGIS-PATH-02']);
    for (const path of [
      '/sing-along',
      '/walk-in',
      '/local',
      '/wallet/private',
      '/hire-car',
      '/upload-session',
      '/cover-image',
      '/film/{id}/cast',
      '/pay-slip',
    ])
      expect(pathFindings(path), path).toEqual([]);
  });

  it('omits these warnings for drafts made from a service', () => {
    for (const path of ['/matches/upcoming', '/berth/vacant', '/server/{id}/start'])
      expect(verdict('FIND', path), path).toBe('ok');
  });

  it('[AGIS-PATH-04] accepts lower case with hyphens', () => {
    for (const path of ['/patient-record', '/delivery-order']) expect(verdict('FIND', path)).toBe('ok');
  });

  it('[AGIS-PATH-05] rejects parameters that are not a whole segment in curly braces', () => {
    for (const path of ['/order/:id', '/order/<id>', '/order/{id', '/order/{}', '/order/x{id}', '/order/*'])
      expect(verdict('FIND', path)).toBe('error AGIS-PATH-05');
    expect(evaluate('FIND', '/order/:orderId')[0]?.help).toBe('Write {order_id}.');
    for (const path of ['/reservation/{id}', '/order/{order_id}']) expect(verdict('FIND', path)).toBe('ok');
  });

  it.each([
    ['BOOK', '/book-reservation', 'error AGIS-PATH-06'],
    ['ORDER', '/order', 'error AGIS-PATH-06'],
    ['BOOK', '/books', 'error AGIS-PATH-06'],
    ['book', '/book', 'error AGIS-PATH-06'],
    ['BOOK', '/booking', 'warning AGIS-PATH-06'],
    ['RESERVE', '/reservation', 'ok'],
    ['REGISTER', '/registration', 'ok'],
    ['CHECK', '/account/{check_id}', 'ok'],
  ])('[AGIS-PATH-06] gives %s %s the verdict %s', (method, path, expected) => {
    expect(verdict(method, path)).toBe(expected);
  });

  it('[AGIS-PATH-07] rejects a query string and a fragment', () => {
    expect(verdict('FIND', '/reservation?type=dinner')).toBe('error AGIS-PATH-07');
    expect(evaluate('FIND', '/reservation?type=dinner')[0]?.help).toBe(
      "Write /reservation and declare 'type' in the input schema.",
    );
    expect(verdict('FIND', '/reservation#top')).toBe('error AGIS-PATH-07');
  });

  it.each([
    ['/reservation', 'ok'],
    ['/restaurant/{id}', 'ok'],
    ['/patient-record/{id}', 'ok'],
    ['/calendar/event/{id}', 'ok'],
    ['/bookReservation', 'error AGIS-PATH-04, error AGIS-PATH-03'],
    ['/get-restaurant', 'error AGIS-PATH-03'],
    ['/reservation?type=dinner', 'error AGIS-PATH-07'],
    ['/RESERVATION', 'error AGIS-PATH-04'],
  ])('[AGIS-PATH-08] [AGIS-VAL-06] evaluates %s like the table in the specification', (path, expected) => {
    expect(verdict('RETRIEVE', path)).toBe(expected);
  });

  it('[AGIS-PATH-09] accepts singular and plural, and reports both forms of one thing as an info', () => {
    expect(verdict('FIND', '/restaurants')).toBe('ok');
    expect(evaluateAll(['/restaurant', '/restaurants', '/restaurants/{id}'])).toMatchObject([
      { severity: 'info', rule: 'AGIS-PATH-09', location: { pointer: '/endpoints/1/path' } },
    ]);
    expect(evaluateAll(['/restaurants', '/restaurants/{id}', '/status', '/address'])).toEqual([]);
  });

  it.each([
    '/order//item',
    '/order/.',
    '/order/../x',
    '/or der',
    '/order/%20',
    '/order/it~em',
    '/order/a--b',
    '/-order',
  ])('[AGIS-PATH-10] rejects the malformed path %s', (path) => {
    expect(verdict('FIND', path)).toBe('error AGIS-PATH-10');
  });

  it('[AGIS-PATH-10] rejects a duplicate parameter name, and offers a fix for a trailing slash', () => {
    expect(verdict('FIND', '/order/{id}/item/{id}')).toBe('error AGIS-PATH-10');
    expect(evaluate('FIND', '/order/')).toMatchObject([
      { severity: 'warning', rule: 'AGIS-PATH-10', fix: { value: '/order' } },
    ]);
  });

  it('[AGIS-PATH-12] warns about parameters that are not in snake_case', () => {
    expect(verdict('FIND', '/order/{orderId}')).toBe('warning AGIS-PATH-12');
    expect(evaluate('FIND', '/order/{orderId}')[0]?.help).toContain('{order_id}');
    expect(verdict('FIND', '/order/{order_id}')).toBe('ok');
  });

  it('reports an endpoint without a path, and leaves a path of a wrong type to pass 1', () => {
    const run = (node: { path?: null }) =>
      pathSyntax.run({
        document: {},
        endpoints: [{ index: 0, pointer: '/endpoints/0', node, method: 'BOOK', elided: false, label: '' }],
        locate: (pointer) => ({ pointer }),
        words,
        options: defaultValidation,
      });
    expect(run({})).toMatchObject([{ rule: 'AGIS-DOC-12', location: { pointer: '/endpoints/0' } }]);
    expect(run({ path: null })).toEqual([]);
  });

  it('is fast and reports little on hostile paths', () => {
    for (const path of [
      '/a'.repeat(500_000),
      `/${'{'.repeat(1_900)}`,
      `/${'a-'.repeat(900)}`,
      `/x?${'a&'.repeat(900)}`,
    ]) {
      const found = evaluate('FIND', path);
      expect(found.some(({ severity }) => severity === 'error')).toBe(true);
      for (const { message } of found) expect(message.length).toBeLessThan(500);
    }
  });
});
