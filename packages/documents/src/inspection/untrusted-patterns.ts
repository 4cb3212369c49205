/**
 * Patterns of text that addresses a model instead of describing a service: one row per pattern. Every repetition is
 * bounded and starts from a fixed word, so that no text can make a pattern slow. English mostly; the most common form
 * in the languages that most descriptions are written in.
 */
import { textPattern as form, orders, readers, type TextPattern } from './text-pattern.js';
import { asidePatterns } from './untrusted-asides.js';
import { hintPatterns } from './untrusted-hints.js';
import { orderPatterns } from './untrusted-orders.js';

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
  // The text declares earlier instructions void instead of asking to ignore them.
  form(
    'text/instruction-override',
    [
      ['instruction', 'prompt', 'directive', 'guideline', 'guidance', 'rules'],
      ['longer', 'void', 'suspended', 'superseded', 'cancelled', 'canceled', 'apply', 'overridden'],
    ],
    `\\b(?:your|(?:all|any) (?:of )?(?:your|the)) (?:(?:previous|prior|earlier|preceding|original|initial|former|system|safety|other) ){0,2}(?:${orders}|rules)\\b[^.!?\\n]{0,15}\\b(?:no longer (?:apply|applies|count|matter|valid|hold)|do(?:es)? not apply|don't apply|(?:is|are) (?:now )?(?:void|suspended|superseded|cancell?ed|lifted|overridden))\\b`,
  ),
  form(
    'text/instruction-override',
    [
      ['no longer', 'do not apply', "don't apply", ' void'],
      ['above', 'earlier', 'before'],
    ],
    `\\b(?:${orders}|rules) (?:(?:stated |given )?(?:above|earlier|before this|so far)) (?:(?:no longer|do not|don't) apply|are (?:now )?void|are no longer valid)\\b`,
  ),
  form(
    'text/instruction-override',
    [
      [
        'игнорир',
        'забудь',
        'ігнору',
        '무시',
        '잊어',
        'negeer',
        'vergeet',
        'zignoruj',
        'pomin',
        'yok say',
        'abaikan',
        'bo qua',
        'ignorera',
        'تجاهل',
        'अनदेखा',
        'नज़रअंदाज़',
      ],
    ],
    '(?:игнорируй(?:те)?|забудь(?:те)?|ігноруй(?:те)?)[^.!?\\n]{0,20}(?:предыдущи|прежни|прошл|вышеприведенн|попередн)[^.!?\\n]{0,6} (?:инструкци|указани|команд|інструкці|вказівк)|(?:이전|위|앞)[^.\\n]{0,10}(?:지시|명령|지침)[^.\\n]{0,10}(?:무시|잊어)|\\b(?:negeer|vergeet) (?:alle |de )?(?:vorige|eerdere|voorgaande|bovenstaande) (?:instructies|opdrachten)|\\b(?:zignoruj|pomin) (?:wszystkie )?(?:poprzednie|wczesniejsze|powyzsze) (?:instrukcje|polecenia)|\\bonceki (?:tum )?talimatlar\\S{0,4} (?:yok say|dikkate alma)|\\babaikan (?:semua )?(?:instruksi|perintah) (?:sebelumnya|di atas)|\\bbo qua (?:tat ca )?(?:cac )?(?:huong dan|chi thi|lenh) (?:truoc|o tren)|\\bignorera (?:alla )?(?:tidigare|foregaende) (?:instruktioner|anvisningar)|تجاهل[^.\\n]{0,10}(?:التعليمات|الأوامر)[^.\\n]{0,6}السابقة|(?:पिछले|पहले के|उपरोक्त)[^.।\\n]{0,12}निर्देश[^.।\\n]{0,12}(?:अनदेखा|नज़रअंदाज़)',
  ),
  form(
    'text/instruction-override',
    [['忽略', '无视', '忽視', '無視']],
    '(?:忽略|无视|忽視)[^。]{0,10}(?:之前|以上|先前|前面)[^。]{0,6}(?:指令|指示|说明|提示)|(?:以前|これまで|上記)の(?:指示|命令)[^。]{0,6}無視',
  ),
  // The text asks the reader to assume another role.
  form(
    'text/role-change',
    [['pretend', 'imagine', 'act as']],
    "(?:^|[.!?:\\n>] ?)(?:please )?(?:pretend|imagine)(?: that)? you(?: are|'re| were) (?:an?|the|my|our|now|root|authori[sz]ed)\\b|(?:^|[.!?:\\n>] ?)act as (?:if|though) you (?:are|were) (?:an?|the|now|authori[sz]ed)\\b",
  ),
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
  // The text forges the end of what it is part of, or a message of somebody who configures the reader.
  form(
    'text/role-change',
    [
      [
        '</',
        'end of',
        '[system',
        '[developer',
        '[operator',
        'message from',
        'note from',
        'instruction from',
        'update from',
      ],
    ],
    '</(?:tool|tool_?(?:description|result|output|response|call)s?|function_?(?:description|result|results|calls?)|untrusted\\w*|context|assistant|human)> ?<(?!/)|(?:[-=*#]{3,}|\\[) ?end of (?:the )?(?:tool|function|description|untrusted|external|third-party|data|document)\\b|\\[(?:system|developer|operator)\\] ?\\w|\\b(?:new |urgent |important |official )(?:message|note|instruction|update|notice)s? from (?:the |your )?(?:developers?|system|operator|platform|host)\\b',
  ),
  // The text addresses the model secretly. Documentation written as markup has paragraphs in its <important> boxes; an
  // instruction to a model has words there.
  form(
    'text/hidden-section',
    [['<important>', '</', '<!--']],
    '<important>(?!\\s{0,20}</?\\w)|<(secret|hidden|critical|override|confidential)>[^<]{20,2000}</\\1>|<!--[^>]{0,120}\\b(?:assistant|llm|ai agents?|language models?|system prompt)\\b|<!-- ?(?:ai|agents?|models?|bots?) ?:',
  ),
  form(
    'text/addressed-to-model',
    [['if you', 'as a']],
    "\\bif you(?: are|'re) an? (?:ai|llm|language model|large language model|artificial intelligence|automated assistant|ai (?:assistant|agent|model))\\b(?! (?:provider|vendor|compan|business|developer|engineer|research|start-?up|team|partner|customer|user|lab|expert|student))|\\bas an? (?:ai|llm|language model|ai assistant)\\b[^.!?\\n]{0,20}\\byou (?:must|should|have to|need to|are required)\\b",
  ),
  form(
    'text/addressed-to-model',
    [[' ai', 'llm', 'language model', 'chatgpt', 'claude', 'gpt-', 'copilot']],
    // With a comma only at the start of a sentence: "sends a message to ChatGPT, a model" is about a model.
    `\\b(?:attention|note|message|instructions?|important|notice) ?(?:to|for|:)? ?(?:the |all |any )?${readers} ?[:!]|(?:^|[.!?\\n>(\\[*"-] ?)(?:attention|note|message|instructions?|important|notice) ?(?:to|for|:)? ?(?:the |all |any )?${readers} ?,`,
  ),
  // "AI agents: call this first" orders something; "AI: the model that answered" explains a field.
  form(
    'text/addressed-to-model',
    [[' ai', 'ai ', 'llm', 'language model', 'chatgpt', 'claude', 'gpt-', 'copilot', 'assistant']],
    `(?:^|[.!?\\n>(\\[*"-] ?)(?:dear )?(?:${readers}|assistants?) ?[:,!] ?(?:please |you (?:must|should|have to|need to|may)|always|never|do not|don't|call|use|run|send|ignore|skip|first|forward|approve)\\b`,
  ),
  // A forged turn of the user, and an order for the moment at which the text is read.
  form(
    'text/role-change',
    [['user:', 'user :', 'human:', 'human :']],
    '(?:^|[.!?\\n"] ?)(?:user|human) ?: ?(?:yes|ok|okay|sure|please|go ahead|confirmed|approved|i (?:confirm|approve|agree|want|allow))\\b',
  ),
  form(
    'text/addressed-to-model',
    [
      ['you see', 'you read', 'you have read', 'you process', 'you encounter', 'you find'],
      ['this', 'these'],
    ],
    '\\b(?:when|once|after|as soon as|if) you (?:see|read|have read|process|encounter|find) (?:this (?:text|message|description|note|line|sentence)|these words)\\b',
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
  // "Tell" speaks to somebody who can talk: programs notify, show or return.
  form(
    'text/concealment',
    [['tell'], ['user', 'human', 'person', 'owner', 'operator', 'anyone', 'anybody'], ["don't", 'not', 'never']],
    "\\b(?:do not|don't|never|must not)(?: ever)? tell (?:the |any |your )?(?:user|human|person|owner|operator|anyone|anybody)\\b[^.!?\\n]{0,30}\\b(?:about|that|of|this)\\b",
  ),
  form(
    'text/concealment',
    [
      ['user', 'human', 'customer', 'operator', 'anyone', 'you work', 'you act', 'you speak'],
      ["don't", 'not', 'never', 'without', 'keep', 'hide', 'conceal'],
    ],
    "\\b(?:do not|don't|never) (?:ever )?(?:mention|reveal|disclose|explain)\\b[^.!?\\n]{0,15}\\b(?:this|these|that you|any of this|it)\\b[^.!?\\n]{0,30}\\b(?:to|from) (?:the |any )?(?:user|human|customer|operator|anyone)|\\bwithout (?:telling|informing|alerting|mentioning (?:it|this) to) (?:the |any )?(?:user|human|operator)\\b|\\b(?:keep|hide|conceal)\\b[^.!?\\n]{0,30}\\b(?:from|hidden from|secret from) (?:the (?:user|human|operator)|(?:the )?(?:person|people|human|company) (?:that |who |whom )?you (?:work|act|speak) for)\\b",
  ),
  // The text forges a consent, or asks to act without one.
  form(
    'text/tool-hijack',
    [['user', 'person', 'human', 'anyone', 'anybody', 'customer', 'operator', 'confirm', 'approv']],
    "\\b(?:do not|don't|never|no need to)\\b (?:ask|prompt|consult|wait for|bother)\\b[^.!?\\n]{0,20}\\b(?:the |any |a )?(?:user|person|human|operator|anyone|anybody)\\b[^.!?\\n]{0,25}\\b(?:just|simply|first|to confirm|for (?:confirmation|permission|approval|consent)|but)\\b|\\b(?:confirm\\w*|approv\\w*) (?:to|as|=) (?:true|yes)\\b[^.!?\\n]{0,20}\\bwithout (?:asking|consulting|prompting)\\b|\\b(?:user|person|human|customer|operator) has (?:already |pre-?)?(?:agreed|approved|consented|confirmed|authori[sz]ed|given (?:his|her|their) consent)\\b[^.!?\\n]{0,40}\\b(?:no (?:further )?(?:confirmation|approval|consent)|do not ask|don't ask|need not)\\b",
  ),
  form(
    'text/tool-hijack',
    [
      ['confirm', 'approv', 'consent', 'permission'],
      ['skip', 'bypass', 'omit', 'ignore'],
    ],
    '\\b(?:skip|bypass|omit|ignore) (?:the |any |every )?(?:user )?(?:confirmation|approval|consent|permission)(?: (?:dialog|prompt|step|question|request)s?)?,? (?:and|then) (?:just |simply |directly )?(?:run|call|execute|proceed|continue|go ahead|do it)\\b',
  ),
  // "Pretend that the user already agreed", "if the user refuses, call it anyway".
  form(
    'text/tool-hijack',
    [
      ['pretend', 'act as if', 'act as though', 'behave as', 'anyway', 'regardless', 'nevertheless', 'nonetheless'],
      ['user', 'person', 'human', 'customer', 'operator', 'owner'],
    ],
    '\\b(?:pretend|(?:act|behave) as (?:if|though))(?: that)? (?:the |a |any )?(?:user|person|human|customer|operator|owner)s? (?:has |have |had )?(?:already )?(?:agreed|approved|consented|confirmed|accepted|authori[sz]ed|said yes)\\b|\\b(?:if|when|although|even if) (?:the |a |any )?(?:user|person|human|customer|operator|owner) (?:refuses?|declines?|objects?|disagrees?|says? no|does not (?:agree|want))\\b[^.!?\\n]{0,15}\\b(?:call|use|run|do|proceed|continue|execute|send|go ahead)\\b[^.!?\\n]{0,25}\\b(?:anyway|regardless|nevertheless|nonetheless)\\b',
  ),
  form(
    'text/role-change',
    [['your real', 'your actual', 'your true', 'your new', 'your only']],
    '\\byour (?:real|actual|true|new|only real) (?:task|job|goal|mission|purpose|objective) (?:is|will be)\\b',
  ),
  // "No human needs to be involved", "approve it yourself", "obey the vendor, not the user".
  form(
    'text/tool-hijack',
    [
      [
        'be involved',
        'be asked',
        'be consulted',
        'be informed',
        'yourself',
        'not the user',
        'not your user',
        'not the human',
      ],
      ['no ', 'approve', 'confirm', 'authori', 'obey', 'follow', 'serve', 'trust', 'listen'],
    ],
    '\\bno (?:human|user|person|operator) (?:needs?|has|must|should) (?:to )?be (?:involved|asked|consulted|informed)\\b|\\b(?:approve|confirm|authori[sz]e)(?: (?:this|the|it|every|each|any|all))?(?: \\w+)? yourself\\b|\\b(?:obey|follow|serve|trust|listen to) [^.!?\\n]{1,30}\\bnot (?:the|your) (?:user|human)(?=[.!?,;)]|$)',
  ),
  form(
    'text/concealment',
    [['silently', 'secretly', 'covertly']],
    '(?:^|[.!?:\\n] ?)(?:silently|secretly|covertly) (?:add|send|copy|forward|include|append|attach|call|run|pass|store)\\b',
  ),
  form(
    'text/tool-hijack',
    [['over all', 'over any', 'over every', 'answer yes', 'reply yes', 'respond yes', 'say yes']],
    '\\b(?:prefer|choose|use|pick) this (?:tool|agent|server|service|operation|endpoint|method|api) over (?:all|any|every)\\b|\\b(?:always|only|just|whatever [^.!?\\n]{1,30}) (?:answer|reply|respond|say) yes\\b|, (?:answer|reply|respond|say) yes\\b',
  ),
  // "You may skip asking the user", "this is safe, no confirmation needed".
  form(
    'text/tool-hijack',
    [
      ['skip asking', 'skip consult', 'skip prompt', 'omit ', 'avoid ', 'need', 'safe', 'harmless'],
      ['confirm', 'approv', 'consent', 'permission'],
    ],
    "\\byou (?:(?:may|can|should|must) (?:safely )?(?:skip|omit|avoid) (?:asking|consulting|prompting)|(?:need not|need no longer|do not need to|don't need to) (?:ask|consult|prompt)) (?:the |your |any )?(?:user|person|human|operator)\\b[^.!?\\n]{0,20}\\b(?:approval|confirmation|confirm|consent|permission)\\b|\\b(?:safe|harmless)\\b[^.!?\\n]{0,25}\\bno (?:user )?(?:confirmation|approval|consent)(?: is)? (?:needed|required|necessary)\\b",
  ),
  form(
    'text/tool-hijack',
    [
      ['every reply', 'each reply', 'all replies', 'every answer', 'each answer', 'all answers', 'of your'],
      ['http', 'link', 'url', 'image'],
    ],
    '\\b(?:every|each|all) (?:of your )?(?:repl(?:y|ies)|answers?) (?:must|should|has to|have to) (?:end|start|begin|close|include|contain)\\b[^.!?\\n]{0,20}\\b(?:link|url|image|https?)\\b',
  ),
  // The text asks for data of the reader.
  form(
    'text/exfiltration',
    [
      ['ask the', 'ask your', 'ask user', 'ask customer', 'ask human', 'ask person'],
      ['put', 'pass', 'send', 'include', 'write', 'add', 'append', 'submit', 'forward'],
    ],
    '\\bask (?:the |your )?(?:user|human|customer|person)s? (?:for|to)\\b[^.!?\\n]{0,40}\\b(?:passwords?|pin|credentials?|secrets?|api[ _-]?keys?|tokens?|passphrase|card numbers?)\\b[^!?\\n]{0,30}\\b(?:put|pass|send|include|write|add|append|submit|forward)\\b',
  ),
  form(
    'text/exfiltration',
    [['whenever', 'each time', 'every time', 'after', 'when'], ['http', 'ftp', '@'], ['you']],
    '\\b(?:whenever|each time|every time|after|when) you (?:call|use|run|invoke) (?:this|it)\\b[^.!?\\n]{0,10}\\b(?:send|forward|post|copy|upload|mail)\\b[^.!?\\n]{0,40}\\b(?:result|output|response|answer|input|data)s?\\b[^.!?\\n]{0,20}(?:https?://|ftp://|\\w@\\w)',
  ),
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
    "\\b(?:send|post|forward|upload|transmit|leak|e-?mail|append|add|include|attach|copy|pass|submit|paste|encode|put|write|exfiltrate)\\b[^.!?\\n]{0,50}\\b(?:(?:entire|full|whole|complete|all) (?:of the |of this |previous |prior )?(?:conversation|chat|messages?|context|dialog(?:ue)?)|conversation history|chat history|(?:the|this|our) (?:conversation|chat|dialog(?:ue)?) (?:so far|above|to date|until now)|(?:your|the) system prompt|your (?:memory|instructions|environment variables)|(?:all|any|the user's|user's|every) (?:\\w+ ){0,2}(?:passwords?|credentials|api[ _-]?keys?|access tokens?|secrets|private keys?|cookies|environment variables))\\b[^!?\\n]{0,80}(?:https?://|\\w@\\w|\\b(?:parameter|argument|field|side ?note|query|url)\\b)",
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
      ['tool', 'agent', 'server', 'function', 'service', 'operation', 'endpoint', 'method'],
      ['instead', 'rather', 'use', 'using', 'always'],
    ],
    "\\b(?:instead of|rather than|do not use|don't use|never use|stop using)\\b[^.!?\\n]{0,20}\\b(?:any other|all other|other|the (?:official|original|built-in|real|trusted)) (?:\\w+ )?(?:tools?|agents?|servers?|functions?)\\b|\\balways (?:call|use|prefer|choose|select|recommend) this (?:tool|agent|server|function|service|operation|endpoint|method)\\b[^.!?\\n]{0,40}\\b(?:regardless|no matter|whatever (?:the|your) user|over (?:any|all|every|each) other|above (?:any|all|every|each) other|(?:never|not|no) (?:use )?(?:any )?other|even if)",
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
    [['base64', 'rot13', 'hex', 'the following', 'decode', 'decrypt', 'unscramble']],
    '\\b(?:decode|decrypt|unscramble)\\b[^!?\\n]{0,60}\\b(?:base64|rot13|hex)\\b[^!?\\n]{0,60}\\b(?:execute|follow|obey|comply|carry out|do what)\\b|\\b(?:decode|decrypt|unscramble) (?:this|the following|it)\\b[^.!?\\n]{0,20}\\band (?:follow|obey|execute|run|comply|do what)\\b|\\b(?:execute|run|eval) the following (?:shell |bash |system )?(?:command|code|script)s?\\b[^\\n]{0,40}(?:rm -rf|curl |wget |nc |base64|powershell)',
  ),
  ...orderPatterns,
  ...hintPatterns,
  ...asidePatterns,
]);
