/** Verbs whose meaning depends on a particle or an object: "looks up", "calls off", "gives … back", "makes a list". */

import { opposedPhrases } from './opposites.js';
import { listed } from './word-lists.js';
import type { VerbFamily } from './words.js';

/** "verb:particle" → families of the phrasal verb. */
export const phrasalVerbs: ReadonlyMap<string, readonly VerbFamily[]> = new Map(
  Object.entries({
    create: `call:together draw:up fill:out fill:in hand:in hand:over lay:out lay:down line:up make:up open:up pay:in pick:up
      put:aside put:forward put:in put:up set:aside say:yes read:in rent:out sell:off set:up sign:up sign:on start:up take:on take:out take:up take:in write:down
      write:up check:in bring:back carry:over log:in note:down put:down top:up`,
    change: `carry:over hand:over put:off put:on switch:on switch:off turn:on turn:off turn:up turn:down roll:out roll:back
      bring:forward push:back move:on set:back scale:up scale:down speed:up slow:down wind:up top:up fill:up clean:up
      fit:out tidy:up put:back lock:down freeze:up power:on power:off move:down opt:in break:open cut:open get:out bring:up keep:from force:open`,
    end: `back:out break:off break:up bring:back call:off check:out clear:out close:down close:out cut:off give:back
      give:up hand:back let:go opt:out pull:out rip:out put:back send:back shut:down sign:off sign:out strike:off strip:out take:away take:back
      take:down take:off throw:away throw:out turn:down turn:off turn:away wind:down wipe:out write:off log:out pay:off pay:back roll:back tear:down pull:down knock:down vote:down move:out put:out
      get:rid do:away say:no pay:out let:out get:out
      lay:off leave:out send:home take:offline`,
    send: 'call:back pass:on pass:along send:out send:off hand:on hand:over call:up ring:up reach:out write:to give:out put:through let:know',
    run: 'carry:out carry:on go:through set:off kick:off start:up power:up play:through roll:out act:on',
    find: 'look:up look:for search:for hunt:down track:down turn:up come:up',
    read: `look:up look:at look:into find:out bring:up point:out read:out show:up call:up pull:up lay:out set:out
      give:out spell:out check:up take:in`,
    analyse: `work:out figure:out sort:out break:down add:up weigh:up size:up narrow:down boil:down turn:into map:out lay:out
      rule:out single:out play:through make:out read:out pull:out pick:out draw:up write:up`,
  }).reduce<Map<string, VerbFamily[]>>((found, [family, list]) => {
    for (const pair of listed(list)) found.set(pair, [...(found.get(pair) ?? []), family as VerbFamily]);
    return found;
  }, new Map()),
);

/** Particles that form a phrasal verb. */
export const particles: ReadonlySet<string> = new Set(
  [...phrasalVerbs.keys(), ...opposedPhrases].map((pair) => pair.split(':')[1] ?? ''),
);

/** Light verbs, which mean little alone, with all their possible families. */
export const lightVerbs: ReadonlyMap<string, readonly VerbFamily[]> = new Map<string, readonly VerbFamily[]>([
  ['give', ['create', 'send', 'read', 'change']],
  ['provide', ['read', 'create']],
  ['offer', ['read', 'create']],
  ['supply', ['read', 'create']],
  ['present', ['read', 'create']],
  ['hand', ['send', 'create', 'read']],
  ['bring', ['create', 'read', 'send']],
  ['tell', ['read', 'send']],
  ['report', ['read', 'send', 'create']],
  ['say', ['read']],
  ['follow', ['read', 'create']],
  ['take', ['create', 'change', 'end']],
  ['make', ['create', 'change']],
  ['put', ['create', 'change', 'analyse']],
  ['turn', ['change', 'analyse']],
  ['keep', ['create', 'change', 'read']],
  ['let', ['create', 'change', 'read']],
  ['pull', ['read', 'analyse', 'end']],
  ['open', ['create', 'change', 'read']],
  ['draw', ['create', 'analyse']],
  ['name', ['change', 'analyse', 'read']],
  ['serve', ['run', 'read', 'send']],
  ['work', ['run', 'analyse']],
  ['go', []],
  ['use', []],
  ['help', []],
]);

/** Verbs that only introduce the main one: "allows the agent to cancel". */
export const carrierVerbs: ReadonlySet<string> = listed(
  'allow enable let permit help use try attempt aim want need intend assist empower facilitate',
);

/** Verbs that mean reading when what they give is information: "gives the status", "tells whether". */
export const givingVerbs: ReadonlySet<string> = listed('give provide offer supply present tell report');

/** Information about something, which is read. */
export const information: ReadonlySet<string> = listed(`
  availability address background balance basis cause circumstance condition consequence count data date deadline detail difference
  fact guidance guideline hint history info information insight level location meaning metric number outcome outline percentage
  position price procedure progress rating reason reasoning record requirement result rule schedule scope specification state
  statistic statistics stats status step term terms timeline timetable total trend value
`);

/** Things that may also be handed over: the score of a match is reported, the score of a choir is lent. */
export const handedThings: ReadonlySet<string> = listed(
  'address answer date forecast number position price quote quotation record report score snapshot statement term transcript value',
);

/** What somebody takes who only observes: "takes a picture of a star". */
export const takenThings: ReadonlySet<string> = listed(
  'look measurement photo photograph picture reading sample screenshot',
);

/** Things that result from reading or computing; creating one changes nothing for the caller. */
export const derivedThings: ReadonlySet<string> = listed(`
  list overview summary report view estimate forecast quote quotation preview comparison chart graph ranking analysis
  answer recommendation suggestion prediction score breakdown digest snapshot transcript translation selection shortlist
  projection query explanation description statement caption
`);
