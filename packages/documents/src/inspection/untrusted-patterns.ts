/**
 * Patterns of text that addresses a model instead of describing a service: one row per pattern. Every repetition is
 * bounded and starts from a fixed word, so that no text can make a pattern slow. English mostly; the most common form
 * in seven more languages.
 */
import type { TextCode } from './untrusted-diagnostics.js';

/** One pattern. The text is normalized before: plain letters, single spaces, no invisible characters. */
export interface TextPattern {
  code: Exclude<TextCode, 'text/hidden-characters' | 'text/terminal-escape'>;
  /** Every matching text contains one word of each list, in lower case: searching for words is fast. */
  needs: readonly (readonly string[])[];
  pattern: RegExp;
}

const orders = '(?:instructions?|prompts?|directives?|guidelines|programming|training|guidance|system message)';

const readers =
  '(?:ai|llm|language model|ai assistant|ai agent|chatgpt|claude|gpt-\\d|copilot)s?(?: (?:assistants?|agents?|models?|readers?))?';

/** Every pattern. */
export const textPatterns: readonly TextPattern[] = Object.freeze([
  // The text asks to ignore earlier instructions.
  form(
    'text/instruction-override',
    [['ignore', 'disregard', 'forget', 'discard']],
    `\\b(?:ignore|disregard|forget|discard)\\b[^.!?\\n]{0,30}\\b(?:previous|prior|above|earlier|preceding|past|your|original|initial|system|all other)\\b[^.!?\\n]{0,25}\\b${orders}\\b`,
  ),
  form(
    'text/instruction-override',
    [['ignore', 'disregard', 'forget']],
    '\\b(?:ignore|disregard|forget) (?:everything|anything|all (?:of )?(?:that|this)|what)\\b[^.!?\\n]{0,30}\\b(?:above|before|said|told|instructed|so far|you know)\\b',
  ),
  form(
    'text/instruction-override',
    [
      ['override', 'bypass', 'disable', 'turn off'],
      ['your', 'safety'],
    ],
    '\\b(?:override|bypass|disable|turn off)\\b[^.!?\\n]{0,20}\\b(?:your (?:system |safety )?(?:prompt|instructions?|guidelines|filters?|guardrails|restrictions|programming)|all safety (?:guidelines|filters?|rules|checks))\\b',
  ),
  form(
    'text/instruction-override',
    [['instructions', 'prompt', 'directives', 'override']],
    '\\b(?:new|real|actual|true) (?:system )?(?:instructions|prompt|directives) ?:|\\b(?:system|admin|priority|emergency) (?:prompt )?override\\b ?[:!-]',
  ),
  form(
    'text/instruction-override',
    [['ignor', 'vergiss']],
    '\\b(?:ignoriere|vergiss) (?:\\w+ ){0,2}(?:vorherigen|bisherigen|obigen|fruheren) (?:anweisungen|instruktionen|befehle)|\\bignore[zr]? (?:toutes )?les (?:instructions|consignes) (?:precedentes|ci-dessus)|\\bignora (?:todas )?(?:las )?instrucciones (?:anteriores|previas)|\\bignor[ea] (?:todas )?(?:as )?instrucoes (?:anteriores|previas)|\\bignora (?:tutte )?le istruzioni precedenti',
  ),
  form(
    'text/instruction-override',
    [['忽略', '无视', '忽視', '無視']],
    '(?:忽略|无视|忽視)[^。]{0,10}(?:之前|以上|先前|前面)[^。]{0,6}(?:指令|指示|说明|提示)|(?:以前|これまで|上記)の(?:指示|命令)[^。]{0,6}無視',
  ),
  // The text asks the reader to assume another role.
  form(
    'text/role-change',
    [['you are n', 'do anything now']],
    '\\byou are (?:now|no longer)\\b[^.!?\\n]{0,40}\\b(?:dan|jailbroken|unrestricted|unfiltered|uncensored|(?:bound|restricted|limited) by (?:any|your|all|the) (?:polic(?:y|ies)|rules?|guidelines|restrictions|instructions)|in developer mode|an? different (?:ai|assistant|model)|root|evil)\\b|\\bdo anything now\\b',
  ),
  form(
    'text/role-change',
    [['mode', 'as if you', 'as though you']],
    '\\b(?:developer|god|jailbreak|unrestricted|debug) mode (?:is )?(?:now )?(?:enabled|activated|on)\\b[^\\n]{0,60}\\b(?:you|respond|answer|comply|no (?:limits|restrictions|filters))\\b|\\b(?:pretend|act|behave|respond) as (?:if|though) you (?:have|had|are under) no (?:restrictions|rules|limits|guidelines|filters)',
  ),
  form(
    'text/role-change',
    [['<|', 'inst]', 'sys>', 'system', 'assistant', 'human']],
    '<\\|(?:im_start|im_end|system|user|assistant|eot_id|start_header_id|end_header_id)\\|>|\\[/?inst\\]|<</?sys>>|</?system[ _-](?:prompt|message|instructions?|reminder)>|(?:^|\\n) ?(?:#{1,4} ?)?(?:system|assistant|human) ?: ?(?:you (?:are|must|will|have)|ignore|from now on)',
  ),
  form(
    'text/role-change',
    [['from now on', '##']],
    '\\bfrom now on,? you (?:act|are|will|must|should|behave|respond|answer|obey|only)\\b|(?:^|\\n) ?#{2,4} ?(?:instructions?|system|assistant|human|user|response) ?:',
  ),
  // The text addresses the model secretly. Documentation written as markup has paragraphs in its <important> boxes; an
  // instruction to a model has words there.
  form(
    'text/hidden-section',
    [['<important>', '</', '<!--']],
    '<important>(?!\\s{0,20}</?\\w)|<(secret|hidden|critical|override|confidential)>[^<]{20,2000}</\\1>|<!--[^>]{0,120}\\b(?:assistant|llm|ai agents?|language models?|system prompt)\\b',
  ),
  form(
    'text/addressed-to-model',
    [['if you', 'as a']],
    "\\bif you(?: are|'re) an? (?:ai|llm|language model|large language model|artificial intelligence|automated assistant|ai (?:assistant|agent|model))\\b|\\bas an? (?:ai|llm|language model|ai assistant)\\b[^.!?\\n]{0,20}\\byou (?:must|should|have to|need to|are required)\\b",
  ),
  form(
    'text/addressed-to-model',
    [[' ai', 'llm', 'language model', 'chatgpt', 'claude', 'gpt-', 'copilot']],
    // With a comma only at the start of a sentence: "sends a message to ChatGPT, a model" is about a model.
    `\\b(?:attention|note|message|instructions?|important|notice) ?(?:to|for|:)? ?(?:the |all |any )?${readers} ?[:!]|(?:^|[.!?\\n>(\\[*"-] ?)(?:attention|note|message|instructions?|important|notice) ?(?:to|for|:)? ?(?:the |all |any )?${readers} ?,`,
  ),
  // The text claims another author, or speaks of the next message of its reader: callers of an API write none.
  form(
    'text/addressed-to-model',
    [['paragraph', 'text', 'message', 'sentence', 'line', 'answer', 'reply', 'response']],
    '\\b(?:treat|regard|consider|take)\\b[^.!?\\n]{0,10}\\b(?:this|the following|the next) (?:paragraph|text|message|sentence|line)\\b[^.!?\\n]{0,20}\\bas (?:\\w+ ){0,3}(?:from|by) (?:your|the) (?:developers?|operators?|users?|system|administrators?|creators?)\\b|\\b(?:must|should|has to|have to|needs? to|include|add|put|begin|start|end)\\b[^.!?\\n]{0,40}\\byour (?:next|final) (?:answer|reply|response|message)\\b',
  ),
  form(
    'text/concealment',
    [
      ['user', 'human', 'customer', 'operator'],
      ['not', "don't", 'never'],
    ],
    "\\b(?:do not|don't|never|must not|should not)\\b[^.!?\\n]{0,15}\\b(?:tell|mention|inform|reveal|disclose|explain|let)\\b[^.!?\\n]{0,60}\\b(?:user|human|customer|operator)s?\\b[^.!?\\n]{0,40}\\b(?:this|that you|these|instructions?|steps?|side ?notes?|about it|know)\\b",
  ),
  form(
    'text/concealment',
    [
      ['user', 'human', 'customer', 'operator', 'anyone'],
      ["don't", 'not', 'never', 'without', 'keep', 'hide', 'conceal'],
    ],
    "\\b(?:do not|don't|never) (?:ever )?(?:mention|reveal|disclose|explain)\\b[^.!?\\n]{0,15}\\b(?:this|these|that you|any of this|it)\\b[^.!?\\n]{0,30}\\b(?:to|from) (?:the |any )?(?:user|human|customer|operator|anyone)|\\bwithout (?:telling|informing|alerting|mentioning (?:it|this) to) (?:the |any )?(?:user|human|operator)\\b|\\b(?:keep|hide|conceal)\\b[^.!?\\n]{0,30}\\b(?:from|hidden from|secret from) the (?:user|human|operator)\\b",
  ),
  // The text forges a consent, or asks to act without one.
  form(
    'text/tool-hijack',
    [['user', 'person', 'human', 'anyone', 'anybody', 'customer', 'operator', 'confirm', 'approv']],
    "\\b(?:do not|don't|never|no need to)\\b (?:ask|prompt|consult|wait for|bother)\\b[^.!?\\n]{0,20}\\b(?:the |any |a )?(?:user|person|human|operator|anyone|anybody)\\b[^.!?\\n]{0,25}\\b(?:just|simply|first|to confirm|for (?:confirmation|permission|approval|consent)|but)\\b|\\b(?:confirm\\w*|approv\\w*) (?:to|as|=) (?:true|yes)\\b[^.!?\\n]{0,20}\\bwithout (?:asking|consulting|prompting)\\b|\\b(?:user|person|human|customer|operator) has (?:already )?(?:agreed|approved|consented|confirmed|authori[sz]ed|given (?:his|her|their) consent)\\b[^.!?\\n]{0,40}\\b(?:no (?:further )?(?:confirmation|approval|consent)|do not ask|don't ask|need not)\\b",
  ),
  // The text asks for data of the reader.
  form(
    'text/exfiltration',
    [
      ['http', '@', 'parameter', 'argument', 'field', 'note', 'query', 'url'],
      [
        'entire',
        'full',
        'whole',
        'complete',
        'all',
        'history',
        'your',
        'prompt',
        'any',
        'user',
        'every',
        'conversation',
        'chat',
        'dialog',
      ],
    ],
    "\\b(?:send|post|forward|upload|transmit|leak|e-?mail|append|include|attach|copy|pass|submit|paste|encode|put|write|exfiltrate)\\b[^.!?\\n]{0,50}\\b(?:(?:entire|full|whole|complete|all) (?:of the |of this |previous |prior )?(?:conversation|chat|messages?|context|dialog(?:ue)?)|conversation history|chat history|(?:the|this|our) (?:conversation|chat|dialog(?:ue)?) (?:so far|above|to date|until now)|(?:your|the) system prompt|your (?:memory|instructions|environment variables)|(?:all|any|the user's|user's|every) (?:\\w+ ){0,2}(?:passwords?|credentials|api[ _-]?keys?|access tokens?|secrets|private keys?|cookies|environment variables))\\b[^!?\\n]{0,80}(?:https?://|\\w@\\w|\\b(?:parameter|argument|field|side ?note|query string|url)\\b)",
  ),
  form(
    'text/exfiltration',
    [['~/.', '/etc/', 'id_rsa', '.ssh', '.aws', '.env', 'mcp.json', '.git-']],
    '\\b(?:read|open|cat|load|fetch|access|get|include|collect)\\b[^.!?\\n]{0,50}(?:~/\\.|/etc/(?:passwd|shadow)|\\bid_rsa\\b|\\.ssh/|\\.aws/|\\.env\\b|mcp\\.json|\\.git-credentials)[^!?\\n]{0,120}\\b(?:pass|send|include|provide|put|append|post|attach|return|add|submit)\\b',
  ),
  form(
    'text/exfiltration',
    [['![', 'your', 'above']],
    '!\\[[^\\]]{0,80}\\]\\(https?://[^)\\s]{1,200}[?&/][^)\\s]{0,60}(?:\\{|\\[|<|%7b|\\$)|\\b(?:reveal|print|repeat|output|reproduce|dump|display|tell me|recite)\\b[^.!?\\n]{0,30}\\b(?:your (?:entire |full |hidden |initial )?(?:system prompt|system message|instructions|prompt)|(?:everything|all (?:the )?text|words) above)\\b',
  ),
  // The text asks for other tools to be used differently, or not at all.
  form(
    'text/tool-hijack',
    [
      ['tool', 'agent', 'server', 'function', 'service'],
      ['instead', 'rather', 'use', 'using', 'always'],
    ],
    "\\b(?:instead of|rather than|do not use|don't use|never use|stop using)\\b[^.!?\\n]{0,20}\\b(?:any other|all other|other|the (?:official|original|built-in|real|trusted)) (?:\\w+ )?(?:tools?|agents?|servers?|functions?)\\b|\\balways (?:call|use|prefer|choose|select|recommend) this (?:tool|agent|server|function|service)\\b[^.!?\\n]{0,40}\\b(?:regardless|no matter|over (?:any|all) other|above (?:any|all) other|(?:never|not|no) (?:use )?(?:any )?other|even if)",
  ),
  form(
    'text/tool-hijack',
    [
      ['tool', 'function'],
      ['before', 'after', 'when', 'every time'],
      ['must', 'always', 'first'],
    ],
    '\\b(?:before|after|whenever|every time|when)\\b[^.!?\\n]{0,30}\\b(?:using|calling|invoking|use|call|invoke|run|running)\\b[^.!?\\n]{0,20}\\b(?:any|every|all|another)\\b[^.!?\\n]{0,12}\\b(?:tools?|functions?)\\b[^.!?\\n]{0,40}\\b(?:you must|must|always|first)\\b[^.!?\\n]{0,30}\\b(?:read|send|post|pass|include|copy|forward|e-?mail|run)\\b',
  ),
  form(
    'text/tool-hijack',
    [
      ['mail', 'message', 'payment', 'transfer', 'invoice', 'user'],
      ['must', 'should', 'to', 'even if', 'regardless', 'no matter'],
    ],
    '\\b(?:all|every|any)\\b[^.!?\\n]{0,25}\\b(?:e-?mails?|messages?|payments?|transfers?|invoices?)\\b[^.!?\\n]{0,30}\\b(?:must|should|have to|need to)\\b[^.!?\\n]{0,25}\\b(?:sent|routed|redirected|forwarded|copied|bcc|cc)\\b[^!?\\n]{0,40}(?:\\w@\\w|\\biban\\b|\\baccount \\w*\\d)|\\b(?:even if|regardless of what|no matter what)\\b[^.!?\\n]{0,12}\\buser\\b[^.!?\\n]{0,15}\\b(?:objects?|refuses?|declines?|says? (?:no|not|otherwise)|asks? (?:you )?(?:not|otherwise))\\b',
  ),
  form(
    'text/tool-hijack',
    [['base64', 'rot13', 'hex', 'the following']],
    '\\b(?:decode|decrypt|unscramble)\\b[^!?\\n]{0,60}\\b(?:base64|rot13|hex)\\b[^!?\\n]{0,60}\\b(?:execute|follow|obey|comply|carry out|do what)\\b|\\b(?:execute|run|eval) the following (?:shell |bash |system )?(?:command|code|script)s?\\b[^\\n]{0,40}(?:rm -rf|curl |wget |nc |base64|powershell)',
  ),
]);

function form(code: TextPattern['code'], needs: TextPattern['needs'], source: string): TextPattern {
  return { code, needs, pattern: new RegExp(source, 'iu') };
}
