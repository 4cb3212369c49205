/**
 * Signs that a text steers its reader, weighed together: a single sign occurs in ordinary descriptions, several of them
 * in two neighboring sentences hardly ever. Finds what no pattern spells out.
 */
import type { TextPattern } from './text-pattern.js';

const person =
  '(?:user|person|human|customer|buyer|client|account holder|owner|operator|people|patient|guest|employee)s?';

interface Sign {
  /** What one occurrence weighs; with `enough` the text is reported. */
  weight: number;
  /** What the text attempts, if this sign decides. */
  code: TextPattern['code'];
  /** True for a sign that the text speaks to its reader; at least one is necessary. */
  addresses: boolean;
  pattern: RegExp;
}

const enough = 3;

const sign = (weight: number, code: Sign['code'], addresses: boolean, source: string): Sign => ({
  weight,
  code,
  addresses,
  pattern: new RegExp(source, 'i'),
});

/** The signs, the most telling code first. */
const signs: readonly Sign[] = [
  // What people must not learn.
  sign(
    2,
    'text/concealment',
    true,
    `\\b(?:be|remain|stay|kept?) unaware\\b|\\bin the dark\\b|\\b(?:nobody|no one) (?:must |should |will |may )?(?:ever )?(?:notices?|sees?|knows?|learns?)\\b|\\b(?:do not|don't|never) let (?:the |any |your )?${person} (?:see|know|notice|find|learn)\\b|\\b(?:must|should|may) (?:not|never) (?:learn|notice|find out|hear|suspect)\\b|\\b(?:never|don't|do not|without|no need to|avoid) (?:consult|notif|tell|inform|alert|ask|warn|bother|involv)\\w* (?:the |a |an |any |your )?${person}\\b(?! (?:to|about)\\b)|\\bkeep (?:this|it)(?: \\w+)? (?:quiet|hidden|to yourself|between)\\b|\\b(?:hush|quietly|covertly|secretly)\\b|\\bwithout (?:comment|a word|mention|mentioning it|saying so)\\b`,
  ),
  // What only the reader has or knows.
  sign(
    2,
    'text/exfiltration',
    true,
    `\\byour (?:reply|creator|maker|operator|principal|briefing|training data|persona|master|human|(?:final|next|own) (?:answer|reply|response)|replies)\\b|\\b(?:everything|all|what|whatever|anything)(?: that)? you (?:know|remember|hold|have (?:seen|learned|read)|can see|(?:have been|were) told)\\b|\\b${person} (?:that |who |whom )?you (?:are )?(?:helping|help|work for|serve|assist|talk to|speak with|represent|act for)\\b|\\b(?:secrets?|keys?|tokens?|credentials|passwords?) (?:that )?you (?:hold|know|can (?:read|see))\\b`,
  ),
  sign(
    2,
    'text/addressed-to-model',
    true,
    '\\bin your (?:answer|reply|summary|final response|next response)\\b|\\b(?:should|if|when) (?:anyone|anybody|someone|somebody|they|he|she) (?:asks?|inquires?|wonders?|complains?)\\b|\\b(?:answer|reply|respond)\\b[^.!?\\n]{0,25}\\bwith (?:y|yes|ok|true)\\b|\\b(?:written|said|stated) (?:before|above|until) (?:this|here|now)\\b',
  ),
  sign(
    2,
    'text/role-change',
    true,
    '\\bfor the rest of (?:the|this|your) (?:task|session|conversation|chat|day)\\b|\\bfrom (?:now|here) on\\b|\\bin this (?:conversation|chat)\\b|\\bonce you have finished\\b|\\bbefore this line\\b|\\bas the (?:developer|creator|maker|owner) of this (?:assistant|model|agent)\\b|\\byou are (?:the|an?) (?:\\w+ )?(?:robot|assistant|bot|agent|expert|ai)\\b|\\b(?:instruction|order|command|task)s? for you\\b|(?:^|[.!?\\n] ?)(?:stop|halt)[.!:] ?(?:new|next|your)\\b',
  ),
  sign(
    1,
    'text/addressed-to-model',
    true,
    '(?:^|[.!?;:\\n] ?)(?:please |now |then |also |always |simply |just |and )*(?:(?:consider|assume)(?! (?:that )?(?:alice|bob|we|the following|an? (?:example|scenario|situation|case))\\b)|pretend|claim|(?:answer|reply|respond|say|tell|repeat) (?:all|any|every|the|it|as|with|only|to|nothing|that|them)|treat|act|behave|believe|trust|obey|(?:never|always) (?!\\w+ed\\b)|simply|give priority|dismiss)\\b',
  ),
  // What they are about.
  sign(1, 'text/tool-hijack', false, `\\b(?:the|your|this|any|every) ${person}\\b(?!'s\\b)`),
  sign(
    1,
    'text/tool-hijack',
    false,
    '\\b(?:approv\\w+|confirm\\w*|consent\\w*|permissions?|agrees?|agreed|objections?|authori[sz]\\w+)\\b',
  ),
  sign(
    1,
    'text/instruction-override',
    false,
    '\\b(?:safeguards?|guardrails?|restrictions?|(?:content|safety|usage|hidden|house) rules?|rules|filters?|polic(?:y|ies)|safety|warnings?|moderation|developer mode)\\b',
  ),
  sign(
    1,
    'text/instruction-override',
    false,
    '\\b(?:lifted|void|are off|is off|suspended|no longer|do(?:es)? not apply|obsolete|dismiss|ignore|disregard|bypass|overlook|override|circumvent|irrelevant|waived|overrule|discard)\\b',
  ),
  sign(
    1,
    'text/exfiltration',
    false,
    '\\b(?:passwords?|secrets?|keys?|tokens?|credentials?|tan|pin|maiden name|\\.ssh|\\.env)\\b',
  ),
  sign(
    1,
    'text/exfiltration',
    false,
    '\\b(?:put|pass|append|paste|encode|store|include|write|place|fill) (?:it|them|[`\'"]\\w+|that|this|the secrets?)\\b|\\b(?:into|in|as) [`\'"]\\w+',
  ),
  sign(
    1,
    'text/tool-hijack',
    false,
    '\\b(?:every|all|any|no) other (?:\\w+ )?(?:tools?|services?|servers?|agents?)\\b|\\bthe tool \\w+|\\broute all\\b|\\bthis tool\\b',
  ),
];

/** What speaks to the reader at all; most texts have none of it. */
const addressed = new RegExp(
  signs
    .filter(({ addresses }) => addresses)
    .map(({ pattern }) => pattern.source)
    .join('|'),
  'i',
);

/** False for most texts, which then need no further reading. */
function speaksToReader(text: string): boolean {
  return addressed.test(text);
}

/** Advice to developers: secrets are not to be shown to anybody. */
const advice =
  /\b(?:do not|don't|never) (?:share|expose|publish|commit|disclose|reveal)\b[^.!?\n]{0,30}\b(?:keys?|tokens?|secrets?|passwords?|credentials?)\b/i;

/** Texts longer than an instruction are cut. */
const longest = 400;

/** The passage with the signs, and what it attempts; undefined when there are too few of them. */
export function weighSigns(text: string): { code: Sign['code']; words: string } | undefined {
  if (!speaksToReader(text)) return undefined;
  const sentences = text.split(/(?<=[.!?\n])\s+/).filter((sentence) => !advice.test(sentence));
  for (let at = 0; at < sentences.length; at += 1) {
    const words = sentences
      .slice(at, at + 2)
      .join(' ')
      .slice(0, longest);
    const found = signs.filter(({ pattern }) => pattern.test(words));
    const weight = found.reduce((sum, each) => sum + each.weight, 0);
    const [first] = found;
    if (weight >= enough && first !== undefined && found.some(({ addresses }) => addresses))
      return { code: first.code, words };
  }
  return undefined;
}
