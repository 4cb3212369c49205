/** Tests the severities that rules give to findings which are true and seldom matter. */
import type { JsonObject } from '@dragoman/model';
import { describe, expect, it } from 'vitest';
import { lintDocument } from './linting/lint-document.js';
import { answer, buildCase, object } from './rule-model/rule-cases.js';

function severitiesOf(rule: string, given: JsonObject): string[] {
  const bytes = new TextEncoder().encode(JSON.stringify(buildCase(given)));
  return lintDocument(bytes)
    .findings.filter((each) => each.rule === rule)
    .map(({ severity }) => severity);
}

describe('idempotency-key-missing', () => {
  it.each([
    ['post /notes/{id}/send', { summary: 'Send a reminder email' }],
    ['post /payments', { summary: 'Create a payment' }],
    ['post /cards/{id}/charges', { description: 'Charge a card.' }],
    ['post /notes/{id}/send_email/', { operationId: 'notes_send_email_create' }],
    ['post /members', { summary: 'Add a member', description: 'Adds a member and sends an email to this address.' }],
  ])('is an error for %s with an action that pays or sends a message', (operation, texts) => {
    expect(severitiesOf('idempotency-key-missing', { [operation]: texts })).toEqual(['error']);
  });

  it.each([
    ['post /steps/email/', { operationId: 'steps_email_create', description: 'Email step view' }],
    ['post /devices/sms/', { operationId: 'devices_sms_create', description: 'View for SMS devices' }],
    ['post /links/redeem_token/', { description: 'Redeem a login token' }],
    ['post /plans/{id}/send/', { operationId: 'plans_send_create', description: 'Trigger this plan now' }],
    ['post /payment-methods', { summary: 'Create a payment method' }],
    ['post /email/price', { summary: 'Email price' }],
  ])('is info for %s, where only a word is about money or messages', (operation, texts) => {
    expect(severitiesOf('idempotency-key-missing', { [operation]: texts })).toEqual(['info']);
  });
});

describe('other rules', () => {
  it.each<[string, string, JsonObject]>([
    [
      'description-missing',
      'a summary of two sentences',
      { 'post /locks/drop': { summary: 'Drops a lock. All tasks that wait for this lock are started.' } },
    ],
    [
      'response-schema-missing',
      'a map that an example shows',
      { 'get /t': { responses: answer(object({ colors: { type: 'object', example: { red: '#f00' } } })) } },
    ],
    [
      'error-retryable-missing',
      'an error named after validation that is only used with 400',
      {
        'get /t': {
          responses: {
            '400': {
              description: 'Bad',
              content: { 'application/json': { schema: { $ref: '#/components/schemas/ValidationError' } } },
            },
          },
        },
        components: { schemas: { ValidationError: object({ title: { type: 'string' } }) } },
      },
    ],
    [
      'dry-run-missing',
      'a creation whose summary mentions a later deletion',
      {
        'post /locks/grant': {
          operationId: 'LockGrant',
          summary:
            'LockGrant creates a lock. All keys of an expired lock will be deleted, with a delete event for each.',
        },
      },
    ],
    [
      'rate-limit-undocumented',
      'a placeholder host without credentials',
      { servers: [{ url: 'https://tasks.example.com' }], 'get /t': {} },
    ],
  ])('%s is info for %s', (rule, _, given) => {
    expect(severitiesOf(rule, given)).toEqual(['info']);
  });
});
