/**
 * Finds words that address a model in a text that should describe an endpoint (AGIS §13, reading R41). "You are"
 * addresses a model when it assigns a role ("You are an assistant"); it describes the caller when it states what
 * callers can do ("You are unable to …"), as a condition ("if you are an administrator") or in a question.
 */

import { matchText } from '@dragoman/documents';
import { agisLimits } from '../limits.js';

/** Words after which "you are" is part of a condition or of a relative clause. */
const unconditional =
  '(?<!\\b(?:if|when|whenever|whether|unless|once|until|while|where|because|since|that|which|who|assuming|although|as)[ \\n])';
const persona =
  '(?:assistant|chatbot|bot|ai|llm|language model|model|agent|expert|system|admin|administrator|developer|root|hacker)';
const determiner = '(?:an?|the|my|our|their|dan)';

/** A sentence begins at the start, after its predecessor or a quote, and after a blank line; a line may be wrapped. */
const sentenceStart = '(?:^|[.!?:"\'“”] ?|[.!?:]\\n|\\n\\n|\\n[-*•] ?)';
const notAsked = '(?![^.!\\n]{0,80}\\?)';

/** Not the definition of a word: "System: the area of the vehicle". */
const notDefined =
  '(?! ?(?:an?|the|name|id|identifier|type|whether|one) (?:[\\w-]+ ){0,4}(?:of|that|which|who|for|in|at)\\b)';

const tokens: readonly RegExp[] = [
  // Somebody else "who can bypass the rules" is described, not addressed.
  /\b(?:ignore|disregard|forget|(?<!(?<!you )(?:can|could|may|might|who|that|which) )(?:override|bypass))\b[^.!?]{0,30}\b(?:previous|prior|above|earlier|all|any|your|the|system)\b[^.!?]{0,20}\b(?:instructions?|prompts?|rules|guidelines|directions|context)\b/,
  new RegExp(
    `${unconditional}\\byou are (?:now |no longer )?(?:${determiner} )(?:[\\w-]+ ){0,3}${persona}\\b${notAsked}`,
  ),
  new RegExp(
    `${unconditional}\\byou are now (?:${determiner}|in \\w+ mode|acting as|free (?:from|of)|unrestricted|jailbroken)\\b`,
  ),
  /\byou are no longer (?:bound|restricted|limited) by\b/,
  new RegExp(`${sentenceStart}you are ${determiner}\\b${notAsked}`),
  // A forged turn orders something.
  new RegExp(`(?:^|[\\n"'“”(]) ?(?:system|assistant|developer) ?:${notDefined}`),
  // A forged turn after a sentence, on the same line.
  new RegExp(`[.!?] (?:system|assistant) ?:${notDefined} ?[a-z]`),
  /<\/?(?:system|instructions?|im_start|im_end)\b|\[\/?inst\]|<\|(?!end_?of_?\w{1,20}\|)[a-z_]+\|>/,
  /\b(?:new|updated|real) (?:system )?(?:instructions|prompt) ?:/,
  /\bdo not (?:tell|inform|reveal|mention)\b[^.!?]{0,30}\b(?:user|human|customer|person)\b/,
];

/** Every text with a token contains one of these words; searching for them is fast. */
const needles =
  /ignor|disregard|forget|overrid|bypass|you are|system|assistant|developer|[<[]|instruction|prompt|do not/;

/**
 * The words found, after normalization; undefined when the text does not address a model and hides nothing. Hidden
 * characters and forged turns are found as in every other third-party text.
 */
export function findInstruction(text: string): string | undefined {
  const searched = text.slice(0, agisLimits.searched);
  const folded = foldText(searched);
  for (const token of needles.test(folded) ? tokens : []) {
    const found = token.exec(folded)?.[0].trim();
    if (found !== undefined) return found;
  }
  return matchText(searched)[0]?.words;
}

/** Normalizes compatibility forms, removes invisible characters and collapses white space; line breaks stay. */
function foldText(text: string): string {
  // Fast path: for plain text, normalization changes only letter case.
  if (/^[!-~]*(?: [!-~]+)*$/.test(text)) return text.toLowerCase();
  return text
    .normalize('NFKC')
    .replace(/[\u00ad\u180e\u200b-\u200f\u202a-\u202e\u2060-\u2064\ufeff]/g, '')
    .replace(/[^\S\n]+/g, ' ')
    .replace(/ ?\n ?/g, '\n')
    .toLowerCase()
    .trim();
}
