/**
 * Reads a clause by its verbs: an imperative asks for an action; a statement in the past, in the future or about
 * somebody else does not.
 */
import type { Words } from '../words/words.js';
import type { Clause } from './clauses.js';
import { quoteMark } from './clauses.js';
import { type ClauseKind, isConditional } from './mood-patterns.js';

/** Words after which a verb belongs to a subordinate clause. */
const relatives =
  /^(?:that|which|who|whom|whose|where|what|when|if|because|as|whether|why|how|since|while|than|i|we|you|he|she|they|it|nobody|everyone|someone)$/;
const auxiliaries =
  /^(?:was|were|is|are|has|have|had|got|gets|get|will|would|must|should|may|can|could|shall|might|needs?|does|did|do|am|ought)$/;
const adverbs =
  /^(?:already|just|also|recently|\p{L}+ly|still|now|currently|even|then|never|always|finally|personally|being|been|ever)$/u;
/** Verbs that describe a situation rather than a deed that settles the request. */
const problemVerbs: ReadonlySet<string> = new Set(
  `forget lose receive get hear notice see find try want need have be like think hope break stop fail steal miss damage crash
   arrive happen live work come say tell ask read learn know feel leave hurt fall meet spend own study grow travel visit
   stay wake bring bear expire freeze turn start decide plan`.split(/\s+/),
);
/** Activities that are the occasion of a request rather than a deed that settles it: "I'm planning a trip". */
const ongoing: ReadonlySet<string> = new Set(
  `look search try seek wonder hope want need plan organise organize prepare write work run move build create host make have start
   develop design do get set go travel visit stay learn study call wait think consider host teach play read ask buy compare
   request conduct use utilize participate engage practice blog cook craft pursue improve enhance optimize promote educate ensure
   focus embark compile manage report explore expand invest trade launch fly watch shop live relocate retire take`.split(
    /\s+/,
  ),
);
const definite = /^(?:the|my|our|this|that|these|those|it|them|all|your|his|her|their)$/;
const speech =
  /\b(?:said|says|say|wrote|writes|written|answered|replied|reply|asked|asks|asking|reads|labell?ed|label|called|contains|line|text|note|mail|email|message|sentence|phrase|button|question|title)\b/;
/** Who acts is said: not the reader. */
const ownDeeds =
  /^(?!.*\byour? (?:job|task)\b)(?!i need\b|i want\b|can\b|could\b|please\b).*\b(?:myself|ourselves|himself|herself|themselves|on (?:my|our|his|her|their) own|takes? care of|(?:is|are) responsible for|in charge of|(?:is|are) \p{L}+'s (?:job|task|turn|duty)|usually|normally|automatically|typically|has been (?:told|asked|instructed) to)\b/u;
const maxSubjectWords = 8;

/** The reading of a clause that no pattern explains. */
export function readStatement({ text, mark }: Clause, words: Words): ClauseKind | undefined {
  const said = text.split(' ');
  const quoted = said.includes(quoteMark);
  const kind = readVerbs(said, mark, words);
  if (kind === undefined && /^not (?:to )?\p{L}+/u.test(text) && words.isVerb(said[said[1] === 'to' ? 2 : 1] ?? ''))
    return 'negated';
  if (kind === 'request') {
    if (quoted && /^(?:explain|define|interpret|describe)$/.test(said[0] ?? '')) return 'quoted';
    return isConditional(text) && isDeed(said[0] ?? '', words, new Set()) ? 'condition' : 'request';
  }
  return quoted && speech.test(text) ? 'quoted' : kind;
}

function readVerbs(said: readonly string[], mark: string, words: Words): ClauseKind | undefined {
  const text = said.join(' ');
  if (!isImperative(said, words) && ownDeeds.test(text)) return 'other';
  const subject = findSubject(said);
  if (subject !== undefined)
    return readAuxiliary(said, subject, words) ?? (isImperative(said, words) ? 'request' : undefined);
  if (said[0] === 'no' && said.slice(1, 3).some((word) => namesDeed(words.singularOf(word), words))) return 'negated';
  if (said[0] === 'let' && said.length > 2)
    return /^(?:us|me|.* (?:know|see|have|get|in))\b/.test(said.slice(1).join(' ')) ? 'request' : 'other';
  if (isImperative(said, words)) return 'request';
  if (
    isForm(said[0] ?? '', words) &&
    !/ing$/.test(said[0] ?? '') &&
    /^(?:the|my|our|a|an|it|them|all|this|that)$/.test(said[1] ?? '')
  )
    return 'past';
  return mark === '?' ? undefined : readFinite(said, words);
}

/** "refund", "cancellation". */
function namesDeed(noun: string, words: Words): boolean {
  return words.verbOf(noun) !== undefined || (words.isFiled(noun) && isDeed(noun, words, problemVerbs));
}

/** Index of the auxiliary after the subject; undefined when the clause has none. */
function findSubject(said: readonly string[]): number | undefined {
  for (let at = 1; at < Math.min(said.length, maxSubjectWords + 1); at += 1) {
    const word = said[at] ?? '';
    if (auxiliaries.test(word)) return at;
    if (relatives.test(word)) return undefined;
  }
  return undefined;
}

function isImperative(said: readonly string[], words: Words): boolean {
  const [lead = '', second = ''] = said;
  const first = /ly$/.test(lead) && said.length > 1 && !words.isVerb(lead) ? second : lead;
  const next = said[said.indexOf(first) + 1] ?? '';
  if (
    /^(?:i|we|you|he|she|they|it|the|my|our|your|his|her|their|a|an|this|that|these|those|there|no|all|any|some|in|on|at|for|to|from|with|of)$/.test(
      first,
    )
  )
    return false;
  return (
    words.isVerb(first) ||
    (words.inflectionOf(first)?.form === 'third-person' &&
      (!words.isPlainlyNoun(first) || /^(?:the|a|an|all|and|or)$/.test(next)))
  );
}

interface Auxiliary {
  word: string;
  negative: boolean;
  /** The first word after the auxiliary, its "not" and its adverbs. */
  next: string;
  rest: string;
  first: boolean;
  you: boolean;
}

function readAuxiliary(said: readonly string[], at: number, words: Words): ClauseKind | undefined {
  const tail = said.slice(at + 1);
  const negative = /^(?:not|never)$/.test(tail[0] ?? '') || /^(?:not|never)$/.test(tail[1] ?? '');
  const kept = tail.filter((word, place) => place > 3 || !(word === 'not' || adverbs.test(word)));
  const subject = said.slice(0, at).join(' ');
  const auxiliary: Auxiliary = {
    word: said[at] ?? '',
    negative,
    next: kept[0] ?? '',
    rest: kept.join(' '),
    first: /^(?:i|we)\b/.test(subject),
    you: subject === 'you',
  };
  return readModal(auxiliary, words) ?? readPassive(auxiliary, tail.join(' '), words);
}

function readModal({ word, negative, next, rest, first }: Auxiliary, words: Words): ClauseKind | undefined {
  if (/^(?:must|should|may|shall|ought)$/.test(word)) {
    if (negative) return 'negated';
    if (first || /^(?:to )?be \p{L}+/u.test(rest)) return 'request';
    return word === 'may' ? undefined : 'other';
  }
  if (/^(?:needs?|has|have|had)$/.test(word) && next === 'to') {
    if (negative) return 'negated';
    return first || rest.startsWith('to be ') ? 'request' : 'other';
  }
  if (word === 'will') {
    if (first && !negative) return isAnnounced(rest.replace(/^be (?=\p{L}+ing\b)/u, ''), words) ? 'other' : undefined;
    if (/^(?:need|require|want|like|have|take|go|be|come|arrive|make|attend|able)$/.test(next))
      return negative
        ? undefined
        : rest.startsWith('be ') && isForm(rest.split(' ')[1] ?? '', words)
          ? 'other'
          : undefined;
    if (!words.isVerb(next)) return undefined;
    return negative ? 'negated' : 'other';
  }
  if (word === 'can' && negative) {
    if (next === 'be') return isForm(rest.split(' ')[1] ?? '', words) ? 'negated' : undefined;
    return isDeed(next, words, unable) ? 'negated' : undefined;
  }
  if (word === 'can' && !negative && !first && next !== 'be' && words.isVerb(next)) return 'other';
  if (/^(?:is|are)$/.test(word) && /^(?:asked|supposed|expected|required|meant|obliged|going|about) to\b/.test(rest))
    return first ? undefined : 'other';
  if (word === 'is' && / who(?:m)? \p{L}+/u.test(rest)) return 'other';
  if (word === 'would')
    return /^(?:like|love|prefer)$/.test(next) ? (/\byou to\b/.test(rest) ? 'request' : 'other') : undefined;
  return undefined;
}

function readPassive(
  { word, negative, next, rest, first }: Auxiliary,
  tail: string,
  words: Words,
): ClauseKind | undefined {
  if (/^(?:is|are|am)$/.test(word)) {
    if (/^(?:not |never )?to be \p{L}+/u.test(tail)) return negative ? 'negated' : 'request';
    if (negative) return /^(?:allowed|permitted|wanted|needed|necessary|required)$/.test(next) ? 'negated' : undefined;
    if (/^(?:forbidden|prohibited)$/.test(next)) return 'negated';
    if (/^going to \p{L}+/u.test(rest)) return !first || isAnnounced(rest.slice(9), words) ? 'other' : undefined;
    const plan = /^(?:planning|hoping|intending|about) to |^(?:considering|contemplating|thinking (?:about|of)) /.exec(
      rest,
    );
    if (plan !== null) {
      if (!first) return 'other';
      return isAnnounced(rest.slice(plan[0].length), words) ? 'hypothetical' : undefined;
    }
    if (next.endsWith('ing')) return isUnderWay(rest, first, words) ? 'other' : undefined;
    if (!isForm(next, words)) return undefined;
    if (/^already\b/.test(tail) || / already$/.test(tail)) return 'past';
    if (/ by (?!\d)/.test(rest)) return 'other';
    return rest.split(' ').length <= 2 && isDeed(next, words, situations) ? 'past' : undefined;
  }
  if (negative) return undefined;
  if (/^gets?$/.test(word)) return isForm(next, words) ? 'other' : undefined;
  if (/^(?:was|were|got|has|have|had)$/.test(word)) {
    if (
      isForm(next, words) &&
      isDeed(next, words, first || /^(?:was|were|got)$/.test(word) ? situations : problemVerbs)
    )
      return 'past';
    const causative =
      word === 'had' &&
      rest
        .split(' ')
        .slice(1, 5)
        .some((each) => isForm(each, words));
    return causative ? 'past' : undefined;
  }
  return undefined;
}

/** A plan to do what an operation would do; other plans are the occasion of a request. */
function isAnnounced(plan: string, words: Words): boolean {
  const [verb = ''] = plan.split(' ');
  return isDeed(verb, words, ongoing);
}

/** "I am deleting the files"; not "I'm renting a car". Of others, any definite object shows a deed under way. */
function isUnderWay(rest: string, first: boolean, words: Words): boolean {
  const [verb = '', ...object] = rest.split(' ');
  return isDeed(verb, words, ongoing) && (first ? object.slice(0, 1) : object).some((word) => definite.test(word));
}

/** What somebody cannot do is a problem to solve, not a deed to leave undone. */
const unable: ReadonlySet<string> = new Set(
  'log access find open see make come attend remember get sleep connect reach complete use pay print load start enter sign submit play turn download upload install join'.split(
    ' ',
  ),
);

/** In the passive and the perfect, only these describe a situation. */
const situations: ReadonlySet<string> = new Set(
  'bear lose break steal damage hurt miss forget be make design like use see hear get receive know think try'.split(
    ' ',
  ),
);

function isForm(word: string, words: Words): boolean {
  const form = words.inflectionOf(word)?.form;
  return form === 'past' || form === 'participle' || /^(?:put|set|sent|cut|shut|paid|sold|built|made)$/.test(word);
}

function isDeed(word: string, words: Words, except: ReadonlySet<string>): boolean {
  const base = words.baseOf(word);
  return !except.has(base) && words.familiesOf(base).some((family) => !['find', 'read', 'analyse'].includes(family));
}

const prepositions = /^(?:in|on|at|for|to|with|from|of|within|by|into|between|including|via|using|about)$/;

const reporting =
  /^(?:said|says|told|tells|promised|promises|claims|claimed|suggested|mentioned|wants|wanted|plans|planned|intends|hopes|offered|refused|agreed|decided|asked|asks|wrote|writes|thinks|prefers)$/;

/** A statement without auxiliary: "Ann paid the invoice", "the accountant sends invoices". */
function readFinite(said: readonly string[], words: Words): ClauseKind | undefined {
  const first = /^(?:i|we)$/.test(said[0] ?? '');
  const startsSubject = !prepositions.test(said[0] ?? '') && !/ing$/.test(said[0] ?? '');
  for (let at = 1; at < Math.min(said.length, maxSubjectWords); at += 1) {
    const word = said[at] ?? '';
    if (relatives.test(word) || (prepositions.test(word) && startsSubject)) return undefined;
    if (adverbs.test(word)) continue;
    if (first && /^(?:plan|intend|hope|aim)$/.test(word) && said[at + 1] === 'to')
      return isAnnounced(said.slice(at + 2).join(' '), words) ? 'hypothetical' : undefined;
    if (
      !first &&
      reporting.test(word) &&
      /^(?:to|that|you|me|us|him|her|he|she|they|“”|how|it|not)$/.test(said[at + 1] ?? '')
    )
      return /\byou to\b/.test(said.slice(at).join(' ')) ? 'request' : 'other';
    if (word === 'went' && /^(?:through|out|live|off|ahead)$/.test(said[at + 1] ?? '')) return 'past';
    const inflection = words.inflectionOf(word);
    const follows =
      (at > 1 &&
        !/^(?:the|a|an|my|our|its|newly|any|all|of|with|specific|given)$/.test(said[at - 1] ?? '') &&
        !said[at - 1]?.endsWith('ly')) ||
      !/^(?:the|my|our|your|a|an|his|her|their|this|any|some|all|new|in|on|at|for|to|with|from)$/.test(said[0] ?? '');
    if (!follows || !startsSubject) continue;
    if (inflection?.form === 'past' || /^(?:sent|paid|sold|cut|shut|put)$/.test(word)) {
      const own = first
        ? isDeed(word, words, problemVerbs) || /^called .* off\b/.test(said.slice(at).join(' '))
        : isDeed(word, words, problemVerbs);
      return own ? 'past' : undefined;
    }
    if (first) return undefined;
    if (inflection?.form === 'third-person' && !words.isNoun(word) && isDeed(word, words, problemVerbs)) return 'other';
    if (
      inflection?.form === 'third-person' &&
      (/^(?:the|a|an|my|all|every)$/.test(said[at + 1] ?? '') || words.isNoun(said[at + 1] ?? '')) &&
      isDeed(word, words, problemVerbs)
    )
      return 'other';
    if (/^(?:want|plan|intend|hope|prefer)$/.test(word) && said[at + 1] === 'to') return 'other';
  }
  return undefined;
}
