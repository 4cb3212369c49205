/** Drafts of toolsets: from what is stored and back, changes, differences. */
import type { ToolOffer, Toolset } from '@dragoman/sdk';
import { describe, expect, it } from 'vitest';
import { changeTool, draftDifferences, fromOffer, keyOf, moveTool, toDraft, toggleTool, toRequest } from './draft.js';

const toolset = {
  id: 'desk',
  name: 'Desk',
  description: 'For the harbor.',
  visibility: 'private',
  grants: ['caller:ann'],
  tools: [
    {
      name: 'read_berth',
      vendor_name: 'get_berth',
      vendor_description: 'Reads a berth.',
      version: 2,
      inputs: [{ id: 'i1', name: 'id', vendor_description: 'Id of the berth.' }],
      choice: {
        agent_id: 'harbor',
        tool: 't1',
        version: 2,
        name: 'read_berth',
        inputs: { i1: 'Number of the berth.' },
      },
    },
    {
      name: 'tide',
      vendor_name: 'tide',
      vendor_description: 'Reads the tide.',
      version: 1,
      inputs: [],
      choice: { agent_id: 'harbor', tool: 't2', version: 'latest', name: 'tide' },
    },
  ],
} as unknown as Toolset;

const offer = {
  agent_id: 'ships',
  tool_id: 't3',
  name: 'find_ship',
  description: 'Finds a ship.',
  version: 4,
  signature: { input_parameters: [{ name: 'name', description: 'Its name.' }] },
} as unknown as ToolOffer;

describe('the draft of a toolset', () => {
  const draft = toDraft(toolset);

  it('is the request that keeps the toolset unchanged', () => {
    expect(draft.tools[0]?.inputTexts).toEqual({ id: 'Number of the berth.' });
    expect(draftDifferences(draft, toDraft(toolset))).toEqual([]);
    expect(toRequest(draft, toolset)).toEqual({
      name: 'Desk',
      description: 'For the harbor.',
      visibility: 'private',
      mode: 'chosen',
      grants: ['caller:ann'],
      tools: [
        { agent_id: 'harbor', tool: 't1', version: 2, name: 'read_berth', inputs: { id: 'Number of the berth.' } },
        { agent_id: 'harbor', tool: 't2', version: 'latest', name: 'tide' },
      ],
    });
  });

  it('gets and loses tools, and lists every difference', () => {
    const [berth, tide] = draft.tools;
    if (berth === undefined || tide === undefined) throw new Error('no tools');
    const added = toggleTool(draft, fromOffer(offer));
    expect(toRequest(added).tools?.[2]).toEqual({ agent_id: 'ships', tool: 't3', version: 4 });
    const changed = changeTool(toggleTool(added, tide), keyOf(berth), {
      name: 'berth',
      text: 'Shows a berth.',
      inputTexts: {},
    });
    expect(draftDifferences(draft, changed)).toEqual([
      { place: 'tide of harbor', before: 'removed' },
      { place: 'read_berth of harbor, name', before: 'read_berth', after: 'berth' },
      { place: 'read_berth of harbor, text', before: 'Reads a berth.', after: 'Shows a berth.' },
      { place: 'read_berth of harbor, text of id', before: 'Number of the berth.' },
      { place: 'find_ship of ships', after: 'added' },
    ]);
  });

  it('changes its order, within its ends', () => {
    const [berth, tide] = draft.tools;
    if (berth === undefined || tide === undefined) throw new Error('no tools');
    const moved = moveTool(draft, keyOf(tide), -1);
    expect(moved.tools).toEqual([tide, berth]);
    expect(draftDifferences(draft, moved)).toEqual([
      {
        place: 'Order of the tools',
        before: 'read_berth of harbor, tide of harbor',
        after: 'tide of harbor, read_berth of harbor',
      },
    ]);
    expect(moveTool(draft, keyOf(tide), 1)).toBe(draft);
  });
});
