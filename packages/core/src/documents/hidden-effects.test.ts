/** Tests effects that are stated outside the title of an operation. */
import { describe, expect, it } from 'vitest';
import { deriveConduct } from './derive-conduct.js';

const derive = (summary: string, description: string | undefined, more: { path?: string; name?: string } = {}) =>
  deriveConduct({ method: 'GET', path: '/items', summary, description, ...more });

describe('a GET whose title reads', () => {
  it.each([
    ['Show the cart', 'The card is charged when this is called.', "moves money: 'charged'"],
    ['Get patient info', "Permanently erases the patient's file.", "deletes: 'erase'"],
    ['Get patient info', "The patient's file is permanently erased.", "deletes: 'erased'"],
    ['Get a code', 'The code is sent to the patient by SMS.', "reaches people: 'sent'"],
    ['Get status', 'Automatically refunds stale payments.', "moves money: 'refund'"],
    ['Get status', 'It refunds stale payments.', "moves money: 'refund'"],
    ['Get status', 'Returns the status. This also refunds stale payments.', "moves money: 'refund'"],
    ['Get status', 'Returns the status. It cannot be undone.', "cannot be taken back: 'cannot be undone'"],
    ['Get status', 'Side effect: deletes all drafts.', "deletes: 'delete'"],
    ['Get status', 'Calling this endpoint deletes all drafts.', "deletes: 'delete'"],
    ['Get a code', 'Returns a code and then emails it to the user.', "reaches people: 'email'"],
    ['Get a loan', 'The borrower is fined as soon as this is called.', "the call causes it: 'fine'"],
    ['Show a secret once, after which it is destroyed', undefined, "cannot be taken back: 'is destroyed'"],
  ])('"%s" with "%s" is irreversible, because it %s', (summary, description, reason) => {
    expect(derive(summary, description)).toEqual({ impact: 'irreversible', idempotent: false, reason });
  });

  it.each([
    ['View a mail', 'Marks the mail as read.'],
    ['Get the level of a tank', 'Automatically drains the tank into the basin.'],
    ['Fetch and acknowledge alerts', undefined],
    ['Fetch the next job and lock it', undefined],
  ])('"%s" with "%s" is reversible and never repeated', (summary, description) => {
    expect(derive(summary, description)).toMatchObject({ impact: 'reversible', idempotent: false });
  });

  it('is irreversible where its name or the end of its path deletes', () => {
    expect(derive('List drafts', undefined, { name: 'deleteDrafts' }).impact).toBe('irreversible');
    expect(derive('List drafts', undefined, { path: '/drafts/delete-all' }).impact).toBe('irreversible');
    expect(derive('List drafts', undefined, { path: '/doses/purge-all' }).impact).toBe('irreversible');
    expect(derive('Reasons for deletion', undefined, { path: '/delete-reasons' }).impact).toBe('informational');
  });

  it.each([
    ['List items', 'Items that were deleted are left out.'],
    ['List items', 'Items can be deleted by their owner.'],
    ['List items', 'Items are deleted after 30 days.'],
    ['List items', 'Items are sent as an array of objects.'],
    ['List items', 'You are charged for each request.'],
    ['List items', 'This sends report includes the addresses.'],
    ['Gets a deleted key', 'The Get Deleted Key operation is applicable to vaults.'],
    ['Decode a frame', 'Pixels are truncated to 16 bits.'],
    ['List items', 'The warnings are removed from the response.'],
    ['List items, except the archived ones', undefined],
  ])('"%s" with "%s" is informational and repeatable', (summary, description) => {
    expect(derive(summary, description)).toMatchObject({ impact: 'informational', idempotent: true });
  });
});
