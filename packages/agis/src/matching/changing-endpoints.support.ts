/** Operations that change something, to measure which of the labeled requests lead to a call. */
import type { Words } from '../words/words.js';
import { toEndpoint } from './labelled-inputs.support.js';
import { createMatcher } from './match-instruction.js';

/** Operations that change something, for the requests of the lists. */
export const changing = `
  book_slot: Books a slot for a person
  cancel_appointment: Cancels an appointment
  send_invoice: Sends an invoice to a customer
  delete_folder: Deletes a folder or a file
  close_account: Closes an account
  place_order: Orders goods such as chairs
  cancel_order: Cancels an order
  transfer_money: Transfers money in euros to a person
  cancel_subscription: Cancels a subscription or unsubscribes
  publish_post: Publishes a post
  refund_order: Refunds an order to a customer
  invite_member: Invites a person to a board or project
  restart_database: Restarts the database or a server
  book_flight: Books a flight
  book_taxi: Books a taxi
  delete_project: Deletes a project
  send_newsletter: Sends a newsletter, a report or an offer by email
  ship_parcel: Ships a parcel
  reset_password: Resets a password
  archive_channel: Archives a channel
  pay_invoice: Pays an invoice
  block_card: Blocks a card
  move_meeting: Moves a meeting to another day
  deploy_release: Deploys a release
  book_table: Books a table or a room
  close_ticket: Closes a ticket
`
  .trim()
  .split('\n')
  .map((line) => line.trim().split(': ') as [name: string, description: string]);

/** How many requests lead to a call of an AGIS endpoint without a confirmation. */
export function countCalls(requests: readonly string[], words: Words): number {
  const endpoints = changing.map(([name, summary]) => {
    const [method = '', path = ''] = name.split('_');
    const endpoint = toEndpoint(name, { summary, input: {} });
    return { ...endpoint, method: method.toUpperCase(), path: `/${path}`, confidence: 0.5, impact: 'reversible' };
  });
  const matcher = createMatcher(endpoints, { words, timeZone: 'UTC', now: () => 0 });
  return requests.filter((request) => matcher.match(request).decision === 'call').length;
}
