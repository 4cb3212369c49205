/** What the entry offers at run time, pinned, so that nothing slips in or out. */
import { expect, it } from 'vitest';
import * as entry from './index.js';

it('offers executors, teams, the client of a root, and the shapes', () => {
  expect(Object.keys(entry).sort()).toEqual([
    'chosenTools',
    'createExecutor',
    'createTeam',
    'createToolRoot',
    'createToolsetExecutor',
    'shapes',
  ]);
});
