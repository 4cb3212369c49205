/** Verbs that undo each other, by meaning: every verb of one side opposes every verb of the other. */
import { listed } from './word-lists.js';

/** Pairs of sides; a phrasal verb is written with a colon. */
const meanings: readonly (readonly [string, string])[] = [
  [
    'accept agree allow approve authorise authorize confirm endorse grant permit ratify sanction admit',
    'ban bar block decline deny disallow disapprove dismiss forbid prohibit rebuff refuse reject throw:out turn:away turn:down veto',
  ],
  ['allow authorise authorize delegate entitle grant permit', 'revoke rescind withdraw'],
  ['assign appoint elect', 'unassign unseat oust'],
  [
    'activate begin boot continue enable initiate launch power:on reactivate reinstate restart resume start start:up switch:on turn:on unpause',
    'abort close:down cut:off deactivate disable discontinue end halt mute pause power:off shut:down shutdown silence stop suspend switch:off terminate turn:off',
  ],
  ['open open:up reopen unlock unseal', 'close lock seal shut'],
  [
    'appoint employ engage enlist hire onboard recruit take:on',
    'discharge dismiss fire lay:off let:go offboard oust sack terminate',
  ],
  [
    'admit enrol enroll enter follow join opt:in register sign:up subscribe',
    'check:out deregister exit leave opt:out quit strike:off take:off unenrol unenroll unregister withdraw',
  ],
  ['admit hospitalise hospitalize', 'discharge send:home'],
  [
    'add append associate attach include insert link mount',
    'detach disassociate dissociate exclude leave:out remove take:off',
  ],
  ['boost grow increase lift raise scale:up turn:up', 'cut decrease lower reduce scale:down shrink turn:down'],
  ['expand enlarge extend lengthen prolong', 'collapse contract curtail cut shorten shrink'],
  ['elevate promote', 'demote'],
  ['upgrade', 'downgrade move:down'],
  ['display expose reveal show unmask', 'conceal hide mask suppress'],
  ['deploy launch post publish release roll:out', 'retract roll:back take:down take:offline undeploy withdraw'],
  ['buy purchase acquire', 'sell'],
  ['lend loan', 'borrow'],
  ['deposit pay:in', 'take:out withdraw'],
  ['bill charge debit', 'credit refund reimburse'],
  ['connect plug', 'disconnect unplug'],
  ['combine join merge unite', 'divide separate split'],
  ['compress', 'decompress'],
  ['encode encrypt', 'decode decrypt'],
  ['import', 'export'],
  ['upload', 'download'],
  ['send', 'receive'],
  ['arm', 'disarm'],
  ['book confirm hold order renew reserve schedule', 'call:off cancel unbook'],
  ['hold reserve', 'free release'],
  ['recover restore bring:back', 'delete destroy erase'],
  ['reinstate', 'ban block cancel freeze lock suspend terminate'],
  ['create', 'cancel delete destroy remove'],
  ['submit', 'withdraw'],
  ['build construct', 'demolish dismantle'],
  ['establish found', 'abolish dissolve'],
  ['advance bring:forward expedite', 'defer delay postpone push:back put:off'],
  ['strengthen tighten', 'loosen weaken'],
  ['widen', 'narrow'],
  ['heat warm', 'chill cool'],
  ['fill', 'drain empty'],
  ['log:in login sign:in signin', 'log:out logout sign:out signout'],
];

/** The sides of a verb: the number of the meaning, negative for the second side. */
const sides = indexSides();

function indexSides(): ReadonlyMap<string, readonly number[]> {
  const found = new Map<string, number[]>();
  for (const [at, pair] of meanings.entries()) {
    for (const [side, verbs] of pair.entries()) {
      for (const verb of listed(verbs)) found.set(verb, [...(found.get(verb) ?? []), side === 0 ? at + 1 : -at - 1]);
    }
  }
  return found;
}

/** True when the verbs are on different sides of a meaning, and on the same side of none. */
export function areListedOpposites(verb: string, other: string): boolean {
  if (verb === `un${other}` || other === `un${verb}`) return true;
  const own = sides.get(verb) ?? [];
  const theirs = sides.get(other) ?? [];
  return own.some((side) => theirs.includes(-side)) && !own.some((side) => theirs.includes(side));
}
