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
      'pay charge refund purchase buy withdraw remit disburse donate mint redeem repay reimburse debit wire payout prepay',
    ),
    objects: listed(
      'payment payout charge refund transfer disbursement withdrawal deposit purchase remittance donation bet trade debit',
    ),
    makers: new Set([...making, 'return', 'reverse', 'capture', 'settle', 'accept', 'send', 'confirm']),
  },
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
      'post start send launch schedule publish initiate run trigger execute enqueue dispatch deliver play make',
    ),
  },
  {
    name: 'deletes',
    verbs: listed(
      'delete remove purge erase destroy wipe expunge obliterate drop truncate flush discard dispose shred',
    ),
  },
  {
    name: 'takes access away',
    verbs: listed(
      'revoke invalidate terminate uninstall deauthorize deprovision decommission expire ban expel evict kick',
    ),
    objects: listed('token key secret password credential certificate session'),
    makers: listed('reset rotate regenerate renew expire clear cycle roll'),
  },
  {
    name: 'cannot be taken back',
    verbs: listed(
      'approve reject decline finalize finalise sign countersign void merge cancel confirm overwrite reboot crash interrupt',
    ),
    objects: listed('script command code interrupt shutdown reboot failover signing'),
    makers: listed('run execute start send trigger perform initiate accept'),
  },
];

/** Nouns after an object that make it a matter of record: a payment method, a message template. */
export const records = listed(`
  card cards method methods link links term terms setting settings profile profiles option options information info type types plan plans gateway page session
  form code preference preferences rule rules webhook webhooks template templates list lists subscription subscriptions channel channels thread draft
  drafts type policy policies category categories tag tags field fields schema definition group folder account accounts address addresses domain
  instrument source destination processor provider schedule event events log logs report format queue topic attachment note comment label status
  config configuration layout theme token tokens intent hook hooks trigger triggers handler endpoint reason attribute attributes limit flow
`);

/** Nouns that follow a word such as "alert" or "message" when it names a thing: alert settings. */
export const described = listed(
  'setting settings template templates config configuration preference preferences rule rules policy policies type types category status log logs format',
);

/** Verbs that only read or compute, whatever the method. */
export const computing = listed(`
  verify validate check calculate compute estimate convert translate summarize summarise analyze analyse detect extract preview compare parse
  download aggregate geocode classify predict forecast rank autocomplete suggest evaluate transform encode decode render tokenize count describe
  query lookup recognize recognise transcribe simulate diff inspect resolve ping
`);

/** Verbs of which a GET that starts with one changes something. */
export const acting = listed(
  'reserve lock unlock create add update set start stop enable disable activate deactivate trigger run execute register subscribe unsubscribe assign',
);

/** Verbs that are nouns in titles: "price plans", "page views". */
export const naming = listed(
  'price page cost name date market position size number point stage model table chart title source value',
);

/** Verbs with a particle, written as one word at the end of a path. */
export const joined = listed(`
  shutdown logout logoff signout signoff login logon signin signup checkout checkin rollback failover teardown cleanup startup setup takedown
  writeoff buyout cashout topup handover turnoff turnon poweroff poweron wakeup lockout opt-out optout opt-in optin
`);

/** Further verbs of texts about reading; they say too little to lower an impact, but raise no suspicion. */
export const telling = listed(
  'ask return provide show give see determine respond report display include contain represent allow use list view',
);

/** Verbs whose effect can be undone, but at a cost: what depends on the thing stops or starts. */
export const costly = listed('close archive transfer deploy reset execute suspend deactivate migrate');

/** Irreversible verbs that end names (`order_refund`) and are seldom names of things there. */
export const trailing = listed(
  'delete remove purge erase destroy wipe cancel revoke terminate approve reject refund pay send resend publish notify merge',
);
