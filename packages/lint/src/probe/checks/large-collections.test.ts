/** Tests the checks of changes on collections of any size, and with bodies without a required member. */
import type { JsonObject } from '@dragoman/model';
import { describe, expect, it } from 'vitest';
import { lineOf, probeWith } from '../probe.support.js';
import { createTaskApi } from '../task-api.support.js';
import { taskDescription } from '../task-description.support.js';
import { cursorUnderInserts } from './cursor-under-inserts.js';
import { offsetPages } from './fault-cases.support.js';
import { staleWriteRefused } from './stale-write-refused.js';
import { tagChanges } from './tag-changes.js';

const created = { writes: ['task_create', 'task_delete'], checks: [cursorUnderInserts] };
const changed = { writes: ['task_create', 'task_update', 'task_delete'], checks: [tagChanges, staleWriteRefused] };

/** The description with other schemas of the body of `task_update`. */
function withChange(schema: JsonObject): JsonObject {
  const document = structuredClone(taskDescription) as { paths: Record<string, Record<string, JsonObject>> };
  const patch = document.paths['/tasks/{task_id}']?.patch;
  if (patch === undefined) throw new Error('no such operation');
  patch.requestBody = { required: true, content: { 'application/json': { schema } } };
  return document as unknown as JsonObject;
}

describe('cursor-under-inserts', () => {
  it.each([0, 3, 24, 25, 60, 100, 700, 3_000])('holds for a collection of %i items', async (tasks) => {
    const api = createTaskApi({ tasks });
    const report = await probeWith(api.fetch, created);
    expect(lineOf(report, 'cursor-under-inserts')?.verdict).toBe('holds');
    expect(api.arrived.length).toBeLessThan(70);
    expect(report.leftBehind).toEqual([]);
  });

  it('says that it did not reach the end of a long collection', async () => {
    const report = await probeWith(createTaskApi({ tasks: 3_000 }).fetch, created);
    expect(lineOf(report, 'cursor-under-inserts')?.reason).toContain('among the first 600; the collection is longer');
  });

  it.each([3, 30, 3_000])('finds duplicates in a collection of %i items that counts from the front', async (tasks) => {
    const report = await probeWith(createTaskApi({ tasks, injectFault: offsetPages(tasks) }).fetch, created);
    expect(lineOf(report, 'cursor-under-inserts')?.reason).toMatch(/items were returned twice/);
  });
});

describe('checks of a PATCH without a required member', () => {
  const members = { title: { type: 'string' }, status: { type: 'string', enum: ['open', 'done'] } };

  it('changes an optional member, so that the tag must change', async () => {
    for (const properties of [members, { title: { type: 'string' } }, { status: members.status }]) {
      const api = createTaskApi();
      const report = await probeWith(api.fetch, { ...changed, document: withChange({ type: 'object', properties }) });
      expect(lineOf(report, 'tag-changes')?.verdict).toBe('holds');
      const bodies = api.arrived.filter(({ method }) => method === 'PATCH').map(({ body }) => body);
      expect(bodies.length).toBeGreaterThan(0);
      expect(bodies).not.toContainEqual({});
    }
  });

  it('does not determine anything when no body can change something', async () => {
    const document = withChange({ type: 'object', properties: {} });
    const report = await probeWith(createTaskApi().fetch, { ...changed, document });
    expect(lineOf(report, 'tag-changes')?.reason).toContain('no body that changes the resource could be generated');
  });

  it('does not report a tag that stays because nothing changed', async () => {
    const kept = createTaskApi();
    const report = await probeWith(async (input, init) => {
      const request = init.method === 'PATCH' ? { ...init, method: 'GET', body: null } : init;
      return kept.fetch(input, request);
    }, changed);
    expect(lineOf(report, 'tag-changes')?.reason).toContain('the change had no visible effect');
  });
});
