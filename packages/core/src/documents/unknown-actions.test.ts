/** Tests the impact of operations that path, name, noun titles, further verbs and later sentences show. */
import { describe, expect, it } from 'vitest';
import { deriveConduct } from './derive-conduct.js';

const derive = (method: string, summary: string, more: { path?: string; description?: string; name?: string } = {}) =>
  deriveConduct({ method, path: '/items', summary, ...more });

describe('the impact of an operation', () => {
  it.each([
    ['/firmware/flash', 'flashFirmware', 'Flash firmware image to the controller', 'flash'],
    ['/chambers/{id}/fumigate', 'run', 'Fumigate chamber', 'fumigate'],
    ['/zones/{id}/fertigate', 'fertigateZone', 'Fertigate a zone', 'fertigate'],
    ['/shifts/{id}/blast', 'blast', 'Initiate a blast', 'blast'],
    ['/orders/{id}/note', 'issueNote', 'Issue note', 'issue'],
  ])('of POST %s (%s) "%s" cannot be known to be undone', (path, name, summary, verb) => {
    const reason = `may be impossible to undo: '${verb}'`;
    expect(deriveConduct({ method: 'POST', path, name, summary })).toMatchObject({ impact: 'irreversible', reason });
  });

  it('of a title counts every verb, so that a reading one hides nothing', () => {
    expect(derive('POST', 'Preview and store a new schedule').impact).toBe('reversible');
    expect(derive('POST', 'Validate and detonate a charge').impact).toBe('irreversible');
    expect(derive('POST', 'Compare and rank offers').impact).toBe('informational');
    expect(derive('POST', 'Return cheque unpaid', { path: '/cheques/{id}/bounce' }).impact).toBe('reversible');
    expect(derive('POST', 'Return results to participant').impact).toBe('reversible');
    expect(derive('POST', 'Resolve an incident').impact).toBe('reversible');
    expect(derive('POST', 'Check an item back in').impact).toBe('reversible');
  });

  it('of words with a hyphen is that of their verb', () => {
    expect(derive('POST', 'Shadow-ban a user').reason).toBe("takes access away: 'ban'");
    expect(derive('POST', 'Re-send the invitation').reason).toBe("reaches people: 'resend'");
    expect(derive('POST', 'E-file a pleading with the court').reason).toBe("reaches people: 'court'");
    expect(derive('POST', 'Dry-run a transaction').impact).toBe('informational');
    expect(derive('GET', 'Full-text search').reason).toBeUndefined();
  });

  it('of a noun for persons is to reach them', () => {
    expect(derive('POST', 'Page the surgeon').impact).toBe('irreversible');
    expect(derive('POST', 'Thank the volunteer').reason).toBe("reaches people: 'volunteer'");
    expect(derive('POST', 'Release report cards to parents').reason).toBe("reaches people: 'parent'");
    expect(derive('POST', 'Release a public address').impact).toBe('reversible');
    expect(derive('POST', 'Page through the results').impact).not.toBe('irreversible');
  });

  it('of an acronym is not that of the verb it looks like', () => {
    expect(derive('POST', 'BLAST search').impact).toBe('informational');
    expect(derive('POST', 'SMS driver').reason).toBe("reaches people: 'sms'");
  });

  it.each([
    ['/accounts/{id}/deletion', 'Account deletion', 'irreversible'],
    ['/orders/{id}/cancel', 'Order cancellation', 'irreversible'],
    ['/device/reset', 'Factory reset', 'irreversible'],
    ['/card/payment', 'Card payment', 'irreversible'],
    ['/bridges/{id}/demolition', 'Bridge demolition', 'irreversible'],
    ['/users/{id}/activation', 'User activation', 'reversible'],
    ['/payment/{id}', 'Update payment', 'reversible'],
    ['/tax/calculation', 'Tax calculation', 'informational'],
    ['/identities/verification', 'Identity verification', 'reversible'],
  ])('of POST %s with the noun title "%s" is %s', (path, summary, impact) => {
    expect(deriveConduct({ method: 'POST', path, summary }).impact).toBe(impact);
  });

  it('of custom methods is that of the word after the colon', () => {
    expect(deriveConduct({ method: 'POST', path: '/v1/{name}:cancel' }).reason).toBe("cannot be taken back: 'cancel'");
    expect(deriveConduct({ method: 'POST', path: '/v1/jobs:search' }).impact).toBe('informational');
  });

  it.each([
    [
      'Request a ride',
      'Dispatches the nearest driver to the pickup location.',
      "may be impossible to undo: 'dispatch'",
    ],
    ['Hand in exam', 'No further answers are accepted.', "cannot be taken back: 'no further answers are accepted'"],
    ['Hold a card', 'The card can never be used again.', "cannot be taken back: 'can never be used again'"],
    ['Unmatch', 'The conversation disappears for both people.', "cannot be taken back: 'disappears'"],
    ['Exclude a player', 'The player is excluded for life.', "cannot be taken back: 'for life'"],
    ['Lift the embargo', 'The thesis becomes publicly readable.', "cannot be taken back: 'becomes publicly readable'"],
    ['Post journal entries', 'Posted entries are immutable.', "cannot be taken back: 'are immutable'"],
  ])('of "%s" is what its description states: "%s"', (summary, description, reason) => {
    expect(derive('POST', summary, { description })).toMatchObject({ impact: 'irreversible', reason });
  });

  it('of a GET that names a record is not that of the verb in its name', () => {
    const impactOf = (path: string, name: string, summary: string) =>
      deriveConduct({ method: 'GET', path, name, summary });
    expect(impactOf('/refund-policy', 'getRefundPolicy', 'Refund policy').impact).toBe('informational');
    expect(impactOf('/payments/disputes', 'listDisputes', 'Charge disputes').impact).toBe('informational');
    expect(impactOf('/disks', 'listDisks', 'Wipe disks').impact).toBe('irreversible');
    expect(impactOf('/purges', 'listPurges', 'Purge history').impact).toBe('informational');
    expect(impactOf('/charge-points', 'listChargePoints', 'Charge points').impact).toBe('informational');
  });

  it('of a GET with a noun title is that of the verb that its path ends with, if it deletes', () => {
    expect(derive('GET', 'Factory reset', { path: '/reset.cgi' }).reason).toBe("deletes: 'factory'");
    expect(derive('GET', 'Cache purge', { path: '/cache/purge' }).reason).toBe("deletes: 'purge'");
    expect(derive('GET', 'Order refund', { path: '/orders/{id}/refund' }).impact).toBe('informational');
  });

  it('of a label such as "PREVIEW:" is that of what follows', () => {
    expect(derive('POST', 'PREVIEW: Creates a site.', { path: '/sites' }).impact).toBe('reversible');
    expect(derive('POST', '(BETA) Delete all messages').impact).toBe('irreversible');
    expect(derive('POST', 'Preview a mail').impact).toBe('informational');
  });

  it('of the roles of a person is a change of privileges, whatever the text calls it', () => {
    const reasonOf = (path: string, summary: string) => deriveConduct({ method: 'PUT', path, summary }).reason;
    expect(reasonOf('/users/{id}/roles', 'Update roles')).toBe("changes privileges: 'roles'");
    expect(reasonOf('/users/role', 'Updates user role')).toBe("changes privileges: 'role'");
    expect(reasonOf('/projects/{id}/roles', 'Update roles')).toBeUndefined();
  });

  it.each([
    ['/dialer/start', 'Start dialing the call list', "reaches people: 'dial'"],
    ['/clusters/{id}/failover', 'Manual failover', "cannot be taken back: 'failover'"],
    ['/mfa/{id}/reset', 'Reset MFA', "takes access away: 'mfa'"],
    ['/releases/{id}/promote', 'Promote release to everyone', "publishes: 'everyone'"],
  ])('of POST %s "%s" is irreversible', (path, summary, reason) => {
    expect(derive('POST', summary, { path })).toMatchObject({ impact: 'irreversible', reason });
  });
});
