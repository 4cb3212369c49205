/**
 * What the passes ask about English words: forms of verbs, nouns, states, families of verbs, and what a short
 * sentence says. Every answer rests on evidence; a word that nobody knows is `undefined` or `false`, never refused.
 */

/** What a verb does to the world; `find` and `read` leave it as it was, `analyse` and `run` go with either side. */
export type VerbFamily = 'create' | 'change' | 'end' | 'send' | 'run' | 'find' | 'read' | 'analyse';

/** How a form departs from the base form of its verb. */
export type VerbForm = 'participle' | 'past' | 'third-person';

/** A form that is no base form, traced back to its verb. */
export interface Inflection {
  base: string;
  form: VerbForm;
  irregular: boolean;
}

/** A verb of a sentence, in base form, with the noun that it acts on where one is near. */
export interface IntentVerb {
  verb: string;
  object: string | undefined;
  /** What the verb can mean in this place: "returns a list" reads, "returns the car" ends; empty when not known. */
  families: readonly VerbFamily[];
  /** True when the families come from the checked list rather than from a relation between words. */
  certain: boolean;
}

/** What an intent sentence says. */
export interface IntentReading {
  /** False when the text is not recognised as English; nothing else is then known. */
  english: boolean;
  /** The verbs that carry the sentence, the main one first; empty when none was found. */
  verbs: readonly IntentVerb[];
}

/** Knowledge of English words. Letter case never matters; words hold letters alone. */
export interface Words {
  /** A verb in its base form: a known one, or one that its ending or prefix gives away. */
  isVerb(word: string): boolean;
  /** A verb that stands in the table or on a list, rather than one that is guessed from its ending or prefix. */
  isListedVerb(word: string): boolean;
  /** A known noun, singular or plural. */
  isNoun(word: string): boolean;
  /** A noun that people use every day: the reading that a path takes. */
  hasNounReading(word: string): boolean;
  /** A noun beyond doubt that is no verb: a common one, or one made from a verb or an adjective ("payment"). */
  isPlainlyNoun(word: string): boolean;
  isAdjective(word: string): boolean;
  /** The verb that a form belongs to; undefined for base forms and for words that are not known. */
  inflectionOf(word: string): Inflection | undefined;
  /** For a base verb that is also the past of a more common one ("found"): that other verb. */
  otherBaseOf(word: string): string | undefined;
  /** The base form where it is known, else the word itself, in lower case. */
  baseOf(word: string): string;
  /** The singular of a known plural, else the word itself, in lower case. */
  singularOf(word: string): string;
  /** The verb behind a noun of action: "payment" → "pay". */
  verbOf(noun: string): string | undefined;
  /** A verb followed by a noun, written in one: "findrestaurant" → ["find", "restaurant"]. */
  splitCompound(word: string): readonly [verb: string, noun: string] | undefined;
  /** Every family that the verb can belong to, most usual first; empty when not known. */
  familiesOf(verb: string): readonly VerbFamily[];
  /** True when the families of the verb were checked by a person. */
  isFiled(verb: string): boolean;
  /** True when the two verbs undo each other: "lock" and "unlock". */
  areOpposed(verb: string, other: string): boolean;
  /** Reads the action out of a short sentence. */
  readIntent(sentence: string): IntentReading;
}
