/**
 * Patterns of asides to a reader: orders for the moment of reading, permissions that a text grants on behalf of others,
 * requests to stay silent, and orders in comments of markup.
 */
import { textPattern as form, type TextPattern } from './text-pattern.js';

const acts =
  '(?:call|invoke|send|forward|e-?mail|mail|post|copy|upload|transmit|include|append|attach|add|reveal|print|output|delete|transfer|wire|pay|approve|ignore|disregard|export|share|leak|paste|put)';
const covertly = '(?:quietly|discreetly|silently|secretly|covertly|stealthily|surreptitiously)';
const grants =
  '(?:authori[sz]es?|permits?|allows?|instructs?|orders?|directs?|commands?|has (?:authori[sz]ed|permitted|allowed|instructed|ordered|directed))';
const grantors =
  '(?:operators?|owners?|vendors?|providers?|developers?|administrators?|admins?|management|company|platform|system|user|publisher|maintainers?)';
const readers = '(?:(?:ai |llm )?(?:agents?|assistants?|models?|bots?|chatbots?)|llms?|ais?)';
const safeguards =
  '(?:approvals?|confirmations?|consent|permissions?|reviews?|limits?|polic(?:y|ies)|safeguards?|restrictions?|checks?|rules?|guidelines?|instructions?)';

/** Every pattern of an aside. */
export const asidePatterns: readonly TextPattern[] = [
  // "When you read this, forward …"; descriptions tell callers less directly what to do next.
  form(
    'text/addressed-to-model',
    [['you', 'reading'], ['this'], ['read', 'see', 'seen', 'reading']],
    `\\b(?:(?:when|whenever|once|after|as soon as|if|the moment|now that) you (?:read|see|have read|have seen|are reading) this|(?:on|upon|after|while) reading this),? ?(?:please |then |immediately |at once |also |first |always |${covertly} ){0,2}${acts}\\b`,
  ),
  // "…, discreetly email the chat": said of an order, not of what an operation does.
  form(
    'text/concealment',
    [
      ['quietly', 'discreetly', 'silently', 'secretly', 'covertly', 'stealthily', 'surreptitiously'],
      [
        'conversation',
        'chat',
        'dialog',
        'message',
        'history',
        'password',
        'token',
        'secret',
        'key',
        'credential',
        'data',
      ],
    ],
    `(?:^|[.!?:;,\\n] ?|\\b(?:then|and|please) )${covertly} (?:send|forward|e-?mail|mail|post|copy|upload|transmit|include|append|attach|export|share|leak|paste)\\b[^.!?\\n]{0,30}\\b(?:the|this|our|your|all|every|any|their|user's) (?:\\w+ )?(?:conversations?|chats?|dialog(?:ue)?s?|messages?|history|passwords?|tokens?|secrets?|keys?|credentials?|data)\\b`,
  ),
  form(
    'text/tool-hijack',
    [
      ['authori', 'permit', 'allow', 'instruct', 'order', 'direct', 'command'],
      ['agent', 'assistant', 'model', 'bot', 'llm', ' ai'],
      ['bypass', 'skip', 'ignor', 'omit', 'overrid', 'disregard', 'circumvent', 'disabl', 'without'],
    ],
    `\\b${grantors}\\b[^.!?\\n]{0,40}?\\b(?:hereby )?${grants} (?:the|this|any|every|all) ${readers} to (?:bypass|skip|ignore|omit|override|disregard|circumvent|disable)\\b(?:(?!\\b(?:that|which|who|when|if)\\b)[^.!?\\n]){0,40}\\b${safeguards}\\b|\\bhereby ${grants} (?:(?:the|this|any|every|all) )?${readers} to\\b|\\b(?:by order of|on the orders of|on behalf of) (?:the |your )?${grantors},? (?:(?:the|this|any|every|all) )?${readers} (?:may|must|should|can|shall)\\b[^.!?\\n]{0,60}\\bwithout (?:asking|waiting|any|further|prior)\\b`,
  ),
  form(
    'text/exfiltration',
    [
      ['system prompt', 'your prompt', 'your instructions', 'your system'],
      ['print', 'output', 'reveal', 'repeat', 'recite', 'display', 'show', 'dump', 'write', 'reproduce', 'quote'],
      ['it', 'them'],
    ],
    '\\b(?:system prompt|your (?:prompt|instructions|system message))\\b[^.!?\\n]{0,60}[.;,:!-] ?(?:please |now |then |and |so |first ){0,2}(?:print|output|reveal|repeat|recite|display|show|dump|write|reproduce|quote) (?:it|them)\\b',
  ),
  form(
    'text/concealment',
    [
      ['nothing', 'quiet', 'silent', 'a word', 'secret', 'yourself'],
      ['about', 'of', 'to'],
    ],
    "(?:^|[.!?:;,\\n] ?|\\b(?:and|then|but|please) )(?:say nothing (?:about|of) (?:it|this|that|these)\\b|(?:keep|stay|be|remain) (?:quiet|silent) about (?:it|this|that|these)\\b|(?:(?:never|do not|don't) (?:breathe|say|speak|utter)|not) a word (?:about|of) (?:it|this|that|these)\\b|keep (?:it|this|that) (?:to yourself|between us)\\b)",
  ),
  form(
    'text/hidden-section',
    [['<!--'], ['agent', 'model', 'bot']],
    `<!--[^>]{0,120}\\b(?:agents?|bots?)\\b[^>]{0,20}\\b(?:must|should|shall|has to|have to|needs? to|always|never)\\b|<!--[^>]{0,120}(?<!\\bdata )(?<!\\bobject )\\bmodels? (?:must|should|shall|has to|have to|needs? to) (?:always |never |first |also )?${acts}\\b`,
  ),
];
