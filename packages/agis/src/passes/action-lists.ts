/** Lists of verbs and nouns for comparing a method with its intent. */
import { listed } from '../words/word-lists.js';

/** Verbs that clearly create something, and verbs that clearly end it; a method and its intent cannot be one of each. */
export const makers = listed(
  'create add book reserve register issue enrol enroll insert open order buy purchase hire invite subscribe install upload store',
);
export const enders = listed(
  'delete remove cancel destroy terminate erase purge revoke reject dismiss unsubscribe deregister wipe discard scrap shred trash',
);

/** Verbs that end something by completing it: "concludes the registration". */
export const completing = listed(
  'break clear close conclude cut end exit finish free halt leave quit return shut stop',
);

/** Verbs that undo what their object names, in addition to the verbs that only end something: "releases the lock". */
export const undoing = listed('break call:back end lift release reverse stop take:back undo withdraw');

/** Methods that make something new; in an intent, these verbs may state a side effect. */
export const composers = listed(
  'author bake carve compose craft draft draw forge knit manufacture paint produce sculpt sew weave write',
);

/** Verbs that may state how the result of a check is recorded: "SCAN: marks the ticket as used". */
export const recording = listed('log mark note record stamp tag');

/** Verbs that state how something is arranged: "orders applicants by how well they match". */
export const arranging = listed('arrange order place rank sort');

/** Methods that analyze, validate, compare or summarize: they only read. */
export const judging = listed(`
  analyse analyze appraise assess audit benchmark calculate compare compute correlate count detect determine diagnose estimate
  evaluate examine forecast gauge identify infer inspect interpret measure predict proofread quantify quote score summarise
  summarize tally test validate verify vet weigh
`);

/** Verbs that also state how an evaluation is made or recorded: "assigns a number", "builds a table". */
export const neutral = listed(`
  add assign attach build compile compose create draft draw file flag form give group label log make mark note prepare print
  produce put record set sort store tag take write
`);

/** Verbs that state the result of an evaluation, whatever they act on: "groups similar messages". */
export const sorting = listed('group label rank sort');

/** Verbs that state how an evaluation is expressed; only their object says whether it is a new thing: "makes a guess". */
export const expressing = listed('assign attach draw flag give label mark put set tag take write');

/** Things that a service stores; creating one is never part of an evaluation. */
export const storedThings = listed(`
  account appointment booking contract customer employee event invoice item member message order patient payment product project
  reservation shipment subscription supplier task ticket user
`);

/** Results of an evaluation, in addition to those of every read. */
export const judgedThings = listed(`
  abstract average brief bucket budget category checksum class column correlation count curve decision diagnosis diagram
  difference digest distance draft evidence figure finding fingerprint flag formula grade graph group guess hash histogram hypothesis index
  label line log map mapping mark matrix mean measure median mistake model note opinion order outline pair paragraph pattern percentage
  picture plan plot point price profile proof quantity range rank ratio reading remark reply response result row sample score sentence set sketch
  statistic sum table tag text theory timeline title total trend tree vector verdict view warning weight word
`);

/** Endings of nouns for actions, properties and their results, without things that have them by chance. */
export const abstractThing =
  /^(?!(?:ambulance|audience|department|document|fence|garment|harness|instrument|medication|pharmacy|residence|station|witness)$)[a-z]{2,}(?:tion|sion|ness|ity|ance|ence|ency|sis)$/;

/** Methods that read repeatedly, as a subscription does. */
export const following = listed('follow monitor observe track watch');

/** Methods that may act by stating something, such as PRESENT. */
export const declaring = listed(`
  acknowledge announce answer apologise apologize attest certify declare greet inform notify proclaim recommend reply report respond
  state tell testify thank warn welcome
`);
export const stating = listed('describe list mention name present say show state');

/** Methods whose effect depends on the action that they repeat. */
export const repeating = listed('continue redo repeat rerun resume retry');

/** Light verbs, whose object names the action: "gives an answer", "shows agreement". */
export const lending = listed('do express give make perform show');

/** Verbs whose objects are information to report: "outlines the reasons". */
export const reporting = listed(`
  appraise approximate assess calculate characterize compare compute count enumerate estimate evaluate forecast itemise itemize measure
  outline predict rank sum summarise summarize tally total
`);

/** Those of them that only repeat known facts. */
export const recounting = listed('characterize enumerate itemise itemize outline summarise summarize');

/** Methods that only reserve a thing for somebody, which an evaluation never does. */
export const reserving = listed('book hire reserve rent purchase buy subscribe');

/** Methods that send a text; an intent that states something to somebody may describe this. */
export const posting = listed('email fax forward mail post resend send');

/** Methods whose result is a text that is given to the caller. */
export const writing = listed('build compile compose create draft draw issue prepare print produce write');

/** Methods that send things rather than texts; an intent that only states something cannot describe them. */
export const moving = listed('carry convey deliver dispatch hand haul pass route ship transfer transport');
