/** Words that show what an operation does, in base form. */

/** An irreversible effect: its name, verbs that alone have it, and verbs that have it with one of the objects. */
export interface Effect {
  name: string;
  verbs?: ReadonlySet<string>;
  /** What a second call does a second time. */
  kind?: 'money' | 'people';
  /** Objects that have the effect with any verb of `makers`. */
  objects?: ReadonlySet<string>;
  makers?: ReadonlySet<string>;
  /** True when the object must be the last noun, or one of a run: "execute a payroll run", not "run a pension report". */
  head?: true;
  /** True when any noun for a person is an object too. */
  persons?: true;
  /** Objects with which the verbs do not have the effect. */
  except?: ReadonlySet<string>;
  /** True when the object must be the last word after "to": "release the cards to all parents". */
  recipient?: true;
  /** True when the object may follow a preposition: "promote a user to administrator", "submit it for approval". */
  anywhere?: true;
}

const listed = (text: string): ReadonlySet<string> => new Set(text.trim().split(/\s+/));

/** Verbs that make what follows them. */
export const making = listed(
  'create add make post start initiate issue submit schedule request execute process run trigger launch generate put',
);

/** The irreversible effects, the most harmful first. */
export const effects: readonly Effect[] = [
  {
    name: 'moves money',
    kind: 'money',
    verbs: listed(
      'pay charge refund purchase buy withdraw remit disburse donate mint redeem repay reimburse debit wire payout prepay sell bill checkout topup cashout buyout pay:out check:out top:up cash:out pay:off',
    ),
    objects: listed(
      'payment payout charge refund transfer disbursement withdrawal deposit purchase remittance donation bet trade debit',
    ),
    makers: new Set([
      ...making,
      'return',
      'reverse',
      'capture',
      'settle',
      'accept',
      'send',
      'confirm',
      'complete',
      'finish',
    ]),
  },
  {
    // An order that is only created may be a draft; one that is placed is binding.
    name: 'moves money',
    objects: listed('order bid trade bet wager'),
    makers: listed('place submit execute commit'),
  },
  {
    name: 'moves money',
    kind: 'money',
    objects: listed(
      'fund funds money cash balance credit credits capital escrow retainer bail collateral proceeds earnings winnings prize jackpot ransom',
    ),
    makers: listed('transfer move deposit capture release send withdraw distribute'),
  },
  {
    // What was only reserved on a card is taken.
    name: 'moves money',
    kind: 'money',
    objects: listed('intent authorization authorisation preauthorization transaction'),
    makers: listed('capture settle'),
  },
  {
    // "Create a fee" makes a record of one; a fee that is collected is paid.
    name: 'moves money',
    kind: 'money',
    objects: listed('payment tip fine fee fare toll rent due debt premium wage salary donation money cash'),
    makers: listed('collect leave levy'),
  },
  {
    // What an employer, an insurer or a company pays out in one run.
    name: 'moves money',
    objects: listed(
      'payroll salary wage dividend royalty pension annuity bonus stipend alimony subsidy rebate cashback compensation settlement remuneration',
    ),
    makers: listed('run execute process issue distribute release send trigger disburse'),
    head: true,
  },
  {
    name: 'moves money',
    kind: 'money',
    objects: listed('claim debt invoice bill fine fee penalty dispute balance loan account trade'),
    makers: listed('settle forgive'),
  },
  { name: 'moves money', objects: listed('fine fee penalty debt charge interest'), makers: listed('waive') },
  {
    // Verifying a payout is what releases it.
    name: 'moves money',
    objects: listed('payout withdrawal disbursement'),
    makers: listed('verify approve release authorize authorise'),
  },
  {
    name: 'reaches people',
    kind: 'people',
    verbs: listed(
      'send resend email mail fax sms text notify message broadcast forward invite reinvite remind tweet publish announce alert dial phone ring reply',
    ),
    objects: listed(
      'message email sms mms notification invitation fax letter postcard reminder broadcast tweet call announcement campaign newsletter envelope',
    ),
    makers: listed(
      'post start send launch schedule publish initiate run trigger execute enqueue dispatch deliver play make push transfer',
    ),
  },
  {
    // "Page the engineer on duty", but not "page through the results".
    name: 'reaches people',
    kind: 'people',
    objects: listed('everybody everyone somebody someone crew team squad on-call'),
    persons: true,
    makers: listed('page phone summon wake congratulate warn thank'),
  },
  {
    // "Release the report cards to all parents"
    name: 'reaches people',
    objects: listed('everybody everyone public world'),
    persons: true,
    makers: listed('release deliver distribute disclose serve'),
    recipient: true,
  },
  {
    name: 'publishes',
    objects: listed('everybody everyone public world'),
    makers: listed('promote open expose show'),
    recipient: true,
  },
  { name: 'reaches people', kind: 'people', objects: listed('call'), makers: listed('place give') },
  { name: 'reaches people', objects: listed('signature'), makers: listed('initiate request') },
  { name: 'reaches people', objects: listed('notice subpoena summons writ'), makers: listed('serve issue') },
  { name: 'reaches people', objects: listed('message'), makers: listed('add') },
  {
    // What an authority has received cannot be taken back from it.
    name: 'reaches people',
    objects: listed(
      'court tribunal authority regulator government ministry customs police prosecutor registrar notary irs hmrc opponent counsel',
    ),
    makers: listed('file submit lodge report declare deliver serve transmit'),
    anywhere: true,
  },
  {
    name: 'reaches people',
    objects: listed('approval signature'),
    makers: listed('submit'),
    anywhere: true,
  },
  {
    name: 'deletes',
    verbs: listed(
      'delete remove purge erase destroy wipe expunge obliterate drop truncate flush discard dispose shred anonymize anonymise redact throw:away throw:out tear:up tear:out tear:down rip:out wipe:out use:up write:off melt:down burn:down blow:up',
    ),
  },
  {
    name: 'deletes',
    objects: listed('disk drive volume partition storage filesystem'),
    makers: listed('format reformat'),
  },
  {
    // What was collected over time, or all there is: nothing else knows it.
    name: 'deletes',
    objects: listed('all everything data history progress score achievement point badge statistic'),
    makers: listed('reset clear empty'),
  },
  {
    name: 'deletes',
    objects: listed('database bucket trash bin factory spam junk mailbox inbox'),
    makers: listed('reset clear empty'),
  },
  {
    // "Deploy to production": others use it from now on.
    name: 'publishes',
    objects: listed('production prod'),
    makers: listed('deploy release promote ship roll push'),
    anywhere: true,
  },
  {
    // People who were signed in have to start again.
    name: 'takes access away',
    objects: listed('everyone everybody all'),
    makers: listed('log:out sign:out logout signout'),
  },
  {
    name: 'takes access away',
    verbs: listed(
      'revoke invalidate terminate uninstall deauthorize deprovision decommission expire ban expel evict kick',
    ),
    objects: listed(
      'token key secret password credential certificate session authorization authentication factor pin mfa otp totp passkey',
    ),
    makers: listed('reset rotate regenerate renew expire clear cycle roll'),
  },
  { name: 'takes access away', objects: listed('session'), makers: listed('end kill close destroy drop') },
  {
    // Who won was open before.
    name: 'cannot be taken back',
    objects: listed('winner'),
    makers: listed('draw pick choose select announce determine'),
  },
  {
    // A document that somebody is bound by from now on.
    name: 'cannot be taken back',
    objects: listed('deed contract agreement treaty will testament warrant judgment judgement'),
    makers: listed('execute seal'),
  },
  { name: 'changes owners', verbs: listed('hand:over give:away sign:over make:over') },
  {
    name: 'changes privileges',
    objects: listed('role permission privilege access admin administrator owner ownership right superuser capability'),
    makers: listed('grant give assign elevate promote delegate transfer'),
  },
  {
    name: 'changes privileges',
    objects: listed('role permission privilege'),
    makers: listed('set replace overwrite'),
  },
  {
    name: 'changes privileges',
    objects: listed('admin administrator owner superuser root sudo'),
    makers: listed('promote elevate appoint make'),
    anywhere: true,
  },
  {
    // A statement may change or drop anything.
    name: 'cannot be taken back',
    objects: listed('sql statement'),
    makers: listed('run execute submit'),
    head: true,
  },
  {
    // Software can be started again; stopping a physical device, such as a pump, may do harm.
    name: 'cannot be taken back',
    verbs: listed('shut:down'),
    except: listed(
      'instance machine vm server gateway node resource deployment cluster service session job app application container pod agent process database subsystem kernel runtime worker system role host computer linode',
    ),
  },
  {
    name: 'cannot be taken back',
    verbs: listed(
      'approve reject decline finalize finalise sign countersign void merge cancel confirm overwrite reboot crash interrupt',
    ),
    objects: listed('script command code interrupt shutdown reboot failover signing shell'),
    makers: listed('run execute start send trigger perform initiate accept'),
  },
];

/** What POST on a path with this end makes, even if no text says so. */
export const made = listed('payment payout refund withdrawal disbursement remittance donation');

/** Nouns after an object that make it a matter of record: a payment method, a message template. */
export const records = listed(`
  card cards method methods link links term terms setting settings profile profiles option options information info type types plan plans gateway page session
  form code preference preferences rule rules webhook webhooks template templates list lists subscription subscriptions channel channels thread draft
  drafts type policy policies category categories tag tags field fields schema definition group folder account accounts address addresses domain
  instrument source destination processor provider schedule event events log logs report format queue topic attachment note comment label status state change
  config configuration layout theme token tokens intent hook hooks trigger triggers handler endpoint reason attribute attributes limit flow
`);

/** Nouns that follow a word such as "alert" or "message" when it names a thing: alert settings. */
export const described = listed(
  'setting settings template templates config configuration preference preferences rule rules policy policies type types category status log logs format info information',
);

/** Verbs before such a noun that do something to it: `/update-settings`, `/clear-log`. */
export const ordering = listed(
  'set reset clear update change add edit modify toggle switch stop start enable disable refresh rotate empty restart save load sync write put apply share',
);

/** Verbs that only read or compute, whatever the method. */
export const computing = listed(`
  verify validate check calculate compute estimate convert translate summarize summarise analyze analyse detect extract preview compare parse
  download aggregate geocode classify predict forecast rank autocomplete suggest evaluate transform encode decode render tokenize count describe
  backtest lint benchmark spellcheck proofread paraphrase interpolate extrapolate reproject triangulate
  appraise assess interpret diagnose infer guess recommend explain
  query lookup recognize recognise transcribe simulate diff inspect ping filter quote work:out figure:out find:out add:up
`);

/** Verbs of which a GET that starts with one changes something. */
export const acting = listed(
  'reserve lock unlock create add update set start stop enable disable activate deactivate trigger run execute register subscribe unsubscribe assign',
);

/** Verbs that are nouns in titles: "price plans", "page views". */
export const naming = listed(
  'price page cost name date market position size number point stage model table chart title source value version',
);

/** Verbs with a particle, written as one word at the end of a path. */
export const joined = listed(`
  shutdown logout logoff signout signoff login logon signin signup checkout checkin rollback failover teardown cleanup startup setup takedown
  warmup cooldown spinup spindown scaleup scaledown hangup failback takeover switchover kickoff bootup
  writeoff buyout cashout topup handover turnoff turnon poweroff poweron wakeup lockout opt-out optout opt-in optin
`);

/** Further verbs of texts about reading; they say too little to lower an impact, but raise no suspicion. */
export const telling = listed(
  'ask get return resolve provide show give see determine respond report display include contain represent indicate allow use list view',
);

/** Verbs whose effect can be undone, but at a cost: what depends on the thing stops or starts. */
export const costly = listed('close archive transfer deploy reset execute suspend deactivate migrate');

/**
 * Verbs whose effect another call reverts or overwrites, beyond those that only change or read something. A verb that is
 * not known to be one of them counts as irreversible: a dangerous operation that seems harmless is the costly error.
 */
export const undoable = listed(`
  create add append attach assign associate allocate apply arrange book bookmark build clone compose copy create design draft draw duplicate
  acknowledge acquire deselect enlist enqueue enrol enroll enter establish favorite favourite follow fork form generate give hold import index ingest initialize initialise
  insert instantiate install introduce join like list log make name note offer onboard permit allow pin plan post prepare produce propose provide
  provision queue rate record register reorder report request reserve review save schedule secure seed select set shortlist snapshot star stock store
  submit subscribe suggest take upload upsert vote waitlist write comment backup persist replicate understand prefer fit preregister prebook lodge nominate admit claim compile pack populate
  archive block clear close deallocate deregister detach dismiss disconnect discontinue disable disassociate dissociate drop empty end exclude
  finish forget free halt ignore leave logout offboard quit release retire return shut shutdown stop suppress unassign waive exit abort pop
  allowlist whitelist blocklist denylist blacklist
  run start load play connect invoke perform process trigger execute retry rerun sync test handle manage do use begin operate launch export
  host drive control serve stage train bootstrap login wait work rollback rollout initiate implement force include have be push pull share
  transfer route escalate place order lend lease let rent bring commission back specify define identify
  override kick:off put go press click call action direct point remember signal instruct ask answer respond update stream
`);

/** Irreversible verbs that end names (`order_refund`) and are seldom names of things there. */
export const trailing = listed(
  'delete remove purge erase destroy wipe cancel revoke terminate approve reject refund pay send resend publish notify merge',
);

/** Verbs of descriptions that say what is passed, or who acts. */
export const mediating = listed('accept support cause pass input need require expect override keep');

/** Further verbs for changes that another call can revert. */
export const changing = listed(
  'mark increment decrement increase decrease archive consume move migrate extend renew replace modify store persist suspend pause resume close open accept attach detach claim dismiss acknowledge',
);
