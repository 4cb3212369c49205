/**
 * The interface to English words that the passes use: forms of verbs, nouns, states, families of verbs, and the reading
 * of a short sentence. Every answer is based on evidence; for an unknown word it is `undefined` or `false`, and the
 * word is never rejected.
 */

/** The effect of a verb; `find` and `read` change nothing, `analyse` and `run` may or may not. */
export type VerbFamily = 'create' | 'change' | 'end' | 'send' | 'run' | 'find' | 'read' | 'analyse';

/** How a form differs from the base form of its verb. */
export type VerbForm = 'participle' | 'past' | 'third-person';

/** An inflected form with its verb. */
export interface Inflection {
  base: string;
  form: VerbForm;
  irregular: boolean;
}

/** A verb of a sentence, in base form, with its object when one is near. */
export interface IntentVerb {
  verb: string;
  /** The verb with its particle, such as `turn:down`, where the two have a meaning of their own. */
  phrase?: string;
  object: string | undefined;
  /** True when the object is new to the reader: "a berth", "an entry", "new strings". */
  introduces?: boolean;
  /** True when the object is known to the reader: "the berth", "its terms", "all records". */
  definite?: boolean;
  /** True when the sentence names who receives the object: "gives a score to a choir". */
  recipient?: boolean;
  /** The action that the verb ends: "follow" in "stops following a composer". */
  stops?: string;
  /** Possible meanings in this context: "returns a list" reads, "returns the car" ends; empty when unknown. */
  families: readonly VerbFamily[];
  /** True when the families come from the curated list rather than from a relation between words. */
  certain: boolean;
}

/** The reading of an intent sentence. */
export interface IntentReading {
  /** False when the text is not recognized as English; the other members are then empty. */
  english: boolean;
  /** The verbs of the sentence, the main one first; empty when none was found. */
  verbs: readonly IntentVerb[];
}

/** Knowledge of English words. Case is ignored; words consist of letters only. */
export interface Words {
  /** A verb in its base form: a known one, or one recognized by its ending or prefix. */
  isVerb(word: string): boolean;
  /** A verb in the table or on a list, rather than one inferred from its ending or prefix. */
  isListedVerb(word: string): boolean;
  /** A known noun, singular or plural. */
  isNoun(word: string): boolean;
  /** A common noun: the reading that applies in a path. */
  hasNounReading(word: string): boolean;
  /** Clearly a noun and not a verb: a common one, or one derived from a verb or an adjective ("payment"). */
  isPlainlyNoun(word: string): boolean;
  /** A noun whose verb is rare and on no list: "transit", "bus". */
  isRarelyVerb(word: string): boolean;
  /** More common as a noun than as a verb: "schedule", "log". */
  isRatherNoun(word: string): boolean;
  /** A noun for a person, singular or plural: "customer", "attendees". */
  isPerson(noun: string): boolean;
  isAdjective(word: string): boolean;
  /** An adjective that is hardly ever a noun: "medical", "empty". */
  isRatherAdjective(word: string): boolean;
  /** A classified verb that is hardly ever a noun: "reject", "update". */
  isRatherVerb(word: string): boolean;
  /** Steps of frequency by which the verb reading exceeds the noun reading; 0 for nouns of services and paths. */
  verbMargin(word: string): number;
  /** True when the noun reading is not among the more common ones. */
  isRarelyNoun(word: string): boolean;
  /** True for a verb that only its prefix shows, such as "reshelve"; "unread" is rather a state. */
  isPrefixedVerb(word: string): boolean;
  isAdverb(word: string): boolean;
  /** The verb of a form; undefined for base forms and unknown words. */
  inflectionOf(word: string): Inflection | undefined;
  /** For a base verb that is also the past of a more common one ("found"): that other verb. */
  otherBaseOf(word: string): string | undefined;
  /** The base form where it is known, else the word itself, in lower case. */
  baseOf(word: string): string;
  /** The singular of a known plural, else the word itself, in lower case. */
  singularOf(word: string): string;
  /** The verb of an action noun: "payment" → "pay". */
  verbOf(noun: string): string | undefined;
  /** A verb and a noun written as one word: "findrestaurant" → ["find", "restaurant"]. */
  splitCompound(word: string): readonly [verb: string, noun: string] | undefined;
  /** Every family of the verb, the most common first; empty when unknown. */
  familiesOf(verb: string): readonly VerbFamily[];
  /** True when the families of the verb are in the curated list. */
  isFiled(verb: string): boolean;
  /** True when the two verbs undo each other: "lock" and "unlock"; a particle follows a colon: "turn:down". */
  areOpposed(verb: string, other: string): boolean;
  /** Extracts the action of a short sentence. */
  readIntent(sentence: string): IntentReading;
  /**
   * The result of the function for this text or object, cached after the first call. The function must be declared once, at
   * the top level of a module, and depend on nothing but its arguments; its result must not be modified.
   */
  recall<Key extends string | object, Answer>(read: (key: Key, words: Words) => Answer, key: Key): Answer;
}
