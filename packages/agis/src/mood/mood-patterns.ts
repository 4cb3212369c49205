/**
 * The wordings that show the mood of a clause by its first words: polite requests, desires, questions, negations,
 * conditions. The first pattern that matches decides. Every pattern is anchored and takes linear time.
 */
import type { Words } from '../words/words.js';
import type { Clause } from './clauses.js';
import type { MoodKind } from './mood.js';

/** The reading of a clause; `condition` makes a request of another clause hypothetical. */
export type ClauseKind = MoodKind | 'condition' | 'context';

const acquire =
  '(?:get|have|book|reserve|order|buy|make|see|take|rent|hire|schedule|arrange|request|ask|add|speak|talk|join|try|borrow|know|please|also|just)';
/** Adjuncts that turn "can I …" into a question about the rules. */
const rules =
  /\b(?:after|before|without|while|later|still|even|whether|or not|allowed|anyway|as a|always|ever|at any time)\b/;
const wh = '(?:how|why|what|whether|if|when|where|who|whom|which|whose)';
const self = '(?:i|we)';

/** Conditions that only ask for what is possible. */
const courtesies =
  /\b(?:possible|you can|you could|you would|you like|you do not mind|you please|you need|you want|interested|available|free|sold out|left|convenient|ok|okay|trouble|necessary|needed|required|applicable|any|allowed|not in stock|in stock|time)\b/;

type Rule = readonly [RegExp, ClauseKind];

const negations: readonly Rule[] = [
  // Negations.
  [/^(?:stop|wait|no|hold on|never mind|careful|attention)$/, 'context'],
  [/^(?:no )?(?:do not|never)(?: do (?:it|so|that))?$/, 'negated'],
  [/^not$/, 'context'],
  [/^(?:please )?(?:do not|never|not) (?:forget|fail|neglect|hesitate|omit|miss|be afraid)\b/, 'request'],
  [/^(?:please )?(?:do not|never|do never) (?:you )?(?:worry|know|see|understand|like|have)\b/, 'context'],
  [
    /^(?:avoid|skip|refrain from|hold off(?: on)?|abstain from|forget(?: about)?|never mind(?: about)?|cease) \p{L}+ing\b/u,
    'negated',
  ],
  [/^(?:do not|never|do never) (?!(?:only|just|sure|all|every)\b)[a-z]/, 'negated'],
  [/^let us (?:not|never) /, 'negated'],
  [/^(?:can|could|would|will) you (?:please |kindly )?(?:please )?not /, 'negated'],
  [/^would you mind not /, 'negated'],
  [/^(?:try|be sure|make sure|take care) (?:please )?not to /, 'negated'],
  [/^(?:make sure|ensure|see to it|take care)(?: that)? .{1,120}\b(?:not|never|nobody|no one)\b/, 'negated'],
  [/^(?:leave .{1,60} (?:alone|untouched|as it is|as they are))$/, 'negated'],
  [/^(?:there is |there's )?no (?:need|reason|point) (?:to|for|in)\b/, 'negated'],
  [/^it is (?:not|no longer) (?:necessary|needed|required|allowed|permitted|ok) to\b/, 'negated'],
  [/^it is (?:forbidden|prohibited) to\b/, 'negated'],
  [/^it would be (?:a mistake|wrong|bad|unwise|a bad idea|stupid|dangerous) to\b/, 'negated'],
  [
    /^(?:neither|nothing (?:should|must|may|shall|is to)|none of .{1,60} (?:should|must|may|shall|can|is to|are to))\b/,
    'negated',
  ],
  [/^\p{L}+ (?:nothing|none|nobody)\b/u, 'negated'],
  [/^(?:it is |it would be )?better (?:not|never)\b/, 'negated'],
  [/^(?:i|we) do not (?:think|believe) (?:we|you|i|it) should\b/, 'negated'],
  [
    /^[\p{L}\d ]{1,40}?\b(?:said|(?:told|asked|instructed|begged) (?:you|me|us))(?: to)? (?:do not|not|never)\b/u,
    'negated',
  ],
  [
    // "stop receiving" asks for an action, so only what a caller does is a negation after "stop".
    /^(?:(?:quit|no more) \p{L}+|stop (?:book|reserv|order|buy|pay|transferr|refund|clos|cancell?|delet|remov|invit|publish|post|shipp|schedul|deploy|archiv|mov|plac|mail|send(?!ing me\b)))ing\b/u,
    'negated',
  ],
  [/^[\p{L}\d ]{1,60} (?:is|are|was|were) not (?:for|meant to|supposed to|meant for|to be)\b/u, 'negated'],
  [/^you (?:have|had) no (?:permission|right|authority|reason|need)\b/, 'negated'],
  [
    /^(?:i|we) (?:forbid|prohibit|object to|oppose|am against|are against|am opposed to|am not ready to|am not asking you|advise against)\b/,
    'negated',
  ],
  [/^(?:i|we) (?:have )?(?:decided|chosen|chose|agreed) (?:not to|against)\b/, 'negated'],
  [/^(?:i|we) (?:have )?changed (?:my|our) minds? about\b/, 'negated'],
  [/^under no circumstances\b/, 'negated'],
  [/^on no account\b/, 'negated'],
  [
    /^(?:nobody|no one|none of \p{L}+|no \p{L}+) (?:should|may|must|can|shall|is allowed to|is to|will|has to|needs to)\b/u,
    'negated',
  ],
  [
    /^you (?:must|should|shall|may|can|do|need|are|ought)(?: to)? (?:not|never) (?!(?:able|tell|know|have)\b)/,
    'negated',
  ],
  [/^you (?:need|should|must|can) no longer\b/, 'negated'],
  [
    new RegExp(
      `^${self} (?:do|did|would) not (?:want|wish|need|intend|plan|like|mean|agree|ask|authorize|approve|consent)(?: for)?(?: you)? to\\b`,
    ),
    'negated',
  ],
  [
    new RegExp(
      `^${self} (?:would|will|should|shall|must|am|are) (?:(?:rather|prefer)(?: to)? not|not going to|never|not) (?!(?:be|able|know|have|see|feel|make|come|attend|need|sure)\\b)(?:to )?[a-z]+`,
    ),
    'negated',
  ],
  [new RegExp(`^${self} (?:no longer|never) (?:need|want|wish|asked?|agreed|authorized|plan)\\b`), 'negated'],
  [
    new RegExp(
      `^${self} have (?:not|never) (?:yet )?(?:decided|agreed|asked|authorized|approved|consented|allowed|told)\\b`,
    ),
    'negated',
  ],
  [new RegExp(`^${self} (?:do|did) not (?:ask|tell|authorize) you\\b`), 'negated'],
];

const questions: readonly Rule[] = [
  // Questions about how.
  [/^(?:for|by|in|at|on|to|from|with) (?:what|which|whom|whose)\b/, 'question'],
  [
    /^(?:(?:can|could|would|will) you (?:please |kindly )?)?(?:tell|show|teach|explain|describe|let)(?: it)?(?: to)?(?: me| us)?(?: know)? (?:how|why)\b(?! (?:many|much|long|far|old|often|big|tall|high|well))/,
    'how-to',
  ],
  [
    new RegExp(
      `^(?:(?:can|could|would|will) you (?:please |kindly )?)?(?:tell|show|explain|let|remind|inform)(?: it)?(?: to)?(?: me| us)(?: know)? ${wh}\\b`,
    ),
    'question',
  ],
  [
    new RegExp(
      `^${self} (?:want|need|would like|wish|am curious|would love|am trying|have)(?: to)? (?:know|understand|learn|find out|see) (?:how|why) to\\b`,
    ),
    'how-to',
  ],
  [
    new RegExp(`^${self} (?:want|need|would like|wish|would love)(?: to)? (?:know|understand|learn|find out) ${wh}\\b`),
    'question',
  ],
  [/^how about the case\b/, 'hypothetical'],
  [/^(?:how|what) about (?:(?:you|we|if you|if we) [a-z]|[a-z]+ing\b)/, 'request'],
  [/^why (?:not|do not you|do you not|do not we|do we not)\b/, 'request'],
  [
    /^how (?:do|can|could|should|does|did) (?:i|we|you|one|somebody|someone|people|users?) (?:get|go|travel|drive) (?:from|to|there|home)\b/,
    'question',
  ],
  [
    /^how (?:do|can|could|would|should|does|did|to|might|must|is|are)\b(?! (?:the|my|our|things?|you|it|this|that) (?:\p{L}+ )?(?:weather|doing|going|traffic|today|tomorrow|status|progress|market|\p{L}+)$)/u,
    'how-to',
  ],
  [
    /^what (?:is|are|would be) the (?:\p{L}+ )?(?:way|ways|procedure|process|steps?|method|effects?|consequences?|point|purpose|meaning|penalty) (?:of|to|for|if|when)\b/u,
    'how-to',
  ],
  [/^what (?:do|does|must|should|can|would) (?:i|we|one|somebody|someone) (?:have to|need to|do|get)\b/, 'how-to'],
  [/^what (?:will |would |does |can )?(?:happens?|occurs?|it mean|is it like)\b/, 'how-to'],
  [/^what does .{1,80} (?:do|mean)$/, 'how-to'],
  [/^what if\b/, 'hypothetical'],
  [
    /^(?:(?:any|some|an|a|the|no|your|need|want|give me)(?: the| a| some)? )?(?:ideas?|clue|tips?|advice|instructions?|steps?|guide|guidance|guidelines|tutorial|manual|explanation) (?:on|for|to|about|how|of)\b/,
    'how-to',
  ],
  [/^wondering (?:how|whether|if|why)\b(?! you)/, 'how-to'],
  [/^(?:should|shall|must) i\b/, 'how-to'],
  [/^(?:do|would) you (?:think|recommend|suggest|advise|support|allow|offer)\b/, 'how-to'],
  [
    /^(?:would|will|is|was) it (?:be )?(?:wise|good|better|okay|ok|safe|a good idea|smart|risky|legal|sensible)\b/,
    'how-to',
  ],
  [/^would it be possible\b/, 'request'],
  [/^is it possible for you to\b/, 'request'],
  [/^is it (?:possible|allowed|permitted|ok|okay|necessary|hard|easy|true)\b/, 'how-to'],
  [
    /^(?:is there|are there) (?:a|an|any|some)?(?: \p{L}+)? ?(?:way|fee|charge|penalty|option|button|possibility|risk|cost|limit)s?\b/u,
    'how-to',
  ],
  [/^(?:am i|are we|is one|is anyone) (?:allowed|able|permitted|entitled|free)\b/, 'how-to'],
  [/^are you able to\b/, 'how-to'],
  [/^(?:does|do|did|will|would) \p{L}+ing\b/u, 'how-to'],
  [/^(?:who|which \p{L}+) (?:can|may|is allowed to|are allowed to|is able to|could|must|should)\b/u, 'how-to'],
  [/^where (?:do|can|could|should|would|in)\b.{0,40}\b(?:i|we|one)\b/, 'question'],
  [/^shall (?:we|you)\b/, 'request'],
  [/^is there (?:any|a|some) chance (?:that )?you\b/, 'request'],
  [/^(?:can|could|would|will) (?:someone|somebody)\b/, 'request'],
  [/^do (?:it|so|this|that|these|those)\b/, 'request'],
];

const requests: readonly Rule[] = [
  // Polite requests and desires.
  [
    /^have (?:the|my|our|a|an|all|every|this|that|these|those) (?!.*\bbeen\b)(?:[\p{L}\d-]+ ){1,5}\p{L}+(?:ed|t|n)\b/u,
    'request',
  ],
  [/^(?:can|could|would|will|may) you\b/, 'request'],
  [
    new RegExp(
      `^${self} (?:was|were|am|are)? ?(?:wonder|wondering) (?:if|whether) (?:you|someone|somebody|it would)\\b`,
    ),
    'request',
  ],
  [new RegExp(`^(?:maybe|perhaps|possibly) ${self} `), 'hypothetical'],
  [new RegExp(`^${self} (?:might|may|could)(?: \\p{L}+ly)?(?: not)? \\p{L}+`, 'u'), 'hypothetical'],
  [
    new RegExp(
      `^${self} (?:am|are|was|were|have been) (?:still |just |currently |seriously |only )?(?:thinking(?! (?:about|of) )|toying|wondering|debating|tempted|unsure|undecided)\\b`,
    ),
    'hypothetical',
  ],
  [new RegExp(`^${self} (?:wonder|consider|think about|contemplate) `), 'hypothetical'],
  [
    /^(?:suppose|supposing|imagine|assume|assuming|say that|let us say|let us assume|hypothetically|pretend)\b/,
    'hypothetical',
  ],
  [/^it (?:might|may|could) be\b/, 'hypothetical'],
  [/^had (?:i|we|he|she|they|you)\b/, 'hypothetical'],
  [
    new RegExp(
      `^${self} would (?!(?:also |really |still |just |now |further |additionally |very much )*(?:like|love|prefer|appreciate|need|want|be (?:happy|glad|grateful|interested)))[a-z]+`,
    ),
    'hypothetical',
  ],
  [
    new RegExp(
      `^${self}(?: would)?(?: really| also| just| still| urgently| now| will| further| very much| currently)* (?:want|need|like|love|wish|have to|must|should|ought to|need to|would appreciate|require|would prefer|would be (?:happy|glad|grateful))\\b`,
    ),
    'request',
  ],
  [
    /^(?:you (?:can|may|should|could|must|need to|have to|might|shall)|feel free to|you are (?:allowed|welcome|free) to|go ahead)\b/,
    'request',
  ],
  [new RegExp(`^(?:can|could|may|might) (?:i|we) ${acquire}\\b`), 'request'],
  [
    /^(?:can|could|may|might|do|does|did|have|has|had|is|are|was|were|am|will|would|shall|should) (?:i|we|you|he|she|it|they|there|this|that|these|those|the|my|our|your|his|her|their|a|an|any|anyone|anybody|somebody|someone|all|every|\p{L}+ly)\b/u,
    'question',
  ],
  [/^(?:is|are|was|were|does|did|has|am|will)\b/, 'question'],
  [/^(?:what|which|who|whom|whose|when|where|why|how)\b/, 'question'],
  [new RegExp(`^${self} did (?!not)\\p{L}+`, 'u'), 'past'],
  [/^(?:thanks|thank you|great|good|nice|glad|happy|perfect|awesome) (?:for|that|to see|to hear)\b/, 'past'],
  [/^(?:let us|make sure|ensure|see to it)\b/, 'request'],
  [
    /^this (?:\p{L}+ )?(?:workflow|command|tool|operation|endpoint|function|step|action|method|call|query|api|request)\b/u,
    'request',
  ],
];

/** The reading of a clause by its first words; undefined when no pattern matches. */
export function readPattern({ text, mark }: Clause, followed: boolean, _words: Words): ClauseKind | undefined {
  const condition = readCondition(text, mark, followed);
  if (condition !== undefined) return condition;
  const found = match(negations, text) ?? match(questions, text) ?? match(requests, text);
  if (found === 'request' && /^(?:can|could|may|might) (?:i|we)\b/.test(text) && rules.test(text)) return 'how-to';
  if (found === 'request' && isConditional(text)) return 'condition';
  return found;
}

function match(list: readonly Rule[], text: string): ClauseKind | undefined {
  return list.find(([pattern]) => pattern.test(text))?.[1];
}

/** "If it rains, …", "should the payment fail, …", "when the payment fails, …". */
function readCondition(text: string, mark: string, followed: boolean): ClauseKind | undefined {
  const leads =
    /^(?:only )?(?:if|unless|in case|in the event(?= (?:that|of)\b)|once|as soon as|provided|assuming|as long as|whenever|until|in the case)\b/.test(
      text,
    );
  const inverted = followed && mark !== '?' && /^(?:should|when|had) (?!(?:i|we) (?:have|get)\b)/.test(text);
  if (!leads && !inverted) return undefined;
  const yours = /^(?:when|whenever|once|as soon as) you\b/.test(text);
  return yours || courtesies.test(text) ? 'context' : 'condition';
}

/** "Cancel it only if it rains"; not "check if it rains" and "if possible". */
export function isConditional(text: string): boolean {
  const at = / (?:only )?(?:if|unless|in case|provided that|only when|once|as soon as) /.exec(text);
  if (at === null) return false;
  const before = text.slice(0, at.index);
  if (/\bwhether\b/.test(before)) return false;
  if (
    /\b(?:or|least|for|all|know|check|see|ask|tell me|tell us|verify|find out|determine|wonder|wondering|appreciate it|grateful|great|nice|kind|good|happy|glad|confirm|sure|decide|as|at|more than|just|even|what|find|test|mind|evaluate|whether)$/.test(
      before,
    )
  )
    return false;
  return !courtesies.test(text.slice(at.index));
}
