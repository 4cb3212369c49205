/** Verbs that undo each other, by meaning: every verb of one side opposes every verb of the other. */
import { listed } from './word-lists.js';

/** Pairs of sides; a phrasal verb is written with a colon. */
const meanings: readonly (readonly [string, string])[] = [
  [
    'accept adopt agree allow approve authorise authorize confirm endorse grant let:in let:through permit ratify sanction admit say:yes',
    'ban bar block boycott decline deny disallow disapprove dismiss eject embargo expel forbid prohibit rebuff refuse reject say:no throw:out turn:away turn:down veto vote:down',
  ],
  ['allow authorise authorize delegate entitle grant permit', 'revoke rescind take:away withdraw'],
  ['assign appoint delegate elect entrust give', 'oust take:away take:back unassign unseat'],
  [
    'activate arm make:active begin boot bring:back commence continue enable initiate launch power power:on reactivate reinstate restart resume start start:up switch:on turn:on unpause',
    'abort close:down cut:off deactivate disable make:inactive make:unavailable disarm discontinue end halt mute pause power:off shut:down shutdown silence stop suspend switch:off terminate turn:off',
  ],
  ['break:open cut:open force:open open open:up reopen unlock unseal', 'close lock seal shut'],
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
    'add append associate attach embed implant include insert link mount',
    'detach disassociate dissociate exclude leave:out remove take:off take:out',
  ],
  [
    'amplify boost grow increase intensify lift raise scale:up turn:up',
    'attenuate bring:down cut damp dampen decrease deaden lower muffle mute reduce scale:down shrink turn:down',
  ],
  [
    'bloat dilate expand enlarge extend lengthen prolong swell upsize',
    'collapse compress constrict contract curtail cut downsize shorten shrink truncate',
  ],
  ['elevate promote', 'demote move:down'],
  ['upgrade', 'downgrade move:down'],
  [
    'display expose make:visible reveal show unmask',
    'conceal hide keep:from make:invisible make:private mask suppress',
  ],
  [
    'deploy launch make:public post publish release roll:out',
    'retract roll:back take:down take:offline undeploy withdraw',
  ],
  ['buy purchase acquire', 'sell sell:off'],
  ['hire rent', 'rent:out'],
  ['answer reply respond', 'ignore'],
  ['lend loan', 'borrow take:back'],
  ['borrow', 'give:back hand:back send:back'],
  ['contribute deposit donate endow pay:in', 'pay:out take:out withdraw'],
  ['bill charge debit', 'credit refund reimburse'],
  ['connect plug put:through', 'cut:off disconnect unplug'],
  ['combine join merge unite', 'divide separate split'],
  ['compress pack zip', 'decompress unpack unzip'],
  ['encode encrypt', 'decode decrypt'],
  ['import read:in', 'export'],
  ['upload', 'download'],
  ['send', 'receive'],
  ['dispatch launch send send:out', 'bring:back call:back recall'],
  ['excuse forgive waive', 'charge collect demand exact penalise penalize punish'],
  ['book confirm hold order renew reserve schedule', 'call:off cancel unbook'],
  ['hold reserve', 'free give:up hand:back release'],
  ['freeze freeze:up', 'defrost melt thaw unfreeze'],
  ['install mount', 'pull:out rip:out strip:out uninstall'],
  ['bring:back recover restore unarchive undelete', 'archive delete destroy erase purge remove retire wipe'],
  ['reinstate', 'ban block cancel freeze lock suspend terminate'],
  ['create', 'cancel delete destroy remove'],
  ['hand:in nominate propose put:forward submit', 'withdraw'],
  ['build construct erect put:up raise', 'demolish dismantle knock:down pull:down raze take:down tear:down'],
  ['establish found institute introduce', 'abolish dissolve repeal scrap'],
  ['blow:up inflate pump:up', 'deflate let:down let:out'],
  ['advance bring:forward expedite prepone', 'defer delay postpone push:back put:off'],
  [
    'fortify harden reinforce stiffen strengthen tighten toughen',
    'loosen relax slacken soften tenderise tenderize weaken',
  ],
  ['widen', 'narrow'],
  ['heat warm', 'chill cool'],
  ['fill fill:up refuel top:up', 'drain empty'],
  [
    'anchor bind buckle chain fasten harness hitch leash moor shackle strap tether tie',
    'cast:off let:go loosen release set:free unbind unbuckle unchain undo unfasten unharness unhitch unleash unmoor unshackle unstrap untether untie',
  ],
  [
    'arrest cage capture confine detain enslave impound imprison incarcerate isolate jail quarantine seclude subjugate trap',
    'emancipate free let:go liberate parole release set:free',
  ],
  ['assemble convene gather rally summon', 'adjourn disband dismiss disperse scatter send:away'],
  ['awaken rouse wake wake:up', 'anaesthetize anesthetize hibernate lull sedate shut:down suspend'],
  ['coil fold furl roll:up wind', 'uncoil unfold unfurl unroll unwind'],
  ['bury inter', 'dig:up disinter exhume unearth'],
  ['plant sow', 'dig:up harvest pull:out reap uproot'],
  ['move:in occupy', 'leave move:out vacate'],
  ['elevate hoist lift raise', 'bring:down drop let:down lower'],
  ['ignite kindle light', 'extinguish put:out quench snuff'],
  ['brighten illuminate turn:up', 'darken dim turn:down'],
  ['absolve acquit exonerate pardon', 'condemn convict punish sentence'],
  ['accelerate hasten speed:up', 'brake decelerate slow slow:down'],
  ['ascend bring:up climb go:up', 'bring:down descend go:down'],
  ['board embark', 'alight disembark leave'],
  ['irrigate moisten water wet', 'drain dry'],
  ['applaud commend laud praise', 'boo condemn criticise criticize jeer reprimand'],
  ['reward', 'fine penalise penalize punish'],
  ['crown enthrone', 'depose dethrone overthrow topple'],
  ['attract', 'repel'],
  ['replenish restock stock', 'deplete'],
  ['pressurise pressurize', 'depressurise depressurize vent'],
  ['rescue save', 'abandon'],
  ['conserve keep preserve protect retain', 'burn demolish destroy discard dispose scrap shred throw:away throw:out'],
  ['load pack stow', 'clear:out empty unload unpack'],
  ['marry', 'divorce'],
  ['condense concentrate thicken', 'dilute thin water:down'],
  [
    'clean cleanse decontaminate disinfect purify sanitise sanitize scrub sterilise sterilize wash',
    'befoul contaminate dirty foul infect poison pollute soil stain taint',
  ],
  ['sober sober:up', 'inebriate intoxicate'],
  ['fatten feed nourish', 'starve'],
  ['polish refine smooth smoothen', 'coarsen roughen scuff'],
  ['corrode erode rot rust', 'galvanise galvanize protect'],
  ['nurse heal cure treat', 'harm hurt injure maim wound'],
  ['fix patch repair', 'break damage sabotage wreck'],
  ['calm pacify soothe', 'agitate enrage incite provoke'],
  ['disclose divulge leak', 'cover:up hush:up keep:from'],
  ['defend guard shield', 'attack assault'],
  ['encourage motivate', 'discourage deter dissuade'],
  ['sharpen whet', 'blunt blur dull'],
  ['level flatten', 'heap pile:up'],
  ['simplify', 'complicate'],
  ['magnify zoom:in', 'minify zoom:out'],
  ['populate settle', 'depopulate evacuate'],
  ['invest', 'divest'],
  ['centralise centralize', 'decentralise decentralize'],
  ['legalise legalize legitimise legitimize', 'criminalise criminalize outlaw'],
  ['dress clothe', 'undress strip'],
  ['weld solder glue paste stick', 'peel:off tear:off unstick'],
  [
    'celebrate eulogise eulogize exalt extol glorify honor honour laud praise',
    'belittle defame denigrate disparage insult libel mock ridicule slander vilify',
  ],
  ['cork plug stopper', 'uncork unplug'],
  ['color colour dye paint stain tint', 'bleach decolor decolorize fade whiten'],
  ['domesticate pacify tame', 'antagonize antagonise enrage provoke'],
  ['fill people populate', 'clear clear:out depopulate empty evacuate'],
  ['call:up conscript draft mobilise mobilize muster', 'demobilise demobilize disband stand:down'],
  ['flood hydrate irrigate moisten saturate soak wet', 'dehydrate desiccate drain dry dry:out parch wring:out'],
  ['calcify fossilize harden ossify petrify solidify', 'liquefy melt soften thaw'],
  ['hush mute quiet quieten shush silence', 'amplify blare louden'],
  ['fan feed fuel kindle rekindle stoke', 'douse extinguish quench smother snuff stamp:out'],
  [
    'baptize bless canonize christen consecrate hallow ordain sanctify',
    'curse defrock desecrate excommunicate profane unfrock',
  ],
  [
    'entangle entwine interlace knot ravel snarl tangle tie twist',
    'disentangle extricate unknot unravel unsnarl untangle untie untwist',
  ],
  ['bring:home repatriate', 'banish deport exile expatriate expel'],
  [
    'encourage excite foster induce promote spur stimulate trigger',
    'check curb dampen impede inhibit restrain stifle suppress',
  ],
  ['pressurise pressurize', 'decompress depressurise depressurize exhaust vent'],
  [
    'coat cover encase enrobe frost glaze overlay plaster sheathe varnish wrap',
    'bare strip strip:off uncover unwrap peel scrape:off',
  ],
  ['clarify clear:up elucidate explain spell:out', 'blur cloud confuse muddle obfuscate obscure'],
  ['flatten level smooth', 'ramp steepen tilt'],
  ['energise energize invigorate refresh revive vitalize', 'drain:of enervate exhaust fatigue sap tire weary'],
  [
    'camouflage cloak conceal cover disguise hide mask obscure screen shroud veil',
    'disclose display divulge exhibit expose lay:bare reveal uncloak uncover unmask unveil',
  ],
  ['absorb soak:up suck:up take:up', 'discharge emit exude give:off ooze radiate release secrete'],
  ['magnetise magnetize', 'degauss demagnetise demagnetize'],
  ['charge recharge', 'deplete discharge drain'],
  ['acidify', 'alkalize basify neutralize'],
  ['aerate oxygenate ventilate', 'deoxygenate smother stuff suffocate'],
  ['align straighten', 'bend buckle crook misalign skew warp'],
  ['allay alleviate assuage ease mitigate relieve', 'aggravate exacerbate intensify worsen'],
  ['ameliorate better enhance improve upgrade', 'deteriorate degrade impair worsen'],
  ['arouse awaken rouse stir', 'hypnotize lull sedate tranquilize'],
  ['arm rearm', 'demilitarize disarm'],
  ['assemble mount put:together', 'disassemble dismantle dismount take:apart'],
  [
    'attach affix clip clamp fix glue nail pin rivet screw staple',
    'detach loosen unclip unclamp unfasten unpin unscrew unstick',
  ],
  ['augment inflate multiply', 'deplete diminish lessen subtract'],
  ['balance stabilise stabilize steady', 'destabilise destabilize unbalance unsettle upset'],
  ['befriend welcome', 'alienate bar shun turn:away unfriend'],
  ['beautify decorate adorn embellish', 'deface disfigure mar strip uglify'],
  ['civilise civilize', 'barbarize'],
  ['come:in enter', 'come:out exit go:out leave'],
  ['compliment flatter', 'insult offend'],
  ['console comfort', 'distress torment'],
  ['converge', 'diverge'],
  ['criminalise criminalize prosecute', 'decriminalise decriminalize pardon'],
  ['cultivate plant', 'clear-cut deforest uproot'],
  ['damn', 'bless redeem'],
  ['defer postpone', 'advance hasten'],
  ['dilate enlarge open', 'close constrict'],
  ['drown sink submerge submerse', 'float raise refloat salvage surface'],
  ['eclipse darken shade', 'illuminate light uncover'],
  ['empower', 'disempower disenfranchise'],
  ['enfranchise', 'disenfranchise'],
  ['enrich fortify', 'deplete impoverish'],
  ['entrench', 'dislodge uproot'],
  ['equip furnish outfit rig', 'gut strip unrig'],
  ['erect pitch put:up', 'fell strike take:down topple'],
  ['evict', 'house lodge move:in quarter'],
  ['fertilize', 'sterilize'],
  ['flourish thrive', 'wither wilt'],
  ['fold', 'unfold spread'],
  ['forget', 'memorise memorize recall remember'],
  ['gain win', 'lose'],
  ['gather glean collect heap pile pile:up', 'disperse scatter spread strew'],
  ['glorify', 'shame'],
  ['grant bestow award confer', 'strip deprive'],
  ['handcuff shackle', 'uncuff unshackle'],
  ['hitch couple yoke', 'decouple uncouple unhitch unyoke'],
  ['hoard stockpile', 'squander waste'],
  ['humanize', 'dehumanize'],
  ['immunize vaccinate', 'infect'],
  ['impregnate', 'abort'],
  ['ingest swallow eat', 'disgorge regurgitate spit:out vomit'],
  ['inhale breathe:in', 'breathe:out exhale'],
  ['insulate', 'expose'],
  ['integrate desegregate', 'segregate'],
  ['lace button zip', 'unbutton unlace unzip'],
  ['load', 'offload take:off unload'],
  ['lubricate grease oil', 'degrease'],
  ['mount saddle', 'dismount unsaddle'],
  ['nationalise nationalize', 'denationalize privatise privatize'],
  ['obey', 'defy disobey'],
  ['overcharge', 'undercharge'],
  ['overstate exaggerate', 'downplay understate'],
  ['persuade', 'dissuade'],
  ['polarize', 'depolarize'],
  ['possess', 'exorcise'],
  ['preserve embalm cure pickle', 'decompose rot'],
  ['prosecute accuse charge indict', 'clear exonerate vindicate'],
  ['push shove', 'pull drag tug'],
  ['regulate', 'deregulate'],
  ['reinforce', 'undermine weaken'],
  ['resurrect revive resuscitate', 'euthanize kill slay'],
  ['salt season', 'desalinate desalt'],
  ['scramble', 'descramble unscramble'],
  ['sheathe', 'unsheathe'],
  ['spend', 'save'],
  ['spin:up', 'spin:down'],
  ['stack', 'unstack'],
  ['straighten uncurl', 'curl'],
  ['sweeten', 'sour'],
  ['thread', 'unthread'],
  ['transmit', 'receive'],
  ['unify unite bring:together', 'break:apart divide partition split:apart split:up tear:apart'],
  ['validate', 'invalidate'],
  ['wind', 'unwind'],
  ['log:in login sign:in signin', 'log:out logout sign:out signout'],
];

/** The sides of a verb: the number of the meaning, negative for the second side. */
const sides = indexSides();

/** The phrasal verbs among them, whose particle changes what they do. */
export const opposedPhrases: ReadonlySet<string> = new Set([...sides.keys()].filter((verb) => verb.includes(':')));

/** True when the verb itself is in the list. */
export function hasListedOpposite(verb: string): boolean {
  return sides.has(verb);
}

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
  const own = sidesOf(verb);
  const theirs = sidesOf(other);
  return own.some((side) => theirs.includes(-side)) && !own.some((side) => theirs.includes(side));
}

/** True when the verbs are on the same side of a meaning: "loan" and "lend". */
export function areListedAlike(verb: string, other: string): boolean {
  const theirs = sidesOf(other);
  return sidesOf(verb).some((side) => theirs.includes(side));
}

/** "Readmits" and "refills" are on the side of what they repeat. */
function sidesOf(verb: string): readonly number[] {
  return sides.get(verb) ?? sides.get(verb.replace(/^re/, '')) ?? [];
}
