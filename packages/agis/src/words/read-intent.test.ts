/** Extracting the action from a sentence. */
import { describe, expect, it } from 'vitest';
import { createWords } from './create-words.js';

const words = createWords();

function verbsOf(sentence: string): string[] {
  return words.readIntent(sentence).verbs.map(({ verb }) => verb);
}

describe('reading an intent', () => {
  it.each([
    ['Books a table for two', ['book']],
    ['Search for doctors by specialty and city', ['search']],
    ['Quickly sends a text to everyone in the group', ['send']],
    ['Allows the agent to secure a table', ['secure']],
    ['Lets a tenant ask for a repair', ['ask']],
    ['Lets the on-call engineer know that a service is down', ['notify']],
    ['Enables users to book rooms', ['book']],
    ['This resource allows the retrieval of a sound', ['retrieve']],
    ['Provides a way to cancel an order', ['cancel']],
    ['Use this endpoint to remove a member', ['remove']],
    ['This operation changes the profile of the user', ['change']],
    ['You can see every device of an account', ['see']],
    ['An existing reservation is cancelled without a fee', ['cancel']],
    ['Reservation of a meeting room for the given hours', ['reserve']],
    ['Based on the given dates, returns the free rooms', ['return']],
    ['Finds a free slot and books it', ['find', 'book']],
    ['Ends a rental by handing the car back', ['end', 'hand']],
    ['Finds tickets that have been closed', ['find']],
    ['Finds tickets that are closed and reopens them', ['find', 'reopen']],
    ['Pulls dates, names and amounts out of a contract', ['pull']],
    ['Retrieves the records of the account used to make the request', ['retrieve']],
    ['Bulk deletes the patterns of a set', ['delete']],
    ['<p>Deletes a policy</p>', ['delete']],
    ['The weather', []],
    ['', []],
  ])('reads "%s"', (sentence, verbs) => {
    expect(verbsOf(sentence)).toEqual(verbs);
  });

  it.each([
    ['Calls off a pickup', ['end']],
    ['Turns an application down', ['change', 'end']],
    ['Looks up the balance of an account', ['find', 'read']],
    ['Checks whether the text is in a valid form', ['read', 'analyse']],
    ['Returns the free rooms', ['read']],
    ['Returns the car to the depot', ['read', 'end', 'create']],
    ['Performs a search', ['find']],
  ])('determines the meaning of "%s"', (sentence, families) => {
    expect(words.readIntent(sentence).verbs[0]?.families).toEqual(families);
  });

  it('names the object of the verb', () => {
    expect(words.readIntent('Retrieves the cancellation policies of a hotel').verbs[0]?.object).toBe('policy');
  });

  it('distinguishes English from other languages', () => {
    for (const text of ['Books a table', 'Cancels orders', 'Gets the SKU list of the WMS', 'Finds cafés near the user'])
      expect(words.readIntent(text).english, text).toBe(true);
    for (const text of [
      'Encuentra vuelos baratos entre dos ciudades',
      'Storniert eine bestehende Buchung ohne weitere Kosten',
      'Annule la réservation du client',
      'Prenota un tavolo al ristorante',
      '搜索附近的餐厅',
      'Отменяет бронирование',
      '12345',
    ])
      expect(words.readIntent(text).english, text).toBe(false);
  });
});
