/** Pass 6: intents that agree with their method, contradict it, or are left to a model. */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { evaluateEndpoint } from '../evaluate-endpoint.js';
import type { Finding } from '../finding.js';
import { defaultValidation, type ValidationOptions } from '../pass.js';
import { createWords } from '../words/create-words.js';
import { semanticConsistency } from './semantic-consistency.js';

const words = createWords();

function evaluate(method: string, intent: string, options: Partial<ValidationOptions> = {}): Finding[] {
  return evaluateEndpoint({ method, intent }, words, options).filter(({ pass }) => pass === 6);
}

function verdict(method: string, intent: string, options: Partial<ValidationOptions> = {}): string {
  const [first, ...more] = evaluate(method, intent, options);
  expect(more).toEqual([]);
  return first === undefined ? 'ok' : `${first.severity} ${first.rule}`;
}

function scoring(score: number): Partial<ValidationOptions> {
  return { similarity: { model: 'sentence-transformers/all-MiniLM-L6-v2', score: () => score } };
}

/** Contradictions that are found and missed, and other pairs that are refused, by the labels of a file. */
function judge(name: string): Record<'found' | 'missed' | 'refused', string[]> {
  const result = { found: [] as string[], missed: [] as string[], refused: [] as string[] };
  for (const line of readFileSync(new URL(`../words/fixtures/${name}`, import.meta.url), 'utf8').split('\n')) {
    if (line === '' || line.startsWith('#')) continue;
    const [label, method = '', intent = ''] = line.split('|').map((each) => each.trim());
    const refused = evaluate(method, intent).some(({ severity }) => severity === 'error');
    const list = label === 'disagree' ? (refused ? result.found : result.missed) : refused ? result.refused : undefined;
    list?.push(`${method}: ${intent}`);
  }
  return result;
}

/** A pair on which the rules are undecided. */
const open = ['ADMIT', 'Gives a patient a bed in a ward'] as const;

const violations = [
  ['BOOK', 'Returns a list of available restaurants'],
  ['FIND', 'Creates a new reservation in the system'],
  ['CANCEL', 'Retrieves cancellation policy'],
] as const;

describe('semantic consistency', () => {
  it('[AGIS-CONS-01] reports nothing when intent and method agree, and a finding when they do not', () => {
    expect(verdict('BOOK', 'Books a restaurant reservation on behalf of the requesting agent')).toBe('ok');
    expect(verdict('BOOK', 'Shows the reservations of a guest')).toBe('error AGIS-CONS-02');
  });

  it.each(violations)('[AGIS-CONS-02] [AGIS-VAL-08] rejects %s with "%s"', (method, intent) => {
    expect(verdict(method, intent)).toBe('error AGIS-CONS-02');
    expect(evaluate(method, intent)[0]).toMatchObject({ element: method, location: { pointer: '/semantic/intent' } });
  });

  it('[AGIS-CONS-03] rejects a contradiction with a high similarity and without a model', () => {
    expect(verdict('CANCEL', 'Retrieves cancellation policy')).toBe('error AGIS-CONS-02');
    expect(verdict('CANCEL', 'Retrieves cancellation policy', scoring(0.95))).toBe('error AGIS-CONS-02');
  });

  it.each([
    ['APPROVE', 'Turns down an expense claim'],
    ['ENABLE', 'Switches off two-factor login for a user'],
    ['HIRE', 'Dismisses an employee at the end of the month'],
    ['LOCK', 'Unlocks the front door'],
    ['BOOK', 'Cancels a hotel reservation'],
    ['LOCK', 'Releases the lock of a document'],
    ['SUBSCRIBE', 'Ends the subscription of a reader'],
    ['BAN', 'Lifts the ban of a member'],
    ['REPORT', 'Withdraws a report about a post'],
    ['ENROLL', 'Expels a student from a course'],
    ['ARCHIVE', 'Restores a project from cold storage'],
    ['START', 'Puts a turbine out of action'],
    ['HALT', 'Puts a turbine back into operation'],
    ['FREEZE', 'Defrosts the assets of a firm'],
    ['LAUNCH', 'Brings a campaign to a sudden stop'],
    ['ENTRUST', 'Takes a dossier away from its clerk'],
    ['UNFURL', 'Rolls an awning up'],
    ['MOOR', 'Casts the vessel off from its berth'],
    ['DILUTE', 'Concentrates a solution'],
    ['COMMENCE', 'Brings the session to an end'],
    ['ENCIPHER', 'Deciphers a letter'],
    ['LAUD', 'Rebukes a pupil'],
    ['ISOLATE', 'Releases a sample from isolation'],
    ['PERMIT', 'Forbids the driver to enter the yard'],
    ['BORROW', 'Gives back the book'],
  ])('[AGIS-CONS-06] rejects %s with the opposite "%s"', (method, intent) => {
    expect(verdict(method, intent)).toBe('error AGIS-CONS-06');
  });

  it('accepts a subscription as a way to watch something', () => {
    expect(verdict('WATCH', 'Subscribes the caller to changes of a page')).toBe('ok');
    expect(verdict('WATCH', 'Deletes a page')).toMatch(/^error/);
  });

  it('[AGIS-CONS-06] finds labelled opposites, and leaves synonyms and pairs that only sound opposed alone', () => {
    const { found, missed, refused } = judge('opposites.develop.txt');
    expect({ found: found.length, missed, refused }).toEqual({ found: 30, missed: [], refused: [] });
  });

  it.each([
    ['MOOR', 'Unhitches the boat'],
    ['WAKE', 'Puts a camera to sleep'],
    ['SUMMON', 'Adjourns the hearing'],
    ['DETAIN', 'Releases a ship'],
    ['ACQUIT', 'Sentences a defendant'],
    ['ARM', 'Switches the alarm off for the night'],
    ['LEND', 'Takes the book back and ends the loan'],
    ['ERECT', 'Tears down the tent'],
    ['INVITE', 'Takes back the invitation of a guest'],
    ['COMPOSE', 'Erases the sonata'],
    ['CLASSIFY', 'Deletes the galaxy from the atlas'],
    ['FORECAST', 'Orders more goods from a supplier'],
  ])('[AGIS-CONS-06] rejects %s with "%s"', (method, intent) => {
    expect(verdict(method, intent)).toMatch(/^error AGIS-CONS-0/);
  });

  it.each([
    ['SUMMARIZE', 'Permanently deletes the notes'],
    ['BOOK', 'Gives a list of restaurants'],
    ['CANCEL', 'Provides an overview of open orders'],
    ['PAY', 'Tells whether an invoice is overdue'],
    ['REMOVE', 'Reports the number of items in stock'],
    ['RESERVE', 'Shows the free rooms'],
    ['COMPARE', 'Moves a task to another board'],
    ['ANALYZE', 'Sends a letter to the customer'],
  ])('[AGIS-CONS-07] rejects %s with "%s"', (method, intent) => {
    expect(verdict(method, intent)).toBe('error AGIS-CONS-02');
  });

  it.each([
    ['REVIEW', 'Finishes the review of a contract'],
    ['REGISTER', 'Concludes the registration of a vehicle'],
    ['CANCEL', 'Ends the cancellation period of an order'],
    ['RELEASE', 'Lifts the hold on a payment'],
    ['ORDER', 'Closes the purchase of a ticket'],
    ['START', 'Puts a turbine into operation'],
    ['INSPECT', 'Ends with a protocol of the visit'],
    ['RANK', 'Orders applicants by how well they match'],
    ['OBSERVE', 'Takes a picture of a star'],
    ['SCAN', 'Marks the ticket as used'],
    ['GATHER', 'Calls the team together'],
    ['MINIMIZE', 'Finds the route with the lowest cost'],
    ['REHOME', 'Finds a new owner for a dog'],
    ['CLUSTER', 'Groups similar messages'],
    ['PARSE', 'Breaks a text into its parts'],
    ['POLL', 'Asks the members for their vote'],
    ['ARBITRATE', 'Settles a dispute'],
    ['ORDER', 'Instructs the cook to prepare a meal'],
  ])('[AGIS-CONS-06] accepts %s with "%s", which completes it', (method, intent) => {
    expect(verdict(method, intent)).not.toMatch(/^error/);
  });

  it.each([
    ['BAKE', 'Reports which breads are left'],
    ['SADDLE', 'Lists all horses of the stable'],
    ['SUMMARIZE', 'Adjourns the hearing until Monday'],
    ['SURVEY', 'Sinks a ship on the reef'],
  ])('[AGIS-CONS-04] warns about %s with "%s", whose effect only WordNet knows', (method, intent) => {
    expect(verdict(method, intent)).toMatch(/^warning/);
  });

  it('[AGIS-CONS-07] rejects a creating method whose intent only removes, and the reverse', () => {
    expect(evaluate('CREATE', 'Wipes a disk')).toMatchObject([{ severity: 'error' }]);
    expect(evaluate('ERASE', 'Adds a member to a group')).toMatchObject([{ severity: 'error' }]);
  });

  it('[AGIS-CONS-07] reports nothing when a judgment is stored or written down', () => {
    expect(verdict('VALIDATE', 'Checks and then stores an address')).toBe('ok');
    const { found, missed, refused } = judge('reading.develop.txt');
    expect({ found: found.length, missed, refused }).toEqual({ found: 22, missed: [], refused: [] });
  });

  it.each([
    ['SCHEDULE', 'Finds a free slot and books it'],
    ['TRIAGE', 'Assesses and prioritizes a patient for care'],
    ['LOCATE', 'Returns the last known position of a parcel'],
    ['PROTECT', 'Detects and removes malicious scripts from a text'],
    ['RETURN', 'Ends a rental by handing the car back at the depot'],
    ['CREATE', 'Returns a newly opened account'],
    ['VERIFY', 'Performs a basic check of a tax number'],
    ['SEARCH', 'Builds a query from the given filters'],
  ])('[AGIS-CONS-04] reports nothing for %s with "%s"', (method, intent) => {
    expect(verdict(method, intent)).toBe('ok');
  });

  it('[AGIS-CONS-04] agrees with the human labels of the labelled pairs', () => {
    const { found, missed, refused } = judge('intents.develop.txt');
    expect(found.length).toBeGreaterThan(45);
    expect({ missed, refused }).toEqual({ missed: [], refused: [] });
  });

  it('[AGIS-CONS-04] leaves unknown verbs to similarity', () => {
    expect(verdict('ZORBLE', 'Retrieves the latest reading')).toBe('ok');
    expect(verdict('ZORBLE', 'Retrieves the latest reading', scoring(0.2))).toBe('warning AGIS-VAL-13');
  });

  it('only warns when the family of a verb is a guess', () => {
    expect(evaluate('DECLINE', 'Peruses the invitations of a guest')).toMatchObject([{ severity: 'error' }]);
    expect(evaluate('COLOR', 'Retrieves the colours of a palette')).toMatchObject([
      { severity: 'warning', rule: 'AGIS-CONS-04' },
    ]);
  });

  it('[AGIS-CONS-05] accepts the method in the third person, whatever the similarity', () => {
    expect(verdict('RECONCILE', 'Reconciles account records against the ledger', scoring(0.01))).toBe('ok');
    expect(verdict('ZORBLE', 'Retrieves account records', scoring(0.01))).toBe('error AGIS-VAL-14');
  });

  it('[AGIS-VAL-12] reports nothing for a paraphrase without shared words that a model scores as similar', () => {
    expect(verdict(...open, scoring(0.41))).toBe('ok');
    expect(verdict(...open)).toBe('ok');
  });

  it('[AGIS-VAL-13] [AGIS-SEC-10] warns below 0.3 and not at 0.3', () => {
    expect(verdict(...open, scoring(0.29))).toBe('warning AGIS-VAL-13');
    expect(verdict(...open, scoring(0.3))).toBe('ok');
  });

  it('[AGIS-VAL-14] rejects below 0.1, warns at 0.1, and can be set to warn only', () => {
    expect(verdict(...open, scoring(0.09))).toBe('error AGIS-VAL-14');
    expect(verdict(...open, scoring(-0.2))).toBe('error AGIS-VAL-14');
    expect(verdict(...open, scoring(0.1))).toBe('warning AGIS-VAL-13');
    expect(verdict(...open, { ...scoring(0.09), similarityRefuses: false })).toBe('warning AGIS-VAL-14');
  });

  it('[AGIS-VAL-15] accepts other thresholds and reports model and thresholds', () => {
    const options = { ...scoring(0.45), warnBelow: 0.5, refuseBelow: 0.4 };
    expect(verdict(...open, options)).toBe('warning AGIS-VAL-13');
    expect(verdict(...open, { ...options, ...scoring(0.35), warnBelow: 0.5, refuseBelow: 0.4 })).toBe(
      'error AGIS-VAL-14',
    );
    expect(describePass(options)).toContain('warning below 0.5, error below 0.4');
    expect(evaluate(...open, options)[0]?.message).toContain('sentence-transformers/all-MiniLM-L6-v2');
  });

  it('[AGIS-VAL-16] runs without a model and reports that it used rules only', () => {
    expect(describePass({})).toBe('evaluated by rules only, no similarity model');
    expect(describePass(scoring(1))).toContain('sentence-transformers/all-MiniLM-L6-v2');
  });

  it('[AGIS-VIMP-04] asks for a second opinion only between the thresholds', () => {
    const asked: number[] = [];
    const opinion = (score: number, agrees: boolean | undefined): Partial<ValidationOptions> => ({
      ...scoring(score),
      opinion: {
        model: 'small-model',
        agrees: () => {
          asked.push(score);
          return agrees;
        },
      },
    });
    expect(verdict(...open, opinion(0.2, true))).toBe('ok');
    expect(verdict(...open, opinion(0.21, false))).toBe('warning AGIS-VAL-13');
    expect(verdict(...open, opinion(0.22, undefined))).toBe('warning AGIS-VAL-13');
    expect(verdict(...open, opinion(0.05, true))).toBe('error AGIS-VAL-14');
    expect(verdict(...open, opinion(0.5, false))).toBe('ok');
    expect(asked).toEqual([0.2, 0.21, 0.22]);
  });

  it('[AGIS-I18N-05] does not apply English rules to other languages, and reports that', () => {
    for (const [method, intent] of [
      ['BOOK', 'Devuelve la lista de restaurantes disponibles en la zona'],
      ['RESERVAR', 'Reserva una mesa en un restaurante para la persona indicada'],
      ['BUCHEN', 'Bucht einen Tisch in einem Restaurant für den Gast'],
      ['YOYAKU', 'レストランの席を予約します'],
    ] as const) {
      expect(verdict(method, intent)).toBe('info AGIS-I18N-05');
      expect(verdict(method, intent, scoring(0.6))).toBe('ok');
    }
  });

  it('ignores an intent that is missing, blank or not a string', () => {
    expect(evaluate('BOOK', '   ')).toEqual([]);
    expect(evaluateEndpoint({ method: 'BOOK' }, words)).toEqual([]);
  });

  it('is fast on hostile intents', () => {
    for (const intent of [
      'returns '.repeat(200_000),
      'and '.repeat(200_000),
      'a'.repeat(1_000_000),
      ','.repeat(500_000),
    ])
      expect(evaluate('BOOK', intent).length).toBeLessThan(2);
  });
});

function describePass(options: Partial<ValidationOptions>): string | undefined {
  return semanticConsistency.describe?.({
    document: {},
    endpoints: [],
    locate: (pointer) => ({ pointer }),
    words,
    options: { ...defaultValidation, ...options },
  });
}
