import { describe, expect, it } from 'vitest';
import { agentParameter, dryRunSchema, idParameter, pageSchema, pathParameter } from './describe.js';

describe('parameters of route descriptions', () => {
  it('limits the length of every id, and lets a route narrow it', () => {
    expect(agentParameter().schema).toEqual({ type: 'string', minLength: 1, maxLength: 512 });
    expect(idParameter('Id of the team.').schema).toMatchObject({ maxLength: 128 });
    expect(idParameter('Id of the key.', { maxLength: 80 }).schema).toMatchObject({ maxLength: 80 });
  });

  it('marks path parameters as required and omits an absent example', () => {
    expect(pathParameter('class', 'Name of a class.')).toEqual({
      name: 'class',
      in: 'path',
      required: true,
      description: 'Name of a class.',
      schema: { type: 'string', minLength: 1, maxLength: 200 },
    });
  });
});

describe('schemas of route descriptions', () => {
  it('requires the count of a page only where the page has one', () => {
    const items = { type: 'string' };
    expect(pageSchema({ member: 'keys', items }).required).toEqual(['keys', 'top']);
    expect(pageSchema({ member: 'keys', items, count: 'All keys.' }).required).toEqual(['keys', 'count', 'top']);
  });

  it('requires what a dry run always reports', () => {
    const schema = dryRunSchema({
      title: 'TeamDryRun',
      outcomes: ['created'],
      more: { team: { type: 'object' } },
      optional: { undo: { type: 'string' } },
    });
    expect(schema.required).toEqual(['dry_run', 'would_change', 'reversible', 'outcome', 'team']);
    expect(Object.keys(schema.properties as object)).toContain('undo');
  });
});
