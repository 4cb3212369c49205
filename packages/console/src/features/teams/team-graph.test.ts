import { expect, it } from 'vitest';
import { readTeam } from './team-document.js';
import { teamGraph } from './team-graph.js';

const text = `
name: Counter # a comment
entry: desk
most_tools: 3
members:
  - { name: desk, when: Greets., hands_over_to: [refills, nobody] }
  - { name: refills, when: Refills., toolsets: [a], hands_over_to: [desk] }
  - { name: lost, when: Never., toolsets: [b] }
`;

it('shows tools against the limit, hand-overs, and members that are never reached', () => {
  const read = readTeam(text);
  if (!('team' in read)) throw new Error('it could not be read');
  const sizes = new Map([['a', { tools: 3, tokens: 300 }]]);
  const { nodes, edges } = teamGraph(read.team, sizes, new Map([[0, 1]]));
  expect(nodes.map(({ title, isMuted, tone }) => [title, isMuted, tone])).toEqual([
    ['desk', false, 'bad'],
    ['refills', false, undefined],
    ['lost', true, undefined],
  ]);
  expect(nodes[1]?.badges?.map(({ text: words, tone }) => [words, tone])).toEqual([
    ['4 of 3 tools', 'bad'],
    ['~420 tokens', undefined],
  ]);
  expect(edges.map(({ from, to }) => `${from} ${to}`)).toEqual(['member 0 member 1', 'member 1 member 0']);
});

it('says why a text is not a team', () => {
  expect(readTeam('a: [')).toHaveProperty('problems');
  expect(readTeam('- 1')).toEqual({ problems: ['A team is an object with name, entry and members.'] });
});
