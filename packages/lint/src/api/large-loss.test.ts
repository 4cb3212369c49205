/** Which deletions count as a large or final loss. */
import type { JsonObject } from '@dragoman/model';
import { describe, expect, it } from 'vitest';
import { lintDocument } from '../linting/lint-document.js';
import { answer, body, buildCase, object } from '../rule-model/rule-cases.js';

function severityOf(given: JsonObject): string | undefined {
  const bytes = new TextEncoder().encode(JSON.stringify(buildCase(given)));
  return lintDocument(bytes).findings.find(({ rule }) => rule === 'dangerous-operation-uncontrolled')?.severity;
}

describe('deletions', () => {
  it.each<[string, JsonObject]>([
    ['a whole collection', { 'delete /notes': {}, 'get /notes': { responses: answer({ type: 'array' }) } }],
    ['all things of a kind', { 'delete /timers/all': { summary: 'Delete the timers' } }],
    ['several things', { 'delete /rooms': { summary: 'Delete all rooms' } }],
  ])('of %s without a safeguard is an error', (_, given) => {
    expect(severityOf(given)).toBe('error');
  });

  it.each<[string, JsonObject]>([
    ['a thing with parts', { 'delete /boards/{id}': {}, 'post /boards/{id}/cards': {} }],
    ['one thing whose text calls it final', { 'delete /notes/{id}': { summary: 'Delete a note permanently' } }],
    ['an account', { 'delete /accounts/{id}': { summary: 'Delete an account' } }],
    [
      'a thing with actions and marks',
      { 'delete /boards/{id}': {}, 'post /boards/{id}/clone': {}, 'post /boards/{id}/votes': {} },
    ],
    [
      'what is final only on request',
      { 'delete /accounts/{id}': { parameters: [{ name: 'permanent', in: 'query', schema: { type: 'boolean' } }] } },
    ],
    ['a draft', { 'delete /drafts/{id}': { summary: 'Permanently delete a draft' } }],
    ['a reaction', { 'delete /posts/{id}/reaction': { summary: 'Remove the reaction and all its counts' } }],
    [
      'a pending cancellation',
      { 'delete /plans/{id}/cancellation': { summary: 'Remove any pending cancellation permanently' } },
    ],
    ['a member of a group', { 'delete /rooms/{id}/members/{member}': { summary: 'Remove a member' } }],
    [
      'what moves to the trashcan',
      { 'delete /accounts/{id}': { description: 'Deleted accounts move to the trashcan.' } },
    ],
    [
      'one thing of a collection that the query names',
      {
        'delete /notes': { parameters: [{ name: 'name', in: 'query', required: true, schema: { type: 'string' } }] },
        'get /notes': { responses: answer({ type: 'array' }) },
      },
    ],
    [
      'one thing of a collection that the body names',
      {
        'delete /notes': { requestBody: body(object({ noteId: { type: 'string' } })) },
        'get /notes': { responses: answer({ type: 'array' }) },
      },
    ],
    ['a thing with a list of actions', { 'delete /notes/{id}': {}, 'post /notes/{id}/actions/publish': {} }],
    ['one small thing', { 'delete /notes/{id}': { summary: 'Delete a note' } }],
    ['a thing that is only archived', { 'delete /accounts/{id}': { description: 'Soft delete; it can be restored.' } }],
    ['a thing for which a permission is declared', { 'delete /accounts/{id}': { 'x-rights': ['Account.Delete'] } }],
  ])('of %s is info', (_, given) => {
    expect(severityOf(given)).toBe('info');
  });
});
