/** Where items of the inbox are decided. */
import type { InboxItem } from '@dragoman/sdk';
import { expect, it } from 'vitest';
import { placeOf } from './item-place.js';

const item = (change: Partial<InboxItem>): InboxItem => ({
  id: '1',
  kind: 'toolset_update',
  severity: 'warning',
  title: 'Something waits.',
  ...change,
});

it('leads to the updates of a toolset and to a procedure', () => {
  expect(placeOf(item({ toolset: 'desk' }))).toEqual({ to: '/updates', search: { toolset: 'desk' } });
  expect(placeOf(item({ kind: 'procedure_invalid', procedure: 'p' }))).toEqual({
    to: '/procedures/$procedureId',
    params: { procedureId: 'p' },
  });
});
