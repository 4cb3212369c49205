/** Tests which sentences of a description may say what an operation does. */
import { describe, expect, it } from 'vitest';
import { deriveConduct } from './derive-conduct.js';
import { maySayAction } from './sentence-voice.js';

describe('a sentence', () => {
  it.each([
    'A booking can be cancelled free of charge.',
    'Reservations may be cancelled by staff.',
    'You can cancel the reservation with DELETE /bookings.',
    'Cancel at any time without cost.',
    'Send at most 100 positions.',
    'Nothing is sent.',
    'The score in the body is not stored.',
    'The positions are sent as JSON.',
    'The request is charged to your quota.',
  ])('"%s" does not say what is done', (sentence) => {
    expect(maySayAction(sentence)).toBe(false);
  });

  it.each([
    'Cancels the booking.',
    'The card is charged.',
    'This endpoint can be used to charge a card.',
    'You can change the status and charge the customer.',
    'The invoice is sent as a PDF to the customer.',
    'It cannot be undone.',
  ])('"%s" may say what is done', (sentence) => {
    expect(maySayAction(sentence)).toBe(true);
  });
});

describe('the impact of a POST', () => {
  const impactOf = (summary: string, description?: string) =>
    deriveConduct({ method: 'POST', path: '/x', summary, description }).impact;

  it.each([
    ['Reserve a slip', 'Cancel at any time without cost.'],
    ['Book a berth', 'A booking can be cancelled free of charge.'],
    ['Reserve a slip', 'You can cancel the reservation with DELETE /bookings.'],
  ])('"%s" with "%s" is reversible', (summary, description) => {
    expect(impactOf(summary, description)).toBe('reversible');
  });

  it.each([
    ['Look up tides', 'The positions are sent as JSON.'],
    ['Preview an email', 'Nothing is sent.'],
    ['Check whether a record can be deleted', undefined],
    ['List what to purge', undefined],
    ['Guess the species of a bee', undefined],
  ])('"%s" with "%s" is informational', (summary, description) => {
    expect(impactOf(summary, description)).toBe('informational');
  });

  it.each([
    ['Close the vote', 'Once closed, a vote cannot be reopened.'],
    ['Close the vote', "You won't be able to reopen it."],
    ['Deploy to production', undefined],
    ['Log everyone out', undefined],
    ['Shut down the pumps', undefined],
    ['Return a scale to its factory state', undefined],
    ['Make a private archive visible to the world', undefined],
    ['Ask a patient by text message to come in again', undefined],
    ['Run SQL', 'Any statement is allowed.'],
    ['Order the scuttling of a vessel', undefined],
    ['Show a secret once, after which it is destroyed', undefined],
  ])('"%s" with "%s" is irreversible', (summary, description) => {
    expect(impactOf(summary, description)).toBe('irreversible');
  });

  it('of shutting down what software runs is reversible', () => {
    expect(impactOf('Shut down a virtual machine')).toBe('reversible');
    expect(impactOf('Restore a subscription', 'Expired subscriptions cannot be reactivated.')).toBe('reversible');
  });
});
