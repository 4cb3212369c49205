/** Checks teams against the members, toolsets and procedures that exist. */
import type { TeamDocument, TeamMember } from '@dragoman/model';
import { describe, expect, it } from 'vitest';
import { checkTeam, type TeamContext } from './check-team.js';

const ground: TeamContext = {
  toolsets: new Map([
    ['orders', ['find_order', 'cancel_order']],
    ['parcels', ['find_parcel']],
    ['twins', ['find_order']],
    ['odd', ['hand_over_to_claims']],
  ]),
  procedures: new Map([
    ['returns', 'orders'],
    ['tracking', 'parcels'],
  ]),
};

function member(name: string, given: Partial<TeamMember> = {}): TeamMember {
  return { name, when: 'When asked.', toolsets: [], procedures: [], handsOverTo: [], ...given };
}

function team(members: TeamMember[], given: Partial<TeamDocument> = {}): TeamDocument {
  return { description: 'A shop.', entry: 'desk', members, mostTools: 20, ...given };
}

function findings(document: TeamDocument): string[] {
  return checkTeam(document, ground).map(({ code, location }) => `${location.pointer} ${code.replace('team/', '')}`);
}

const desk = member('desk', { handsOverTo: ['claims'] });
const claims = member('claims', { toolsets: ['orders'], procedures: ['returns'], handsOverTo: ['desk'] });

describe('a team', () => {
  it('[NACT-DES-18] in order gives no finding: each member has its own few tools', () => {
    expect(findings(team([desk, claims]))).toEqual([]);
    const apart = member('tracker', { toolsets: ['parcels'], procedures: ['tracking'] });
    expect(findings(team([{ ...desk, handsOverTo: ['claims', 'tracker'] }, claims, apart]))).toEqual([]);
  });

  it.each<[string, TeamDocument, string[]]>([
    ['an entry that is not a member', team([desk, claims], { entry: 'dsk' }), ['/entry unknown-member']],
    [
      'a hand-over to an unknown member',
      team([member('desk', { handsOverTo: ['clams'] })]),
      ['/members/0/hands_over_to/0 unknown-member'],
    ],
    [
      'a hand-over to itself',
      team([member('desk', { handsOverTo: ['desk'] })]),
      ['/members/0/hands_over_to/0 hands-over-to-itself'],
    ],
    [
      'two members with the same name',
      team([desk, claims, member('Claims', { toolsets: ['parcels'] })]),
      ['/members/2/name member-doubled', '/members/2 unreachable-member'],
    ],
    ['an unknown toolset', team([member('desk', { toolsets: ['order'] })]), ['/members/0/toolsets/0 unknown-toolset']],
    [
      'an unknown procedure',
      team([member('desk', { toolsets: ['orders'], procedures: ['x'] })]),
      ['/members/0/procedures/0 unknown-procedure'],
    ],
    [
      'a procedure for other tools',
      team([member('desk', { toolsets: ['orders'], procedures: ['tracking'] })]),
      ['/members/0/procedures/0 procedure-without-toolset'],
    ],
    [
      'two tools with the same name',
      team([member('desk', { toolsets: ['orders', 'twins'] })]),
      ['/members/0/toolsets name-clash'],
    ],
    [
      'a tool named like a hand-over',
      team([member('desk', { toolsets: ['odd'], handsOverTo: ['claims'] }), claims]),
      ['/members/0/toolsets name-clash'],
    ],
    ['too many tools', team([desk, claims], { mostTools: 2 }), ['/members/1/toolsets too-many-tools']],
    [
      'a member that is never reached',
      team([desk, claims, member('ghost', { toolsets: ['parcels'] })]),
      ['/members/2 unreachable-member'],
    ],
    ['a member with nothing to do', team([member('desk')]), ['/members/0 nothing-to-do']],
  ])('with %s gets a finding', (_, document, expected) => {
    expect(findings(document)).toEqual(expected);
  });

  it('may have a cycle without an exit; it is reported and is not an error', () => {
    const one = member('one', { handsOverTo: ['two'] });
    const two = member('two', { handsOverTo: ['one'] });
    const found = checkTeam(team([{ ...desk, handsOverTo: ['one'] }, one, two]), ground);
    expect(found).toMatchObject([{ code: 'team/closed-circle', severity: 'info' }]);
    expect(found[0]?.message).toContain("'one', 'two'");
  });

  it('of many members that all know each other is checked at once', () => {
    const names = Array.from({ length: 50 }, (_, at) => `m${at}`);
    const members = names.map((name) => member(name, { handsOverTo: names.filter((other) => other !== name) }));
    expect(findings(team(members, { entry: 'm0', mostTools: 100 }))).toEqual([]);
  });
});
