/**
 * Synonyms in user requests. Verbs and nouns have separate groups; a word may be in several. Phrasal verbs map to a
 * single verb.
 */

const verbGroups = `
  book reserve hire rent
  book schedule arrange plan organise organize
  reserve secure hold
  order buy purchase get
  cancel revoke stop abort void withdraw abandon
  cancel delete remove scrap drop scratch
  find search locate discover seek spot
  list show display browse enumerate
  retrieve fetch get read view show see
  check verify inspect query review
  check show view see
  quote price estimate cost calculate
  dispatch send ship order
  track trace follow monitor locate watch
  amend change modify update edit alter adjust revise
  move reschedule postpone shift delay defer
  amend move reschedule
  notify tell inform alert message warn email text
  remind nudge prompt
  renew extend prolong lengthen continue
  borrow lend loan take
  transfer pay wire send remit
  block freeze lock suspend disable stop
  export download save
  close end terminate shut
  create add make register open
  remove delete erase clear
  approve authorize authorise accept grant allow permit
  reject decline refuse deny
  submit file lodge hand
  summarize summarise condense outline
  recommend suggest advise
  upload import load
  subscribe join enrol enroll
  assign delegate allocate
  verify validate confirm
  translate interpret
  refund reimburse repay
  start begin launch run execute trigger
  open start
  open unlock
  pause halt
  resume restart continue
  escalate raise
  triage assess evaluate rate
  admit hospitalise hospitalize
  discharge release
  reconcile match balance
  analyse analyze examine study
  compare contrast
  generate produce create
  sell trade
  install deploy
  repair fix mend
  replace swap exchange substitute
  invite ask
  publish post release
  pick collect fetch
`;

const nounGroups = `
  meeting event appointment call session calendar
  parcel package consignment shipment delivery pallet
  table reservation booking
  restaurant place eatery diner food
  book title novel
  machine equipment plant
  car vehicle automobile
  flat apartment
  person people guest participant attendee everyone everybody
  receiver recipient consignee addressee
  client customer
  invoice bill
  ticket case issue
  doctor physician
  medicine drug medication
  flight plane
  hotel accommodation lodging
  film movie
  job position vacancy
  employee worker staff
  photo picture image
  collection pickup
  slot window
  slot opening availability
  money payment sum
  price cost quote
  reader member
  document file
  message email note
  depot yard branch
  rental hire
  holiday vacation leave
  exam test
  order purchase
`;

/** Phrasal verbs and the verb that each means. */
const phrases: Readonly<Record<string, string>> = {
  'call off': 'cancel',
  'get rid': 'cancel',
  'set up': 'arrange',
  'look up': 'find',
  'look for': 'find',
  'looking for': 'find',
  'check out': 'borrow',
  'send off': 'dispatch',
  'put off': 'postpone',
  'sign up': 'register',
  'hand in': 'submit',
  'fill in': 'complete',
  'turn down': 'reject',
  'pay back': 'refund',
  'find out': 'check',
  'shut down': 'stop',
  'pick up': 'collect',
  'drop off': 'deliver',
  'give back': 'return',
  'bring back': 'return',
  'take out': 'borrow',
};

/** Knowledge of synonyms. */
export interface Synonyms {
  /** Synonyms of this verb, without itself. */
  verbs(verb: string): ReadonlySet<string>;
  nouns(noun: string): ReadonlySet<string>;
  /** The verb of a phrase of two words. */
  phrase(words: string): string | undefined;
}

const none: ReadonlySet<string> = new Set();

/** The built-in synonyms. */
export function createSynonyms(): Synonyms {
  const [verbs, nouns] = [relate(verbGroups), relate(nounGroups)];
  return {
    verbs: (verb) => verbs.get(verb) ?? none,
    nouns: (noun) => nouns.get(noun) ?? none,
    phrase: (words) => (Object.hasOwn(phrases, words) ? phrases[words] : undefined),
  };
}

function relate(groups: string): Map<string, Set<string>> {
  const related = new Map<string, Set<string>>();
  for (const line of groups.trim().split('\n')) {
    const words = line.trim().split(' ');
    for (const word of words) {
      const others = related.get(word) ?? new Set();
      for (const other of words) if (other !== word) others.add(other);
      related.set(word, others);
    }
  }
  return related;
}
