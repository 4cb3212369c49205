/**
 * Curated word lists, for words that the AGIS text names or that WordNet lacks or classifies too broadly.
 * A word that is on no list is never rejected for that reason.
 */

/** The nine HTTP methods that are banned, each with its replacements (AGIS §4.3). */
export const prohibitedMethods: ReadonlyMap<string, readonly string[]> = new Map([
  ['get', ['RETRIEVE', 'FETCH']],
  ['post', ['SUBMIT', 'PUBLISH']],
  ['put', ['REPLACE']],
  ['delete', ['REMOVE', 'CANCEL']],
  ['patch', ['UPDATE', 'AMEND']],
  ['head', ['CHECK']],
  ['options', ['DESCRIBE']],
  ['connect', ['LINK', 'JOIN']],
  ['trace', ['TRACK']],
]);

/** Words for a state, each with actions that cause it or check it. */
export const stateWords: ReadonlyMap<string, readonly string[]> = new Map([
  ['available', ['CHECK', 'FIND']],
  ['unavailable', ['CHECK', 'BLOCK']],
  ['active', ['ACTIVATE']],
  ['inactive', ['DEACTIVATE']],
  ['open', ['CREATE', 'START', 'UNLOCK']],
  ['valid', ['VALIDATE']],
  ['invalid', ['VALIDATE', 'REVOKE']],
  ['ready', ['PREPARE', 'CHECK']],
  ['live', ['PUBLISH', 'LAUNCH']],
  ['current', ['RETRIEVE', 'REFRESH']],
  ['enabled', ['ENABLE']],
  ['disabled', ['DISABLE']],
  ['pending', ['SUBMIT', 'CHECK']],
  ['online', ['START', 'CHECK']],
  ['offline', ['STOP', 'CHECK']],
  ['idle', ['PAUSE', 'CHECK']],
  ['busy', ['CHECK', 'BLOCK']],
  ['private', ['HIDE', 'RESTRICT']],
  ['public', ['PUBLISH']],
  ['overdue', ['REMIND', 'CHECK']],
]);

/** State words that can also be read as imperatives; the specification excludes them as ambiguous (AGIS §4.2). */
export const ambiguousStates: ReadonlySet<string> = listed('live current ready idle busy');

/** Words for existing, being and having. */
export const beingWords: ReadonlySet<string> = listed(`
  be am is are was were been being has have had having exist exists existed existing consist consists belong belongs
  belonged seem seems seemed resemble resembles resembled pertain pertains pertained depend depends depended comprise comprises comprised
`);

/** Nouns that the specification names or that are never imperatives; their verb readings in WordNet are rare. */
export const plainNouns: ReadonlySet<string> = listed(
  `data info information status state detail details item items result results metadata stats statistics analysis
  monday tuesday wednesday thursday friday saturday sunday january february april june july august september october november december`,
);

/** Articles, pronouns, conjunctions, prepositions and question words without a verb reading. */
export const functionWords: ReadonlySet<string> = listed(`
  the an this that these those its their our your his her my it they them we us he she who whom whose which what
  and or but nor yet because although though unless until while whereas whether since than if
  with without within from into onto upon of at by for to in on over under above below beneath between among amid during before
  after against toward towards through throughout across along around behind beside besides beyond despite inside
  outside per regarding via versus about concerning
  how when where why not never ever always often soon too very also just only again already almost perhaps maybe
  here there now then thus hence therefore however instead otherwise
  me him ours yours hers theirs myself yourself himself herself itself ourselves yourselves themselves oneself
  everybody everyone everything everywhere somebody someone something somewhere anybody anyone anything anywhere nobody nothing nowhere none
  each every either neither both all any some few many much more most several another other others such same
  whoever whomever whatever whichever whenever wherever whereby wherein whereupon
  alongside amidst amongst atop excepting excluding including notwithstanding opposite underneath unlike aboard astride
  albeit lest else hereby herein hereafter thereby therein thereof thereafter henceforth meanwhile moreover furthermore nevertheless nonetheless
  aloft ashore afloat adrift aground afar afield aglow ajar aloof amiss aplenty askance askew astern astray asunder awry abaft abeam abreast
  athwart aft midships overboard underfoot underway
  seldom rarely sometimes twice thrice quite rather indeed together apart away abroad ahead aside
`);

/** Vague verbs (AGIS §4.2), each with more specific ones. */
export const vagueVerbs: ReadonlyMap<string, readonly string[]> = new Map([
  ['process', ['VALIDATE', 'SETTLE', 'CONVERT']],
  ['handle', ['RESOLVE', 'ASSIGN', 'ROUTE']],
  ['manage', ['UPDATE', 'ASSIGN', 'SCHEDULE']],
  ['perform', ['EXECUTE', 'RUN', 'START']],
  ['do', ['EXECUTE', 'COMPLETE']],
  ['support', ['ANSWER', 'ASSIST', 'FUND']],
  ['maintain', ['UPDATE', 'REPAIR', 'SERVICE']],
  ['operate', ['START', 'RUN', 'CONTROL']],
  ['involve', ['INVITE', 'ASSIGN']],
]);

/** Verbs of services and software that WordNet does not have. */
export const modernVerbs: ReadonlySet<string> = listed(`
  allowlist anonymise anonymize autocomplete autofill backfill backorder backtest backup benchmark blocklist bookmark
  brainstorm bulkload checkin checkout checkpoint checksum config containerise containerize cosign
  countersign crossdock crosscheck crowdfund crowdsource debounce decompile decouple dedupe deduplicate
  denylist deprovision dequeue deserialise deserialize diff email enqueue escrow esign failover fastforward
  favorite favourite fundraise gamify geocode geofence geolocate geotag gift greenlight hardcode headhunt
  hotfix hotswap impersonate incentivise incentivize ingest instantiate kickstart lint livestream login logon logout lookup
  loop microchip mint monetise monetize multicast namespace offboard offload offset onboard paginate parameterise parameterize
  parse pin poll postprocess preapprove preauthorise preauthorize prebook preclear precompute prefetch prefill
  preload preorder prepay prequalify preregister preselect preprocess preview provision pseudonymise
  pseudonymize quantize quiesce rasterize rebalance rebase rebook recap reauthorize recompute refactor reindex remaster remediate remix
  repost reprocess requeue rerun reroute resend reskill resync retry retweet reupload rollback rollout sandbox sanitise sanitize
  screenshot serialise serialize shadow shortlist showcase sideload signin signout signup smoketest snapshot snooze spellcheck
   stash stockpile subtitle dropship transpile minify journal trial lavage biopsy autopsy necropsy ultrasound sync syndicate synthesise template throttle timebox timestamp
  tokenise tokenize transcode transload transship triage troubleshoot tweet undelete undeploy unarchive unassign unblock
  unenrol unenroll unfollow unfreeze ungroup uninstall unlike unlink unlist unmute unpin unpublish unregister unschedule
  unset unshare unstar unsubscribe unsuspend untag unzip upcycle upsell upsert upskill upvote downvote validate vectorize version
   waitlist watchlist webcast whitelist blacklist wireframe      
   input export import download upload reschedule catalogue catalog log     
`);

/** Modern nouns, or nouns of services, that WordNet lacks or has no frequency for. */
export const modernNouns: ReadonlySet<string> = listed(`
  account api app application backup basket blog booking bucket cart catalog catalogue category cluster commit config container
  credential dashboard database dataset device download email endpoint export feature feed firmware flight folder gateway hook import
  inbox info ingredient invoice job keyword log login metadata metric module namespace newsletter node notification order parcel
  password permission playlist plugin podcast policy portfolio preference preset product profile project quota rental repository
  restaurant role rule schema script sensor server service session setting shipment snapshot software spreadsheet sku subscription
  survey task template tenant ticket timeline timesheet token transcript upload user vendor version video voucher wallet
  warehouse webhook website widget workflow workspace alert bid quote update query allowlist autocomplete benchmark blocklist bookmark
  checkout connect denylist diff failover favorite favourite follow follower google hotfix livestream logout merge multicast outage reboot
  redirect refresh restore retry rollback rollout sandbox screenshot signin signout signup sms spend sync timestamp waitlist watchlist
  webcast whitelist excel overview
`);

/** Words of paths that can only be imperatives (AGIS §5), in addition to WordNet. */
export const pathVerbs: ReadonlySet<string> = listed(`
  get create delete remove add insert upsert fetch retrieve find send submit cancel approve validate verify authorize authorise
  authenticate execute generate calculate compute convert assign modify edit notify reconcile summarize summarise enable
  disable activate deactivate confirm apply attach detach subscribe unsubscribe publish put make do perform handle manage
`);

/** Words of paths that are both nouns and imperatives (AGIS §5, R06). */
export const pathNouns: ReadonlySet<string> = listed(`
  book order report schedule transfer request review search quote record document file message contact address process check
  list post plan test permit release visit trade charge refund claim query call pass design update download upload
  export import deposit exchange issue purchase rental return hold loan lease transport ship route log register signal alert match
  score rank offer bid
`);

/** Splits a list that is written as text. */
export function listed(text: string): ReadonlySet<string> {
  return new Set(text.trim().split(/\s+/));
}
