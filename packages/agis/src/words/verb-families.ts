/**
 * The curated list of verb families: verbs that services and their users use, grouped by their effect.
 * The generator extends these families to related verbs in WordNet; only the verbs listed here count as certain.
 */
import type { VerbFamily } from './words.js';

/** Family → its verbs, in base form, separated by spaces. */
export const verbFamilies: Readonly<Record<VerbFamily, string>> = {
  create: `
    accept accredit accrue acknowledge acquire add adopt advance affix allocate allot allow append apply appoint approve
    apportion arrange assign attach author authorise authorize award back barter bequeath bet bid bill book borrow brew bring build buy
    certify charge checkin claim clone coin commission commit compose confer confirm consign construct contribute
    cook copy craft create credential credit deposit design dispense distribute donate draft draw drop duplicate earmark
    elect employ enlist enqueue enrol enroll enter entrust erect escrow establish fabricate file finalise finalize finance fine fork
    form found fund furnish give grant guarantee hire hold impose induct initialise initialize inscribe insert instantiate insure
    introduce invent invest invoice issue knit lease lend let levy license lodge log make manufacture mint nominate
    notarise notarize offer onboard order originate pay place plant pledge preauthorize preorder prepare prescribe print procure
    produce proffer promise provision publish purchase queue rebook record recruit redeem refund refuel register reimburse remit rent
    reorder request requisition reserve save schedule secure seed sell set settle shop sign snapshot sow spawn sponsor
    stock store submit subscribe supply take tip trade transact undertake underwrite upload vote vouch waitlist wager warrant
    write admit hospitalise hospitalize vaccinate immunise immunize treat transfuse discharge dose administer inject
    bookmark favourite favorite like follow pin star post comment reply rate endorse backup
    preregister prebook shortlist review endow enshrine entitle sue prosecute indict subpoena bestow present
    accommodate anoint assemble christen compile concoct cosign countersign esign dedicate deed embroider forge found
    furnish grow harvest ingest install invite join lay log manufacture mine mount pack paint participate populate propose
    quarantine ration reap repay replicate respond sculpt seat sew ship stake stamp tender volunteer weave withhold
    capture collect declare gather import index note permit recreate respond associate release gift
    report
  `,
  change: `
    accelerate activate adapt adjudicate adjust align alter amend annotate append apply arbitrate arrange augment balance bind block boost calibrate
    categorise categorize change clean cleanse collapse combine complete compress configure connect convert correct crop
    customise customize deactivate debit decrease decrypt deduplicate defer defragment degrade delay delegate demote
    deploy detach develop dilute dim disable disconnect disinfect dock downgrade edit elevate enable encode encrypt
    enhance enlarge enrich exchange expand expedite extend fill fix flag flip focus format fortify freeze gate group halve
    heat hide highlight improve increase increment indent integrate label launch lengthen level lift link localise localize
    lock loosen lower maintain mark mask match maximise maximize mend merge migrate minimise minimize moderate modernise modernize
    modify move mute narrow normalise normalize nudge open optimise optimize overhaul overwrite partition patch pause
    personalise personalize polish populate position postpone prioritise prioritize promote prolong prune
    raise realign rearrange reassign rebalance rebrand rebuild recalibrate recharge reclassify recolor recolour reconfigure
    redact redirect reduce refill refine refit reformat refresh refurbish regulate rehome reindex reinforce reinstate
    relabel relocate remap remodel rename renew renovate reopen reorganise reorganize repair rephrase replace replenish
    reprice reposition reprogram reroute reschedule reset reshape resize restart restock restore restrict restructure
    restyle resume retag retain retouch retrain retitle reverse revert revise revitalise rewrite rotate rewire scale seal shift shorten
    shrink shuffle silence simplify snooze soften sort split standardise standardize strengthen substitute suspend swap switch
    sync synchronise synchronize tag tailor tighten toggle tokenise tokenize transcode transform transition transpose
    trim tune turn unarchive unblock uncheck unfreeze unhide unlock unmute unpause unsuspend update upgrade upsert upskill
    vary version warm weaken widen reheat anonymise anonymize pseudonymise pseudonymize sanitise sanitize bump escalate
    reassign reallocate repartition requeue resequence rekey rotate remediate resolve rectify unflag repoint service maintain lubricate
    charge pressurise irrigate fertilise fertilize water ventilate cool dry steer park
    archive associate bundle concatenate decode hydrate ignore pin protect reactivate recover regenerate release reload suppress unmark unmask capture
    start launch reboot boot trigger initiate
  `,
  end: `
    abandon abolish abort annul ban banish bar block break burn cancel clear close conclude confiscate cull cut
    deaccession deallocate decline decommission deindex delete delist demolish deny deprecate deprovision deregister destroy dethrone
    disapprove disband discard discharge disconnect discontinue dismantle dismiss disown dispose dissolve divest drop
    dump eject eliminate empty end erase evict exclude exit expel expire expunge extinguish finish fire flush forbid
    forfeit forget free halt invalidate kick kill leave liquidate logout nullify offboard oust overturn pop
    prohibit purge quash quit raze rebuff recall refuse reject relinquish remove renounce repeal rescind resign retire
    retract return revoke scrap scrub shed shred shut shutdown signout stop strike strip surrender terminate trash unassign
    unbind unbook undeploy undo unenrol unenroll unfavorite unfavourite unfollow ungroup uninstall unjoin unlike unlink unlist unload
    unmap unmount unpin unpublish unregister unschedule unseat unset unshare unstar unsubscribe untag uproot vacate veto
    void waive wipe withdraw
    archive disassociate dissociate ignore release suppress unmark clear
  `,
  send: `
    advise advertise alert announce answer apologise apologize ask assure beep blast broadcast buzz call caution circulate
    communicate contact convey deliver dial direct dispatch disseminate echo email escalate fax forward greet hail hand inform
    instruct mail message nag notify nudge page phone ping pitch poke post proclaim prompt push relay remind
    report resend ring route send share ship signal sms stream summon syndicate telephone tell text thank transfer transmit transport
    tweet update urge warn wire
    alarm declare respond
  `,
  run: `
    act animate automate backtest bootstrap command compile conduct connect control coordinate do drive enact
    enforce execute exercise fly handle host ignite implement initiate invoke kickstart launch load manage mobilise
    mobilize navigate operate orchestrate perform play practise practice process proceed race rehearse rerun rollback
    rollout run serve simulate start stage trigger work train retry reboot boot
    wait login
    export import
  `,
  find: `
    browse detect dig discover explore find forage hunt list locate lookup match pinpoint scan scour scout
    search seek shop sniff spot suggest trace track unearth enumerate geocode geolocate query discern
    autocomplete filter gather
  `,
  read: `
    access ask audit check consult count describe disclose display download echo emit enquire examine exhibit expose fetch
    get glance inquire inspect introspect investigate learn look lookup monitor observe obtain open output peek peruse poll
    preview print probe provide pull query quiz read recall receive relate reread retrieve return
    reveal review scan see serve show state stream study supply surface surveil survey tail tell track trace
    validate verify view visualise visualize watch witness authenticate attest confirm crosscheck export screen
    listen monitor supervise explain present clarify illustrate mention quote
    collect gather load recover reload respond wait await note
    page
    request
    report tell
  `,
  analyse: `
    aggregate analyse analyze appraise approximate assess attribute average benchmark budget calculate categorise categorize check
    choose classify cluster compare compile compute correlate debug decide deduce deliberate
    derive detect determine diagnose diff discern discriminate distil distill edit estimate evaluate extract extrapolate
    forecast generate gauge grade identify infer interpolate interpret judge label maximise maximize measure minimise minimize model optimise optimize
    outline parse plan plot plan predict prioritise prioritize profile project propose quantify quote
    rank rate reason recommend reconcile resolve review rewrite route score segment select simulate solve sort
    suggest sum summarise summarize synthesise synthesize tabulate tally test theorise tokenise transcribe translate triage
    troubleshoot underwrite validate verify vet weigh qualify price value adjudicate arbitrate render draft caption
    paraphrase convert normalise normalize map compose infer moderate
    decode encode filter gather concatenate unpack
  `,
};
