/** Updates by class. */
import type { ToolsetUpdate } from '@dragoman/sdk';
import { describe, expect, it } from 'vitest';
import { acceptable, groupUpdates, linesText } from './group-updates.js';

const update = (name: string, of: ToolsetUpdate['class'], to?: ToolsetUpdate['to']): ToolsetUpdate => ({
  kind: to === undefined ? 'removed' : 'new_version',
  class: of,
  name,
  agent_id: 'pets',
  version: 1,
  changes: [],
  differences: [],
  affected: { procedures: [], teams: [] },
  message: '',
  stayed: false,
  ...(to === undefined ? {} : { to }),
});
const to = { tool_id: 'a', version: 2 };
const toolsets = [
  {
    id: 'a',
    name: 'A',
    version: 3,
    updates: [update('x', 'description', to), update('y', 'breaking', to), update('z', 'breaking')],
  },
  { id: 'b', name: 'B', version: 1, updates: [update('x', 'description', to)] },
];

describe('updates by class', () => {
  it('lists the classes that have updates, the most urgent first', () => {
    const groups = groupUpdates(toolsets);
    expect(groups.map(({ title, updates }) => [title, updates.map(({ toolset }) => toolset.id)])).toEqual([
      ['Breaking', ['a', 'a']],
      ['Description only', ['a', 'b']],
    ]);
    expect(groupUpdates(toolsets, 'b').map(({ title }) => title)).toEqual(['Description only']);
  });

  it('names what can be accepted by toolset', () => {
    const placed = groupUpdates(toolsets).flatMap(({ updates }) => updates);
    expect(acceptable(placed).map(({ toolset, names }) => [toolset.id, names])).toEqual([
      ['a', ['y', 'x']],
      ['b', ['x']],
    ]);
  });

  it('writes lines in words', () => {
    expect(linesText([3])).toBe('line 3');
    expect(linesText([3, 5])).toBe('lines 3, 5');
  });
});
