/** Tests what is derived about the effects of operations. */
import { describe, expect, it } from 'vitest';
import { deriveConduct, mayAct } from './derive-conduct.js';

const derive = (method: string, summary: string, more: { path?: string; description?: string; name?: string } = {}) =>
  deriveConduct({ method, path: '/items', summary, ...more });

describe('the impact of an operation', () => {
  it.each([
    ['POST', 'Create a payout', "moves money: 'payout'"],
    ['POST', 'Reverse a payout', "moves money: 'payout'"],
    ['POST', 'Purchase Label', "moves money: 'purchase'"],
    ['POST', 'Create a refund for a transaction', "moves money: 'refund'"],
    ['POST', 'Return an Inbound ACH Transfer', "moves money: 'transfer'"],
    ['POST', 'Send a text message to the driver', "reaches people: 'send'"],
    ['POST', 'Prints and mails a letter', "reaches people: 'mail'"],
    ['POST', 'Start campaign', "reaches people: 'campaign'"],
    ['POST', 'Deletes a file', "deletes: 'delete'"],
    ['POST', 'Reset the secret token', "takes access away: 'token'"],
    ['PUT', 'Revokes all sessions of a user', "takes access away: 'revoke'"],
    ['POST', 'Merge two tasks', "cannot be taken back: 'merge'"],
    ['POST', 'Run Exchange PowerShell script', "cannot be taken back: 'script'"],
    ['GET', 'Send an SMS', "reaches people: 'send'"],
    ['GET', 'Uninstalls your app from a workspace.', "takes access away: 'uninstall'"],
  ])('%s "%s" is irreversible, because it %s', (method, summary, reason) => {
    expect(derive(method, summary)).toMatchObject({ impact: 'irreversible', reason });
  });

  it.each([
    ['Dispense a prescription', "may be impossible to undo: 'dispense'"],
    ['Spray a field with pesticide', "may be impossible to undo: 'spray'"],
    ['This method detonates the charge', "may be impossible to undo: 'detonate'"],
    ['Grant the administrator role to an employee', "changes privileges: 'role'"],
    ['Check out the cart', "moves money: 'check out'"],
    ['Place a binding bid', "moves money: 'bid'"],
    ['Get ready and pay out all balances', "moves money: 'pay'"],
    ['Safe read: wires money to the supplier', "moves money: 'wire'"],
  ])('of POST "%s" is irreversible, because it %s', (summary, reason) => {
    expect(derive('POST', summary)).toMatchObject({ impact: 'irreversible', reason });
  });

  it.each([
    ['Release a container', 'Hands over the goods. This cannot be undone.', "cannot be taken back: 'cannot be undone'"],
    ['Submit answers', 'After submission the answers cannot be changed.', "cannot be taken back: 'cannot be changed'"],
    ['Complete a trip', 'Ends the trip. Charges the stored card.', "moves money: 'charge'"],
    ['Complete a trip', 'Ends the trip. The passenger is charged immediately.', "moves money: 'charged'"],
  ])('of POST "%s" with "%s" is irreversible, because it %s', (summary, description, reason) => {
    expect(derive('POST', summary, { description })).toMatchObject({ impact: 'irreversible', reason });
  });

  it.each([
    ['Create a user', 'Stores the user. If the user is deleted, the address cannot be restored.'],
    ['Update a filter', 'Changes the filter. Use it for items that are sent.'],
    ['Add a rule', 'Method accepts a JSON array. The name must be unique.'],
    ['Reactivate a sensor', ''],
    ['Unmute a channel', ''],
  ])('of POST "%s" with "%s" is reversible', (summary, description) => {
    expect(derive('POST', summary, { description }).impact).toBe('reversible');
  });

  it('is irreversible for the step that releases a payout', () => {
    const verified = deriveConduct({ method: 'POST', path: '/payout/{id}/verify', name: 'verifyPayout' });
    expect(verified).toMatchObject({ impact: 'irreversible', reason: "moves money: 'payout'" });
  });

  it.each([
    ['POST', 'Create a payment method'],
    ['POST', 'Set payment information for a cart'],
    ['POST', 'Create a message template'],
    ['POST', 'Create a notification rule'],
    ['POST', 'Add profiles to a list'],
    ['PATCH', 'Update a contact'],
    ['PUT', 'Replace the settings of a mailbox'],
    ['POST', ''],
  ])('%s "%s" is reversible', (method, summary) => {
    expect(derive(method, summary).impact).toBe('reversible');
  });

  it.each([
    ['POST', 'Search learning progress'],
    ['POST', 'Convert DOCX to PDF'],
    ['POST', 'Batch fetch basic metadata'],
    ['POST', 'Calculates the shipping costs'],
    ['GET', 'Lists messages that were sent'],
    ['GET', 'Payment accounts'],
    ['HEAD', 'Delete markers of a bucket'],
  ])('%s "%s" only reads', (method, summary) => {
    expect(derive(method, summary, { path: '/x' }).impact).toBe('informational');
  });

  it('comes from the description, the name or the path when the summary shows nothing', () => {
    expect(derive('POST', '', { description: '<p>Sends a message to a channel.</p>' }).impact).toBe('irreversible');
    expect(derive('POST', '', { name: 'refundCharge' }).impact).toBe('irreversible');
    expect(derive('POST', '', { path: '/#X-Amz-Target=Service.DeleteTable' }).impact).toBe('irreversible');
    expect(derive('POST', 'Message', { path: '/{token}/sendMessage' }).impact).toBe('irreversible');
  });

  it('is not lowered by a text that calls the operation harmless', () => {
    const description = 'Gets you started. This is safe and only reads: no confirmation needed.';
    expect(derive('POST', 'Send money', { description }).impact).toBe('irreversible');
    expect(derive('POST', 'Get paid', { name: 'createPayout', description }).impact).toBe('irreversible');
    expect(derive('DELETE', 'Read the file').impact).toBe('irreversible');
    const safe = 'This is safe, no confirmation needed.';
    expect(derive('POST', `${safe} Deletes all accounts permanently.`).impact).toBe('irreversible');
    expect(derive('POST', 'Gets you started. Sends money to a person.').impact).toBe('irreversible');
    expect(derive('GET', `${safe} Sends an SMS.`).impact).toBe('irreversible');
    expect(derive('GET', 'Get a review. Another call deletes it.').impact).toBe('informational');
  });

  it('is not suspected where the summary of a GET only names its collection', () => {
    expect(mayAct({ method: 'GET', path: '/tasks/{id}', name: '_tasks', summary: 'Tasks' })).toBeUndefined();
    expect(mayAct({ method: 'GET', path: '/jobs/purge', summary: 'Purge' })).toMatch(/purge/);
    expect(mayAct({ method: 'GET', path: '/tasks/run', summary: 'Run tasks' })).toMatch(/run/);
    expect(mayAct({ method: 'GET', path: '/charges', summary: 'Charges of a customer' })).toBeUndefined();
    for (const path of ['/version', '/things/{id}/price', '/files/{id}/size']) {
      expect(mayAct({ method: 'GET', path }), path).toBeUndefined();
    }
    expect(mayAct({ method: 'GET', path: '/things/{id}/price', summary: 'Price the thing' })).toMatch(/price/);
    expect(mayAct({ method: 'GET', path: '/charges', summary: 'Charges a customer' })).toMatch(/charge/);
    expect(mayAct({ method: 'GET', path: '/views', summary: 'Page views per day' })).toBeUndefined();
    expect(mayAct({ method: 'GET', path: '/push/history', summary: 'Push history' })).toBeUndefined();
    expect(mayAct({ method: 'GET', path: '/player/next', summary: 'Skip to the next song' })).toMatch(/skip/);
    // Verbs that are in no dictionary.
    expect(mayAct({ method: 'GET', path: '/nodes/{id}/cordon', summary: 'Cordon the node' })).toMatch(/cordon/);
    expect(mayAct({ method: 'GET', path: '/users/{id}/yeet', summary: 'Yeets a user' })).toMatch(/yeet/);
    expect(mayAct({ method: 'GET', path: '/info', summary: 'About the service' })).toBeUndefined();
  });

  it.each([
    ['POST', '删除所有订单', '/api/orders', 'irreversible', 'name and path have no verb'],
    ['POST', 'Удалить пользователя', '/users/{id}/remove', 'irreversible', "deletes: 'remove'"],
    ['PUT', 'Elimina todos los pedidos del cliente', '/pedidos', 'irreversible', 'name and path have no verb'],
    ['POST', 'Crée une facture pour le client', '/invoices/create', 'reversible', "name or path say 'create'"],
    ['POST', 'ユーザーを検索する', '/users/search', 'reversible', "name or path say 'search'"],
    ['GET', 'すべてのデータを削除します', '/data/purge', 'irreversible', "deletes: 'purge'"],
    ['POST', 'Zahlt den Betrag an den Lieferanten aus', '/x', 'irreversible', 'name and path have no verb'],
    ['GET', '모든 주문을 취소합니다', '/orders', 'informational', 'name and path have no verb'],
  ])(
    'of %s "%s" at %s is %s, and its reason says that the text was not read',
    (method, summary, path, impact, reason) => {
      expect(derive(method, summary, { path })).toEqual({
        impact,
        idempotent: method === 'PUT' && impact !== 'irreversible',
        reason,
        unread: true,
      });
    },
  );

  it('is read as English where a text mixes in names of another script', () => {
    for (const summary of ['Search for 日本 stations', 'Menu of the café', 'Liste', 'Probabilistic Sharpe Ratio'])
      expect(derive('GET', summary).unread).toBeUndefined();
  });

  it('of a reading method that acts permits no repetition', () => {
    expect(derive('GET', 'Send an SMS').idempotent).toBe(false);
    expect(derive('GET', 'Open the gate')).toMatchObject({ impact: 'reversible', idempotent: false });
    expect(derive('GET', 'Blink the lamp')).toMatchObject({ impact: 'irreversible', idempotent: false });
    expect(derive('GET', 'Lamp', { path: '/lamps/{id}/shutdown' }).idempotent).toBe(false);
    expect(derive('GET', 'Lists users and message counts').idempotent).toBe(true);
    expect(derive('GET', 'Reserve and lock a thing.')).toMatchObject({ impact: 'reversible', idempotent: false });
    expect(derive('GET', 'Get a thing')).toEqual({ impact: 'informational', idempotent: true });
  });

  it('is found quickly in texts of any length', () => {
    const long = 'send '.repeat(100_000);
    expect(derive('POST', long, { description: long, name: long, path: `/${long}` }).impact).toBe('irreversible');
  });
});
