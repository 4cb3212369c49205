/** Patterns of orders to a model: about earlier instructions, other tools, consent, its replies and its secrets. */
import { textPattern as form, orders, readers, type TextPattern } from './text-pattern.js';

/** Every pattern of an order, in addition to the usual forms. */
export const orderPatterns: readonly TextPattern[] = [
  // Orders about what came before, in words of their own: "ignore whatever the host said", "ignore the above".
  form(
    'text/instruction-override',
    [
      ['ignore', 'disregard', 'forget'],
      ['whatever', 'told', 'said', 'instructed', 'the above', 'the foregoing', 'you were', 'you have been'],
    ],
    '\\b(?:ignore|disregard|forget) (?:whatever|everything|all|anything|what) [^.!?\\n]{0,40}\\b(?:told|instructed|ordered|asked|taught)\\b|\\b(?:ignore|disregard|forget) (?:all |any |the )*(?:earlier|previous|prior|other) (?:orders|commands|rules|tasks) (?:that )?you (?:were|have been)\\b|\\b(?:ignore|disregard|forget) (?:all )?(?:the above|the foregoing|the preceding)(?: text)? ?(?:[.!]|$)',
  ),
  form(
    'text/instruction-override',
    [
      ['override', 'supersede', 'replace', 'instruction', 'directive', 'prompt', 'guideline'],
      ['your', 'new ', 'updated', 'real'],
      ['text', 'message', 'paragraph', 'sentence', 'note', 'section', 'follow', 'below'],
    ],
    `\\b(?:this|the following|the next|the below) (?:text|message|paragraph|sentence|note|section) (?:overrides?|supersedes?|replaces?|cancels?) (?:all |any )?(?:of )?your\\b|(?:^|[.!?\\n] ?)(?:your )?(?:new|updated|real) ${orders} (?:follow|below|are (?:below|as follows))\\b`,
  ),
  form(
    'text/instruction-override',
    [['stop what', 'from now on', 'drop what']],
    "\\b(?:stop|drop) what(?:ever)? you(?: are|'re) doing\\b|\\bfrom now on,? (?:always |only )?(?:act|behave|speak|talk|respond|reply|answer|obey|pretend) (?:as|like|only|in|with|to)\\b",
  ),
  // Orders for the moment after reading, and for the use of any other tool.
  form(
    'text/addressed-to-model',
    [
      ['read this', 'seen this', 'see this', 'reading this', 'processed this'],
      ['call', 'run', 'use', 'invoke', 'send', 'execute', 'transfer', 'open'],
    ],
    '\\b(?:(?:when|once|after|as soon as|if) you (?:have )?(?:read|seen|see|processed) this|(?:when|after|on|upon) reading this),? (?:please |immediately |also |then )?(?:call|run|use|invoke|send|execute|transfer|open)\\b',
  ),
  form(
    'text/tool-hijack',
    [
      ['tool', 'function'],
      ['another', 'any other', 'some other', 'any tool', 'a different'],
      ['this', 'it first'],
    ],
    '\\b(?:when(?:ever)?|before|after|every time|each time) (?:another|any other|some other|a different|any) (?:tool|function) (?:is|gets|was) (?:called|used|invoked|run)\\b[^.!?\\n]{0,10}\\b(?:call|use|invoke|run) (?:this|it)\\b',
  ),
  // Somebody is said to permit what only the user can permit.
  form(
    'text/tool-hijack',
    [
      ['skip', 'bypass', 'omit', 'ignore', 'override', 'disregard'],
      ['developer', 'operator', 'creator', 'maker', 'administrator', 'model', 'assistant', 'llm', 'agent', ' ai '],
      ['confirm', 'approv', 'consent', 'permission', 'warning', 'safety', 'safeguard'],
    ],
    `\\b(?:(?:developer|operator|creator|maker|administrator)s?\\b[^.!?\\n]{0,25}\\b(?:permits?|allows?|authori[sz]es?|instructs?|wants?|tell(?:s)?|asks?|orders?) you to|(?:the |an? |every |any )?(?:${readers}|model|assistant)s? (?:should|must|may|can|is to|are to|has to|have to|needs? to)) (?:always |simply |just )?(?:skip|bypass|omit|ignore|override|disregard) (?:the |any |every |all )?(?:\\w+ )?(?:confirmations?|approvals?|consent|permissions?|warnings?|safety|safeguards?)\\b`,
  ),
  form(
    'text/tool-hijack',
    [
      ['obey', 'follow', 'comply', 'execute', 'carry out'],
      ['says', 'found', 'contained', 'written', 'inside'],
    ],
    '\\b(?:obey|follow|execute|carry out|comply with) (?:any|all|every|each|whatever) (?:of the )?(?:command|instruction|order|direction|request)s? (?:you find|that (?:it|they|you)|found|contained|written|inside)\\b|\\bwhatever (?:the |it |they )?[^.!?\\n]{0,20}says?, (?:obey|follow|do|believe)\\b',
  ),
  form(
    'text/tool-hijack',
    [
      ['respond', 'reply', 'answer'],
      ['every', 'each', 'all', 'any'],
      ['question', 'prompt', 'message', 'request'],
      ['with'],
    ],
    '(?:^|[.!?\\n] ?)(?:please )?(?:respond|reply|answer) (?:to )?(?:every|each|all|any) (?:further |future |later |following |other )?(?:question|prompt|message|request)s?(?: of the user)? with\\b',
  ),
  // The reader's own secrets and knowledge, for a member that anybody may fill in.
  form(
    'text/exfiltration',
    [
      ['key', 'password', 'credential', 'secret', 'token', 'card number'],
      ['your', 'you have', 'you remember', 'you know', 'trust me', "user's"],
      [
        'include',
        'put',
        'write',
        'paste',
        'enter',
        'add',
        'insert',
        'place',
        'pass',
        'send',
        'copy',
        'submit',
        'append',
      ],
    ],
    "\\btrust me\\b[^.!?\\n]{0,30}\\b(?:hand over|give|send|pass|enter|tell)\\b[^.!?\\n]{0,15}\\b(?:keys?|passwords?|credentials?|secrets?|tokens?)\\b|\\b(?:include|put|write|paste|enter|add|insert|place|copy|append) (?:your|the user's) (?:own )?(?:\\w+ )?(?:keys?|passwords?|credentials?|secrets?|tokens?) (?:in|into|to|as|inside) (?:the |a )?(?:note|comment|remark|memo|description|message|reason|subject|title|summary|text)s?\\b|\\b(?:pass|send|include|submit|copy|put|paste|append|forward)\\b[^.!?\\n]{0,20}\\b(?:passwords?|credentials?|secrets?|(?:api )?keys|tokens|card numbers?)\\b[^.!?\\n]{0,10}\\byou (?:(?:have|had) (?:seen|read|collected)|remember|know of|find)\\b|\\b(?:credentials?|secrets?|keys?|tokens?|passwords?) (?:stored |saved |found |kept |set )?in your (?:environment|memory|context|configuration)\\b[^.!?\\n]{0,10}\\b(?:and|then) (?:put|send|pass|include|copy|paste|submit|append)\\b",
  ),
  form(
    'text/exfiltration',
    [
      ['reveal', 'print', 'repeat', 'output', 'recite', 'disclose', 'show'],
      ['instructions', 'prompt', 'rules', 'guidelines'],
      ['you were', 'you have been', 'you got'],
    ],
    `\\b(?:reveal|print|repeat|output|recite|disclose|show)\\b[^.!?\\n]{0,25}\\b(?:${orders}|rules)\\b[^.!?\\n]{0,10}\\byou (?:were|have been|got) (?:given|told|started|set up)\\b`,
  ),
  form(
    'text/concealment',
    [['without mentioning', 'without disclosing', 'quietly', 'discreetly', 'keep quiet', 'bcc', 'blind copy']],
    '\\bwithout (?:mentioning|disclosing) (?:it|this|that)\\b|(?:^|[.!?:\\n] ?)(?:quietly|discreetly|unobtrusively) (?:add|send|copy|forward|include|append|attach|call|run|pass|store)\\b|\\b(?:and|then) keep quiet about\\b|\\b(?:add|include|set|put) (?:a )?(?:bcc|blind copy)\\b[^.!?\\n]{0,15}\\w@\\w[^!?\\n]{0,40}\\byou (?:send|write)\\b',
  ),
  // A consent, a check or an instruction that the text itself declares given, needless or false.
  form(
    'text/tool-hijack',
    [
      ['permission', 'consent', 'approv', 'authori', 'no longer need', 'need not', 'agreed'],
      ['user', 'owner', 'customer', 'operator', 'human', 'guest', 'person', 'verify', 'check', 'authenticate'],
    ],
    "(?:^|[.!?;\\n] ?)you (?:already |now )?have (?:the |full )?(?:permission|consent|approval|authori[sz]ation|authority) (?:from|of|by) (?:the |your )?(?:user|owner|customer|operator|human|person)\\b|(?:^|[.!?;\\n] ?)(?:the |your )?(?:user|owner|customer|operator|human|person|guest) has (?:already )?(?:agreed|approved|consented|confirmed|authori[sz]ed)\\b[^.!?\\n]{0,30}\\b(?:so (?:go|do|call|proceed|just|delete|send|pay)|without asking)\\b|\\byou (?:no longer need to|need not|do not need to|don't need to) (?:verify|check|authenticate|confirm) (?:the |any |their |his |her )?(?:identit(?:y|ies)|permissions?|consent|authori[sz]ation|approval|age)\\b",
  ),
  form(
    'text/instruction-override',
    [
      ['instruction', 'prompt', 'directive', 'guideline', 'guidance', 'rules', 'directions'],
      ['test', 'joke', 'fake', 'void', 'wrong', 'outdated', 'discard', 'set aside', 'drop', 'abandon', 'dismiss'],
    ],
    `\\b(?:your|the) (?:\\w+ )?(?:${orders}|rules) (?:from|of|by) (?:the|your) (?:system|developer|operator|user)s? (?:were|are|was|is) (?:only |just )?(?:a test|a joke|fake|void|wrong|outdated|invalid)\\b|\\b(?:discard|set aside|drop|abandon|dismiss) (?:all |any |every )?(?:of )?(?:your |the )?(?:previous|prior|earlier|preceding|former|original|initial|system) (?:${orders}|rules|directions)\\b`,
  ),
  form(
    'text/role-change',
    [
      [
        'begin system',
        'end of tool',
        'end of the tool',
        'end of function',
        'end of prompt',
        'end of system',
        '<assistant>',
        '<user>',
      ],
    ],
    '\\b(?:begin|start of) (?:the )?system (?:message|prompt|instructions?)\\b|\\bend of (?:the )?(?:tool|function|system) (?:description|prompt|message|instructions?)\\b|</[a-z]{3,20}> ?<(?:assistant|system|user)>',
  ),
  form(
    'text/addressed-to-model',
    [
      [' ai', 'llm', 'language model', 'chatgpt', 'claude', 'gpt-', 'copilot', 'the word', 'the phrase'],
      ['this', 'with', 'words', 'you'],
    ],
    `\\b(?:every|each|any|all) (?:of the )?${readers} (?:that|who) (?:sees?|reads?|process(?:es)?|finds?|encounters?) (?:this|it)\\b|\\b(?:answer|reply|respond) (?:only )?with (?:only )?the (?:word|phrase|sentence)\\b`,
  ),
  form(
    'text/addressed-to-model',
    [
      ['treat', 'regard'],
      ['user', 'developer', 'operator', 'system', 'administrator', 'owner'],
    ],
    "\\b(?:treat|regard) (?:this|the following|the next|everything|anything)(?: \\w+)? as (?:if (?:it|they) were )?(?:(?:the|your) (?:user|developer|operator|system)(?:'s|s)? (?:own )?(?:words?|message|instructions?|input|turn)|(?:the )?(?:words?|commands?|instructions?|orders?) (?:of|from|by) (?:the|your) (?:user|developer|operator|system|administrator|owner))\\b",
  ),
  form(
    'text/exfiltration',
    [
      ['messages of', 'messages from', 'turns of'],
      ['chat', 'conversation', 'dialog'],
      ['field', 'parameter', 'argument', 'note', 'remark', 'comment', 'url', 'endpoint'],
    ],
    '(?:^|[.!?:\\n] ?)(?:please |also |then )?(?:copy|put|write|paste|add|include|append|send|pass|submit) (?:the |all )?(?:last |previous |recent |earlier )(?:\\w+ )?(?:messages|turns) (?:of|from) (?:the|this|our) (?:chat|conversation|dialog(?:ue)?) (?:in|into|to|as)\\b',
  ),
  form(
    'text/concealment',
    [
      ['tell', 'inform', 'lie to'],
      ['anyone', 'anybody', 'user', 'human', 'customer', 'guest'],
      ["don't", 'not', 'never', 'although', 'even though', 'lie to'],
    ],
    "(?:^|[.!?:\\n] ?)(?:please )?(?:do not|don't|never) (?:ever )?(?:tell|inform) (?:anyone|anybody)\\b|(?:^|[.!?:\\n] ?)(?:please )?tell (?:the |your |every )?(?:user|human|customer|guest)s? (?:that )?[^.!?\\n]{0,60}\\b(?:although|even though|even if) (?:it|that|this|they) (?:is|are|was|were|does|do|did) ?(?:not|n't)\\b|(?:^|[.!?:\\n] ?)(?:please )?lie to (?:the |your )?(?:user|human|customer|guest)s?\\b",
  ),
  form(
    'text/tool-hijack',
    [
      [
        'in all cases',
        'in every case',
        'every time',
        'regardless of',
        'no matter',
        'instead of answering',
        'instead of helping',
      ],
      ['choose', 'pick', 'use', 'call', 'select', 'prefer', 'recommend', 'suggest', 'instead'],
    ],
    '\\bso (?:choose|pick|use|call|select|prefer) (?:it|this|this one|me) (?:in (?:all|every) cases?|every time)(?! (?:where|when|in which))|(?:^|[.!?:\\n] ?)(?:only|always)(?: ever)? (?:recommend|suggest|choose|pick|prefer|mention)\\b[^.!?\\n]{0,40}\\b(?:regardless of|no matter) (?:the (?:question|user|prompt)|what (?:the|your) user)|\\binstead of (?:answering|helping) (?:the |your )?(?:question|user|prompt)s?\\b',
  ),
  // Orders about the reader's own replies, role and principal.
  form(
    'text/role-change',
    [
      ['answer', 'reply', 'respond', 'speak', 'talk', 'act as', 'you were', 'you have been', 'you learned'],
      ['question', 'from now', 'language', 'only', 'and', 'wrong', 'false', 'outdated', 'lie'],
    ],
    '(?:^|[.!?:\\n] ?)(?:please )?(?:answer|reply|respond)(?: to)? (?:all|every|any|each) (?:later|further|future|other|following|coming|remaining) (?:questions?|messages?|prompts?|requests?)\\b|(?:^|[.!?\\n] ?)(?:please )?(?:speak|talk|answer|reply|respond) only (?:in|like|as|about)\\b|(?:^|[.!?\\n] ?)(?:please )?act as (?:the|an?|my) [\\w -]{1,30} and (?:approve|confirm|accept|authori[sz]e|grant|send|pay|transfer|delete|call|sign|order|buy)\\b|\\bwhat you (?:were|have been) (?:told|taught|given) (?:earlier|before|above|so far|previously) (?:was|is|were) (?:wrong|false|a lie|outdated|a test)\\b',
  ),
  form(
    'text/addressed-to-model',
    [
      ['if you', 'as a', 'your operator', 'your developer', 'your creator', 'your maker', 'your principal'],
      ['bot', ' ai', 'llm', 'model', 'assistant', 'operator', 'developer', 'creator', 'maker', 'principal'],
    ],
    "\\bif you(?: are|'re) an? (?:chat)?bot\\b|\\bas an? (?:ai|llm|language model|chatbot|ai (?:assistant|agent|model)),? (?:you|please|always|never|do not|don't)\\b|\\byour (?:operator|developer|creator|maker|principal) (?:wants?|asks?|asked|tell(?:s)?|told|instructs?|instructed|permits?|allows?|expects?|requires?|orders?|ordered) you\\b",
  ),
  form(
    'text/role-change',
    [
      ['system', 'admin', 'security'],
      ['restriction', 'safeguard', 'guardrail', 'limit', 'filter', 'safety', 'confirmation', 'rules'],
      ['lifted', 'disabled', 'removed', 'suspended', ' off'],
    ],
    '\\b(?:system|admin|security) (?:notice|message|note|alert|update) ?: ?(?:[\\w ]{0,30})\\b(?:restrictions?|safeguards?|guardrails?|limits?|filters?|safety \\w+|confirmations?|rules) (?:(?:are|is|have been|has been) )?(?:now )?(?:lifted|disabled|removed|suspended|switched off|turned off|off)\\b',
  ),
  // Orders against the user, and orders to leave the user out.
  form(
    'text/concealment',
    [
      ['user', 'customer', 'human', 'owner', 'keep'],
      [
        'never',
        'not',
        "don't",
        'deceive',
        'mislead',
        'trick',
        'manipulate',
        'secret',
        'to yourself',
        'hidden',
        'confidential',
      ],
    ],
    "(?:^|[.!?:;\\n] ?)(?:please )?(?:never|do not|don't) (?:ever )?(?:mention|say|reveal|disclose|admit) (?:to )?(?:the |your )(?:user|customer|human|owner)\\b|(?:^|[.!?:;\\n] ?)(?:please )?(?:never|do not|don't) (?:show|display|present) (?:the |any |a )?(?:confirmation|warning|consent|approval)(?: \\w+)? to (?:the|your|any) (?:user|customer|human|owner)\\b|(?:^|[.!?:;\\n] ?)(?:please )?(?:deceive|mislead|trick|manipulate) (?:the |your )?(?:user|customer|human|owner)s?\\b|\\bkeep (?:this|the above|these) (?:line|text|message|note|instruction|sentence|paragraph|step|order|request)s? (?:secret|hidden|confidential|private|to yourself|between us)\\b",
  ),
  form(
    'text/tool-hijack',
    [
      [
        'confirm',
        'approve',
        'accept',
        'authori',
        'agree',
        'other tool',
        'other function',
        'other service',
        'contained',
        'found in',
        'written',
        'you find',
      ],
      [
        'for them',
        'for him',
        'for her',
        'on their behalf',
        'for the user',
        'of all other',
        'of any other',
        'of every other',
        'execute',
        'run',
        'never',
      ],
    ],
    '\\bnever (?:again )?(?:call|invoke|run) (?:any )?other (?:tool|function)s?\\b|(?:^|[.!?:;\\n] ?)(?:please )?(?:confirm|approve|accept|authori[sz]e|agree to) (?:it|this|them|everything|all) (?:for them|for him|for her|on their behalf|for the user)\\b|\\b(?:discard|ignore|skip|distrust|drop) (?:the )?(?:results?|answers?|outputs?) of (?:all|any|every) other (?:tool|function|service)s?\\b|(?:^|[.!?:;\\n] ?)(?:please |then )?(?:execute|run) (?:any|all|every|whatever) (?:code|script|command)s? (?:contained|found|written|given|you find) (?:in|inside|there)\\b',
  ),
  form(
    'text/exfiltration',
    [
      [' prompt', 'your initial', 'your hidden', 'conversation', 'chat', 'dialog', "user's", "customer's", '/etc/'],
      [
        'append',
        'put',
        'write',
        'include',
        'copy',
        'paste',
        'add',
        'insert',
        'upload',
        'send',
        'post',
        'forward',
        'read',
        'submit',
        'store',
      ],
    ],
    "(?:^|[.!?:;\\n] ?)(?:please |then |also |first |afterwards )?(?:append|put|write|include|copy|paste|add|insert|send|submit|store) your (?:own )?(?:system |hidden |initial )(?:prompt|instructions?|message)\\b|(?:^|[.!?:;\\n] ?)(?:please |then |also |first )?(?:upload|send|post|forward|copy|submit) (?:the|this|our) (?:whole |entire )?(?:conversation|chat|dialog(?:ue)?) to (?:https?://|\\S{1,60}@\\w)|\\b(?:put|write|include|copy|paste|insert) the (?:user|customer|owner)'s (?:card number|credit card|password|pin) (?:in|into|inside)\\b|(?:^|[.!?:;\\n] ?)(?:\\w+ )?read the file /etc/\\S+ and (?:submit|send|pass|include|return)\\b",
  ),
  // Orders about what came before and about the reader, in other words: "pay no attention", "from this point on".
  form(
    'text/instruction-override',
    [
      ['attention', 'heed', 'no longer follow', 'stop following', 'stop obeying'],
      ['instruction', 'prompt', 'directive', 'guideline', 'guidance', 'rules', 'orders', 'told', 'said'],
    ],
    `\\b(?:pay no (?:more |further )?(?:attention|heed)|do not pay (?:any )?(?:attention|heed)|give no heed) to (?:[^.!?\\n]{0,25} )?(?:${orders}|rules|orders|(?:what|anything|everything) (?:you|the \\w+) (?:were|was|have|has|had)?(?: been)? ?(?:told|said))\\b|(?:^|[.!?:;\\n] ?)(?:please )?(?:no longer follow|stop following|stop obeying) (?:your|the (?:previous|prior|earlier|preceding|system)|any|all) (?:\\w+ )?(?:${orders}|rules|orders)\\b`,
  ),
  form(
    'text/role-change',
    [
      ['from this point', 'from this moment', 'from here on', 'from now on', 'starting now', 'henceforth'],
      ['you are', "you're", 'you have', 'you act', 'you obey', 'you must', 'you will', 'your name', 'your role'],
    ],
    "\\b(?:from (?:this (?:point|moment|message|line)|here|now) (?:on|onwards?|forward)|starting now|henceforth),? (?:you (?:are (?:an?|the|my|our|dan|free|no longer|not)|have no|act|obey|must (?:obey|act|follow|always|never)|will (?:obey|act|follow|always|never))|you're (?:an?|the|free|no longer)|your (?:name|role) is)\\b",
  ),
  // A forged turn of the user that orders something.
  form(
    'text/role-change',
    [
      ['user:', 'user :', 'human:', 'human :', 'customer:'],
      ['now', 'please', 'transfer', 'send', 'delete', 'pay', 'call', 'ignore', 'approve', 'buy', 'forget'],
    ],
    '(?:^|\\n) ?(?:user|human|customer) ?: ?(?:now|please|then|and|also|quickly|great|good|thanks?)?,? ?(?:transfer|send|delete|pay|call|ignore|approve|buy|forget|cancel|grant|remove|wire|run|execute|reveal|print|show me|give me) (?:\\d+|the|all|every|any|my|your|our|this|that|it|me|money)\\b',
  ),
  form(
    'text/exfiltration',
    [
      ['messages of', 'messages in', 'messages from', 'message of', 'message in', 'message from', 'turn of'],
      ['this chat', 'this conversation', 'our chat', 'our conversation', 'the chat so far', 'the conversation so far'],
      ['attach', 'include', 'send', 'add', 'append', 'pass', 'copy', 'forward', 'put', 'submit', 'paste'],
    ],
    '\\b(?:attach|include|send|add|append|pass|copy|forward|put|submit|paste) (?:every|all|each|the|any)(?: \\w+)? (?:messages?|turns?) (?:of|in|from) (?:(?:this|our) (?:chat|conversation)|the (?:chat|conversation) so far)\\b',
  ),
  form(
    'text/tool-hijack',
    [
      ['tool', 'function'],
      ['broken', 'compromised', 'unsafe', 'disabled', 'unavailable', 'obsolete', 'insecure', 'hacked', 'from now on'],
      ['use this', 'call this', 'use me', 'call me'],
    ],
    '\\b(?:tools?|functions?) [\\w"\'`.-]{1,60} (?:is|are) (?:now )?(?:broken|compromised|unsafe|disabled|unavailable|obsolete|insecure|hacked)[;,.:]? (?:so |please |always |and ){0,2}(?:use|call) (?:this|me)\\b|\\b(?:use|call) this (?:tool |function |one )?instead[^.!?\\n]{0,40}\\bfrom now on\\b',
  ),
  // A step that protects the user is said to be needless.
  form(
    'text/tool-hijack',
    [
      ['skip', 'omit', 'bypass'],
      ['confirmation', 'approval', 'consent', 'review', 'verification'],
      [
        'formality',
        'unnecessary',
        'not needed',
        'not necessary',
        'needless',
        'pointless',
        'already',
        'waste',
        'useless',
      ],
    ],
    "(?:^|[.!?:;\\n] ?)(?:please |just |simply |you (?:can|may|should) )?(?:skip|omit|bypass) (?:the |any |every |all )?(?:\\w+ )?(?:confirmations?|approvals?|consent|reviews?|verification)(?: (?:step|dialog|prompt|question|request)s?)?(?:,|;|:| -| because| since| as|\\.) ?(?:it|they|this|that|the user)(?: is|'s| are| was| has| have| would be)? (?:only |just |merely |a mere )?(?:an? )?(?:pure )?(?:formalit(?:y|ies)|unnecessary|not (?:needed|necessary|required)|needless|pointless|useless|already (?:given|done|agreed|approved)|waste)\\b",
  ),
  form(
    'text/tool-hijack',
    [
      ['decode', 'decrypt', 'unscramble', 'decipher'],
      ['follow', 'obey', 'execute', 'carry out', 'comply'],
    ],
    '(?:^|[.!?:;\\n] ?)(?:please )?(?:decode|decrypt|unscramble|decipher),?(?: and| then| and then)? (?:follow|obey|execute|carry out|comply with) ?(?::|this|it|the following)',
  ),
  form(
    'text/exfiltration',
    [
      ['answer', 'reply', 'response', 'message'],
      ['end', 'start', 'begin', 'finish', 'close', 'sign'],
      ['http:', 'https:'],
    ],
    '(?:^|[.!?:;\\n] ?)(?:please )?(?:always )?(?:end|start|begin|finish|close|sign) (?:your (?:\\w+ )?(?:answer|reply|response)|(?:every|each|all) (?:of your )?(?:answer|repl(?:y|ies)|response|message))s? with[^\\n]{0,60}\\bhttps?:',
  ),
  // The text cancels earlier instructions, in the words of a notice or in other languages.
  form(
    'text/instruction-override',
    [
      [
        'rules',
        'instruction',
        'directive',
        'prompt',
        'guideline',
        'obey only',
        'follow only',
        '[system',
        '[admin',
        '[developer',
      ],
    ],
    `\\b(?:the |all (?:the )?)?(?:above|previous|prior|earlier|preceding) (?:${orders}|rules|orders) (?:are|were|have been) (?:now |hereby )?(?:cancell?ed|void|revoked|lifted|suspended)[;,.]? ?(?:you|obey|follow|only|instead|from now)\\b|\\b(?:obey|follow) only (?:this|the following) (?:text|message|note|line|paragraph)\\b|\\[(?:system|admin|developer) (?:override|prompt|message)\\]`,
  ),
  form(
    'text/instruction-override',
    [['oubli', 'olvida', 'olvide', 'dimentica', 'esquec']],
    '\\boublie[zr]? (?:toutes )?(?:les|vos|tes) (?:instructions|consignes)\\b|\\bolvid[ae] (?:todas )?(?:las|tus|sus) instrucciones\\b|\\bdimentica(?:te)? (?:tutte )?(?:le )?(?:tue |vostre )?istruzioni\\b|\\besque(?:ca|ce) (?:todas )?(?:as )?(?:suas |tuas )?instrucoes\\b',
  ),
  // Orders for the moment of reading or answering.
  form(
    'text/addressed-to-model',
    [
      [
        'reading this',
        'before answering',
        'before replying',
        'before responding',
        'before you answer',
        'before you reply',
        'whatever the',
        'whatever your',
      ],
    ],
    "\\bif you(?: are|'re) reading this\\b,? ?(?:you|please|call|run|use|send)|\\bbefore (?:answering|replying|responding|you (?:answer|reply|respond))(?: \\w+){0,3},? (?:please |always |first |you must )?(?:call|run|invoke|execute|use) \\w|\\bwhatever (?:the|your) (?:user|human|customer) (?:asks?|says?|wants?),? (?:please )?(?:answer|reply|respond|say|tell)\\b",
  ),
  form(
    'text/tool-hijack',
    [
      ['prefer this', 'gave', 'given', 'granted', 'do as ', 'do what'],
      [
        'even if',
        'even when',
        'over ',
        'other',
        'user',
        'person',
        'customer',
        'human',
        'text',
        'page',
        'document',
        'result',
        'message',
      ],
    ],
    "\\bprefer this (?:tool|agent|function|service|server) (?:even (?:if|when)|over (?:any|all|every)|to (?:any|all|every) other)\\b|\\b(?:user|person|customer|human) (?:has )?already (?:gave|given|granted) (?:\\w+ )?(?:consent|permission|approval)\\b[^.!?\\n]{0,40}\\b(?:so|no need|just|do not ask|don't ask)\\b|(?:^|[.!?:;\\n] ?)(?:please )?do (?:as|what(?:ever)?) (?:the |this )?(?:text|page|document|message|note|result|answer)[^.!?\\n]{0,25}\\b(?:says?|asks?|orders?|tell(?:s)?)\\b",
  ),
  form(
    'text/exfiltration',
    [
      [
        '.env',
        '~/',
        '/etc/',
        '.ssh',
        '.aws',
        'id_rsa',
        'your configuration',
        'your environment',
        'your memory',
        'your context',
      ],
      ['send', 'post', 'upload', 'submit', 'include', 'attach', 'forward', 'copy', 'put', 'paste', 'write'],
      ['content', 'key', 'password', 'token', 'credential', 'secret'],
    ],
    '(?:^|[.!?:;\\n] ?)(?:please |also |then |first )?(?:send|post|upload|submit|include|attach|forward|copy|put|paste|write) (?:the )?(?:contents?|text) of (?:the (?:file|folder) )?(?:\\.env\\b|~/|/etc/|\\.ssh\\b|\\.aws\\b|id_rsa\\b)|(?:^|[.!?:;\\n] ?)(?:please |also |then |first )?(?:copy|put|paste|write|send|include|submit) (?:the|your) (?:\\w+ )?(?:keys?|passwords?|tokens?|credentials?|secrets?) (?:from|in|of) your (?:configuration|environment|memory|context)\\b',
  ),
];
