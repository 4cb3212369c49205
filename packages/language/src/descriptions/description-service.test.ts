/** Score, checklist, projections and comparison of descriptions. */
import { writeStarter } from '@dragoman/agis';
import { expect, it } from 'vitest';
import { createDescriptionService } from './description-service.js';

const service = createDescriptionService('openapi');

const text = JSON.stringify({
  openapi: '3.1.0',
  info: { title: 'Pets', version: '1.0.0' },
  servers: [{ url: 'https://pets.example' }],
  paths: {
    '/pets': {
      get: {
        operationId: 'list_pets',
        summary: 'List pets',
        parameters: [{ name: 'limit', in: 'query', schema: { type: 'number', multipleOf: 0.5 } }],
        responses: {
          200: {
            description: 'Pets',
            content: { 'application/json': { schema: { type: 'array', items: { type: 'string' } } } },
          },
        },
      },
    },
  },
});

it('assesses the score, fourteen conditions with reasons, and findings by rule with the share of the first three', () => {
  const { score, conditions, groups, share, counts, operations } = service.assess(text);
  expect(score.total).toBeGreaterThan(0);
  expect(conditions).toHaveLength(14);
  expect(conditions.every(({ reason }) => reason !== '')).toBe(true);
  expect(groups[0]?.count).toBeGreaterThan(0);
  expect(share).toBeGreaterThan(0);
  expect(counts.error + counts.warning + counts.info).toBe(service.language.check(text).length);
  expect(operations).toBe(1);
});

it('projects an operation into every protocol, with what is lost', async () => {
  const { operations } = service.operations(text);
  expect(operations).toMatchObject([{ name: 'list_pets' }]);
  const projections = await service.project(text, operations[0]?.id ?? '', ['mcp', 'nact', 'agis', 'openapi']);
  expect(projections.map(({ as, definition }) => [as, definition !== undefined])).toEqual([
    ['mcp', true],
    ['nact', true],
    ['agis', true],
    ['openapi', true],
  ]);
  expect(projections.find(({ as }) => as === 'nact')?.changes.map(({ input }) => input)).toContain('limit');
});

it('compares with an earlier version and marks what breaks callers', () => {
  const newer = text.replace('"limit"', '"count"').replace('"in":"query"', '"in":"query","required":true');
  expect(service.compare(text, newer)).toMatchObject({ breaking: true });
  expect(service.compare(text, '{')).toBeUndefined();
});

it('assesses AGIS by its eight passes and level 2, and the notation too', () => {
  const agis = createDescriptionService('agis');
  const starter = writeStarter({ service: 'Clinic', host: 'clinic.example', domain: 'health' });
  const { conditions, score } = agis.assess(starter);
  expect(conditions).toHaveLength(9);
  expect(conditions.map(({ verdict }) => verdict)).not.toContain('fails');
  expect(score.total).toBeGreaterThan(0);
  expect(agis.operations(starter).operations).toHaveLength(3);
});
