/**
 * The action in a sentence that wraps it: "When a run waits, this endpoint can be used to submit outputs" and "Batch
 * operation for retrieving repositories" say submit and retrieve.
 */
import type { Words } from '@dragoman/agis';
import { articleOf, pluralNoun } from './inflect-noun.js';
import { isThing } from './noun-phrase.js';
import { withoutManner } from './verb-place.js';
import { recordWords } from './verb-table.js';

const things = '(?:end ?point|entry ?point|method|operation|api|call|request|service|function|action|route)';
const callers = '(?:(?:the |an? )?(?:api )?(?:clients?|callers?|users?|consumers?|developers?)|you)';
const usable = new RegExp(
  `^(?:(?:when|if|once|after|before|to|for)\\b.{0,250}?,\\s*)?(?:you can use )?(?:this|the) (?:[a-z]+ ){0,2}${things} (?:(?:can be used|may be used|is used|(?:allows|enables) ${callers}) to|lets ${callers}) ([a-z].*)$`,
  'is',
);
const gerund = new RegExp(
  `^(?:this is )?(?:an? |the )?(?:[a-z]+ ){0,2}${things} (?:for|that supports|used for) ([a-z]+ing)\\b(.*)$`,
  'is',
);

/** "Use this to fetch the products", "Once you are done, call this endpoint to lock your account". */
const told = new RegExp(
  `^(?:(?:when|if|once|after|before)\\b[^,]{0,120},\\s*)?(?:please |(?:[a-z]+ ){1,4}can )?(?:use|call|invoke) (?:(?:this|the)(?: ${things})?|the [a-z]+) to ([a-z].*)$`,
  'is',
);

/** Marks around the sentence: "3. ", "JSON - ", "Description ", "** EXPERIMENTAL", "(beta)". */
const marksBefore =
  /^(?:\d{1,2}[.)]\s+|\([^()]{3,60} only\)\s+(?=[A-Z])|\[[^[\]]{1,60}\]\s+(?=[A-Z])|[([*]*(?:DEPRECATED|EXPERIMENTAL|BETA|PREVIEW|ALPHA|INTERNAL|Deprecated|Experimental|Beta|Preview)[)\]*]*[\s.:!–—-]*\s(?=[A-Z])|(?:JSON|XML|CSV|YAML)\s[-–—]\s|(?:Description|Summary|Purpose)\s+(?=[A-Z]))/;
const marksAfter =
  /\s*(?:[([{*_|]+\s*|[-–—]\s+)(?:experimental|beta|alpha|deprecated|preview|legacy|draft|internal|new|batch)(?:\s*[)\]}*_]*)[.!]*$/i;

/** "List of all hooks": the noun is the action of a collection. */
const listOf =
  /^(?:(?:an? |the )?list(?:ing)?|(?:an? |the )(?:[a-z]+ )?(?:list|collection|array|set)) of (?=[A-Za-z])/i;

/** "Elements: Get by id", "Text - Parse string": a group and its action. */
const grouped = /^([A-Z][\w -]{1,50}?)(?::|\s[-–—])\s+([A-Za-z]+)\b\s*(.*)$/s;

/** Objects that only their group names: "Colors: List all possible values". */
const anyThings =
  /^(?:(?:all|the|possible|available|supported|valid|allowed) )*(?:types|values|options|statuses)[.\s]*$/i;

/** "Prefix search for places", "Batch operation for search through all articles". */
const soughtTitle =
  /^(?!(?:get|return|perform|execute|run|start|create|list|save|delete|update|a|an|the)s? )(?:[A-Za-z-]+ ){1,3}(?:search(?:ing)?|lookup) (for|of|over|through|across) (?=[a-z])/i;

/** "Batch gene query service". */
const queryService =
  /^(batch |bulk )?((?:[A-Za-z-]+ ){0,2}[A-Za-z-]+) (?:query|search|lookup) (?:service|endpoint|api)\.?$/i;

/** "When a contact is updated", "Triggers when …": the operation registers for an event. */
const event =
  /^(?:triggers?|fires?|runs?|occurs?)?\s*when(?:ever)?\s+(?!(?:is|are|was|were|do|does|did|can|will|should) )(?=\S+\s+\S+\s+\S)/i;

/** "This route deletes a rating", "Will check the score". */
const announced = new RegExp(
  `^(?:(?:this|the) ${things}\\s+(?:will\\s+)?|(?:(?:this|it) )?will\\s+)(?=[a-z]+\\s)`,
  'i',
);

/** "Allows you to increment a date": what is allowed is what is done; "Allow users to join" is about others. */
const allowed =
  /^(?:(?:allows|enables|lets|permits) (?:(?:the |an? )?(?:[\w-]+ )?(?:user|client|caller|application|app|customer|merchant|administrator|admin|developer|partner|consumer)s?|you|us)|allow you)(?: to)? (?=([a-z]+) )/i;

function withoutPermission(text: string, words: Words): string {
  const [whole = '', verb = ''] = allowed.exec(text) ?? [];
  return whole !== '' && words.isListedVerb(verb.toLowerCase()) ? text.slice(whole.length) : text;
}

/** "The method getuser returns information": the name of the method comes before the action. */
const namedMethod = new RegExp(
  `^(?:(?:this|the) ${things} [\\w./-]+|the ["\\w][^.,:]{1,40}? ${things}) (?=([A-Za-z]+s)\\s)`,
  'i',
);

function withoutName(text: string, words: Words): string {
  const [name = '', verb = ''] = namedMethod.exec(text) ?? [];
  const isSaid =
    !/^(?:is|has|was)$/i.test(verb) &&
    words.inflectionOf(verb.toLowerCase())?.form === 'third-person' &&
    words.isListedVerb(words.baseOf(verb));
  return isSaid ? text.slice(name.length) : text;
}

/** "DELETE for pipeline": the HTTP method and the thing. */
const methodFor = /^(GET|LIST|COUNT|CREATE|UPDATE|DELETE|POST|PUT|PATCH) for (?=[a-z]+$)/i;

/** "RoomAdd adds a room", "Status gets the status", "Compact compacts the log": the subject is the operation's name. */
function withoutOperationName(text: string, words: Words): string {
  const [whole = '', name = '', verb = '', object = ''] =
    /^([A-Z][A-Za-z]+) (?=([a-z]+s) (?:(?:an?|the) )?([A-Za-z]+))/.exec(text) ?? [];
  // "Always returns JSON"
  if (whole === '' || words.isAdverb(name.toLowerCase()) || words.inflectionOf(verb)?.form !== 'third-person')
    return text;
  const base = words.baseOf(verb);
  const plain = name.toLowerCase();
  const isName =
    /[a-z][A-Z]/.test(name) ||
    base === plain ||
    object.toLowerCase() === plain ||
    /^(?:get|return|retrieve)$/.test(base);
  return isName && words.isListedVerb(base) ? text.slice(whole.length) : text;
}

/** "Logout user revokes all tokens", "Create team creates a team": the operation's own headline is the subject. */
function withoutHeadline(text: string, words: Words): string {
  const [whole = '', first = '', verb = ''] =
    /^([A-Z][a-z]+) [a-z]+ (?=([a-z]+s) (?:all|an?|the|new) )/.exec(text) ?? [];
  const base = words.baseOf(verb);
  const isSaid =
    whole !== '' &&
    (words.isListedVerb(first.toLowerCase()) || /^(?:log|sign)(?:in|out|up|on|off)$/i.test(first)) &&
    words.inflectionOf(verb)?.form === 'third-person' &&
    words.isListedVerb(base) &&
    !words.hasNounReading(base);
  return isSaid ? text.slice(whole.length) : text;
}

/** "Get quays - Pull" → "Get quays", "Batch berth query service" → "Search for berths in bulk". */
function plainTitle(given: string, words: Words): string {
  return (
    given
      // "Api will return the account"
      .replace(
        /^(?:the |this )?(?:api|endpoint|service|call|method|operation|route) (?:will|should|can) (?=(?:return|get|give|list|fetch|provide|create|update|delete|remove|send|check) )/i,
        '',
      )
      .replace(
        /^([A-Z][a-z]+ [\w-]+(?: [\w-]+){0,4}) [-–—] ([A-Z][a-z]+)(?: [A-Z]\w+)?\.?$/,
        (whole, rest: string, end: string) =>
          isAction(rest, words) && words.isNoun(end.toLowerCase()) && !recordWords.has(end.toLowerCase())
            ? rest
            : whole,
      )
      .replace(queryService, (whole, masses: string | undefined, thing: string) =>
        words.isVerb(thing.toLowerCase().split(' ', 1)[0] ?? '')
          ? whole
          : `Search for ${pluralNoun(thing, words)}${masses === undefined ? '' : ' in bulk'}`,
      )
  );
}

/** "Log a user out", "Turn the pumps off": the particle after its object. */
const parted =
  /^((?:log|sign|opt|check|clock|lock|shut|switch|turn|power|roll)s?) ((?!(?:in|out|on|off|up|down|back)\b)(?:[\w-]+ ){0,2}[\w-]+) (in|out|on|off|up|down|back)(?=[.!]?$| (?:of|from|for|everywhere)\b)/i;

/** "Creates / updates a file" → "Creates or updates a file", "Kick off a run" → "Start a run". */
function plainVerb(text: string, words: Words): string {
  const [whole = '', verb = ''] = /^([a-z]+) \/ (?=[a-z]+ )/i.exec(text) ?? [];
  const isVerb = words.isListedVerb(words.baseOf(verb.toLowerCase()));
  return (isVerb ? `${verb} or ${text.slice(whole.length)}` : text)
    .replace(/^kick(s?) off (?=[a-z])/i, 'Start$1 ')
    .replace(parted, '$1 $3 $2');
}

/** The sentence without marks, labels and words around its action. */
function withoutMarks(given: string, words: Words): string {
  return (
    plainTitle(given, words)
      .replace(/\s*\b(?:see|cf\.?)\s*:?\s*https?:\/\/\S+.*$/is, '')
      .replace(/\s*\bplease (?:see|refer to|visit)\b.*$/is, '')
      .replace(marksBefore, '')
      .replace(/^[\w-]+ (?:endpoint|method|api|call):\s+(?=[A-Z])/i, '')
      .replace(marksAfter, '')
      .replaceAll(/\s*\((?:GET|POST|PUT|PATCH|DELETE)\)(?=$|[ .])/g, '')
      .replace(/^((?:[^;(]|\([^;()]*\)){12,}); (?!.*\b(?:or|and)\b)[a-z].*$/s, '$1')
      .replace(
        /^(?:Get|List|Create|Update|Delete) [A-Z][a-z]+ (?=(?:fetches|returns|retrieves|lists|creates|updates|deletes|provides) )/,
        '',
      )
      .replace(/^handles? (GET|DELETE) re\w+ (?:for|to) /i, (_, method: string) => `${capital(method.toLowerCase())} `)
      .replace(
        /^(?:this|the) (?:method|endpoint|operation) \((de|un|dis)\)([a-z]+s) /i,
        (_, prefix: string, verb: string) => `${verb} or ${prefix}${verb} `,
      )
      .replace(/^the (?:result|response) (?=returns )/i, '')
      .replace(/^(re|un|de)-([a-z]+)(?= )/i, (whole, prefix: string, verb: string) =>
        words.isVerb(words.baseOf(`${prefix}${verb}`.toLowerCase())) ? `${prefix}${verb}` : whole,
      )
      .replace(/^(?:bulk|batch) ([a-z]+)\.?$/i, (whole, verb: string) =>
        recordWords.has(verb.toLowerCase()) || verb.toLowerCase() === 'cancel'
          ? `${capital(verb.toLowerCase())} in bulk`
          : whole,
      )
      .replace(/^(?:allows|enables) (?:for )?([a-z]+ing) (?=(?:an?|the|[a-z]+) )/i, (whole, doing: string) => {
        const verb = words.baseOf(doing.toLowerCase());
        return verb !== doing.toLowerCase() && words.isListedVerb(verb) ? `${capital(verb)} ` : whole;
      })
      .replace(/^getting (?=[a-z])/i, 'Get ')
      .replace(/^partial (update|edit)s? (?:of )?(?=[a-z])/i, (_, verb: string) => `${capital(verb.toLowerCase())} `)
      // "Get users Returns a stream of users": two sentences without a period
      .replace(/(?<=[a-z]) (?:Returns|Retrieves|Gets|Lists|Creates|Updates|Deletes) (?:an?|the|all) .*$/s, '')
      .replace(/^(?:GET|PUT|POST|PATCH|DELETE) \(([A-Za-z]+)\) (?=[a-z])/, '$1 ')
      .replace(/^tests? to (?:make sure|check|verify|see) (?:that|if|whether) /i, 'Check whether ')
      // "Get a task [id -> task]"
      .replace(/\s*\[[^\]]*->[^\]]*\]/g, '')
      // "For a list of ids, return the matching objects"
      .replace(
        /^(?:for|given|with|from|based on|using) [^,.]{3,80}, (?=(?:returns?|gets?|retrieves?|fetch(?:es)?|finds?|lists?|creates?|updates?|deletes?|calculates?|computes?|generates?) )/i,
        '',
      )
      // "Takes a list of ids and returns the objects", "For a given id returns the object"
      .replace(/^(?:takes|accepts|receives|for|given) (?:an? |the )?[^,.;]{3,80}? (?:and )?(?=returns )/i, '')
      // "Send search terms to receive the most relevant companies"
      .replace(/^(?:Send|Provide|Enter|Pass|Supply) [^.,]{3,60} to receive (?=(?:the|an?|all) )/, 'Get ')
      .replace(/^you can (?:also )?(?=[a-z]+ )/i, '')
      .replace(/^HTTP (?:GET|PUT|POST|PATCH|DELETE) \(([a-z]+)\) /, '$1 ')
      .replace(/^[A-Za-z]+ly (?:or|and) [a-z]+ly (?=[a-z]+)/, '')
      .replace(/^.{10,200}[;.] this (?:method|endpoint|operation|call) (?:lets|allows) you (?:to )?(?=[a-z]+ )/is, '')
      .replace(/^requests? to (?=(?:get|retrieve|search|find|list|fetch|show|read) )/i, '')
      .replace(soughtTitle, (_, place: string) => `Search ${place === 'of' ? 'for' : place} `)
      .replace(/^(?:[A-Z][a-z]\w+|[a-z]+[A-Z]\w+) (?:can be|is) used to (?=[a-z]+ )/, '')
      .replace(/^HEAD to (?=[a-z])/, '')
      .replace(/^HEAD (?=[a-z])/, 'Check ')
      .replace(
        /^(?:an? )?(?:(?:basic|simple|rest|main|generic) )?(?:api )?(?:api|endpoint|method|service|action) (?:for|to) (?=(?![a-z]+ing\b)[a-z]+-?[a-z]*\s)/i,
        '',
      )
      .replace(/^(?:(?:used?|attempts|tries) (?:to|for)|try (?:to|and)) (?=[a-z])/i, '')
      .replace(/^((?:(?!for |of |in |by |to |the |using )[a-z]+ ){1,4})(?:API|endpoint)\.?$/i, (whole, rest: string) =>
        // "Suspend compute endpoint" has its object last.
        words
          .familiesOf(words.baseOf(rest.split(' ', 1)[0]?.toLowerCase() ?? ''))
          .some((each) => /^(?:change|end|analyse|run)$/.test(each))
          ? whole
          : rest,
      )
      .trim()
      .replace(/^(?:pagination|paging|iteration) (?:over|of|through|for) (?=[a-z])/i, 'List ')
      .replace(listOf, 'List ')
  );
}

/** The sentence with its action first; unchanged when nothing wraps it. */
export function actionSentence(given: string, words: Words): string {
  return words.recall(findActionSentence, given);
}

/** "GetLayers Return the list of layers", "AddPoints This endpoint adds points": a name before its sentence. */
const nameBefore =
  /^([A-Z][a-z]+)(?:[A-Z][A-Za-z]*)+ (?=(?:This (?:api|call|endpoint|function|method|operation)|[A-Z][a-z]+) )/;

/** "Get getStandings record": the name of the operation as its object. */
const nameAfter =
  /^(?:Get|Fetch|Retrieve|Return|List|Read)s? (?:the )?(?:get|fetch|list|read)((?:[A-Z][a-z]+)+)(?: (?:records?|data|response|endpoint))?\.?$/;

function withoutNames(text: string, words: Words): string {
  // "GetData GetData queries the data"
  const once = text.replace(/^([A-Z][a-z]+[A-Z]\w+)\s+(?=\1\s)/, '');
  const [before = '', verb = ''] = nameBefore.exec(once) ?? [];
  const unheaded = before !== '' && words.isListedVerb(verb.toLowerCase()) ? once.slice(before.length) : once;
  const [whole = '', said = ''] = /^[A-Z][a-z]+[A-Z]\w+ ([a-z]+s) (?=(?:an?|the|all) )/.exec(unheaded) ?? [];
  const isSaid = whole !== '' && words.isListedVerb(words.baseOf(said));
  const told = isSaid ? capital(unheaded.slice(whole.length - said.length - 1)) : unheaded;
  return told.replace(nameAfter, (_, name: string) => `Get the${name.replaceAll(/(?=[A-Z])/g, ' ').toLowerCase()}`);
}

function findActionSentence(titled: string, words: Words): string {
  const given = withoutNames(titled, words);
  const unmarked = plainVerb(withoutMarks(given, words), words);
  const unnamed = withoutPermission(
    withoutHeadline(withoutOperationName(withoutName(unmarked, words), words), words),
    words,
  );
  const cleaned = unnamed === given ? given : capital(unnamed);
  const able = ableOf(cleaned, words);
  if (able !== undefined) return able;
  const happening = eventOf(cleaned, words);
  if (happening !== undefined) return happening;
  if (event.test(cleaned) && !/,(?!(?: [\w-]+)+(?:,(?: [\w-]+)+)* or [\w-]+\.?$)/.test(cleaned))
    return cleaned.replace(event, 'Subscribe to be notified when ');
  const purpose = purposeOf(cleaned);
  if (purpose !== undefined) return purpose;
  const sentence = announcedAction(
    verbFirst(deedFirst(gerundFirst(identifierWords(cleaned, words), words), words), words).replace(
      methodFor,
      (_, method: string) => `${capital(method.toLowerCase())} `,
    ),
    words,
  );
  // "Address Validation - GetLocationByIP": the part after the group is an identifier.
  const [, identifier = ''] = /\s[-–—]\s+([A-Za-z]\w*)$/.exec(sentence) ?? [];
  const named = identifierWords(identifier, words);
  if (named !== identifier && isAction(named, words)) return named;
  const [, group = '', verb_ = '', more = ''] = grouped.exec(sentence) ?? [];
  const act = words.baseOf(verb_.toLowerCase());
  const isGroup = /\s[-–—]\s/.test(sentence)
    ? !isAction(group, words)
    : (recordWords.has(act) || !words.isVerb(group.toLowerCase())) &&
      (/^[A-Z]/.test(verb_) || !words.hasNounReading(act));
  // "Signals - Headlines" has no verb.
  const isPast = words.inflectionOf(verb_.toLowerCase())?.form === 'past';
  const isPlural = more === '' && words.singularOf(verb_.toLowerCase()) === act && act !== verb_.toLowerCase();
  // "Undo - Undoes the last action"
  if (group !== '' && words.baseOf(group.toLowerCase()) === act && more !== '') return `${verb_} ${more}`;
  if (group !== '' && isGroup && words.isListedVerb(act) && !isPlural && !isPast) {
    const any = anyThings.test(more) ? anyOf(more.toLowerCase().replace(/[.\s]+$/, ''), group) : undefined;
    if (any !== undefined) return `${verb_} ${any}`;
    return /^(?:by|for|with|from|$)/i.test(more) ? `${verb_} ${group} ${more}`.trim() : `${verb_} ${more}`;
  }
  const [, action] = usable.exec(sentence) ?? told.exec(sentence) ?? [];
  if (action !== undefined) return capital(action);
  const [, doing = '', rest = ''] = gerund.exec(sentence) ?? [];
  const verb = words.baseOf(doing.toLowerCase());
  // "Entry point for posting creation": the noun of a deed has its object before it.
  const [, deed = ''] = /^ ([a-z]+ion)\b/.exec(rest) ?? [];
  const done = words.isNoun(doing.toLowerCase()) ? words.verbOf(deed) : undefined;
  if (done !== undefined) return `${capital(done)} ${doing}`;
  return doing !== '' && verb !== doing.toLowerCase() && words.isVerb(verb) ? `${capital(verb)}${rest}` : sentence;
}

/** "A transfer can be canceled if …" → "Cancel a transfer if …", "Add dynamically a role" → "Dynamically add a role". */
function ableOf(text: string, words: Words): string | undefined {
  const [whole = '', thing = '', done = ''] =
    /^((?:An?|The) [\w -]{2,40}?) (?:can|may) (?:only )?be ([a-z]+ed)(?= (?:if|when|while|until|before|as long as)\b)/.exec(
      text,
    ) ?? [];
  const verb = words.baseOf(done);
  if (whole !== '' && words.isListedVerb(verb))
    return `${capital(verb)} ${thing.charAt(0).toLowerCase()}${thing.slice(1)}${text.slice(whole.length)}`;
  const [begin = '', first = '', manner = '', next = ''] =
    /^([A-Z][a-z]+) ([a-z]+ly) (?=(an?|the|all) )/.exec(text) ?? [];
  const isManner = !words.isVerb(manner) && !words.isNoun(manner) && !words.isAdjective(manner) && manner !== 'only';
  return next !== '' && isManner && words.isListedVerb(words.baseOf(first.toLowerCase()))
    ? `${capital(manner)} ${first.toLowerCase()} ${text.slice(begin.length)}`
    : undefined;
}

/** "all possible types" of the group "PlotType" → "all possible plot types", and of "Quay" → "all possible types of quay". */
function anyOf(things: string, group: string): string {
  const named = group
    .replaceAll(/(?<=[a-z])(?=[A-Z])/g, ' ')
    .toLowerCase()
    .trim();
  const thing = things.replace(/^.* /, '');
  const isNamed = named.endsWith(thing) || `${named}s`.endsWith(thing);
  return isNamed ? `${things.slice(0, -thing.length)}${named.replace(/s$/, '')}s` : `${things} of ${named}`;
}

/** "To retrieve a place the /place method is used" retrieves; "To connect, a client needs a token" says nothing. */
function purposeOf(text: string): string | undefined {
  if (!/^To [a-z]+ /.test(text)) return undefined;
  const [, action] = /^To ([a-z]+ .{3,120}?),? (?:use|call|send|make|the|this|you)\b.*$/s.exec(text) ?? [];
  const isMethod = new RegExp(`\\b${things}s?\\b`, 'i').test(text.slice(action?.length ?? 0));
  return action !== undefined && isMethod ? capital(action) : '';
}

/** "Inserting handles into a report" → "Insert handles into a report". */
function gerundFirst(text: string, words: Words): string {
  const [first = ''] = /^[A-Z][a-z]+ing(?= [A-Za-z])/.exec(text) ?? [];
  const verb = words.baseOf(first.toLowerCase());
  const isVerb = first !== '' && words.isListedVerb(verb) && !words.hasNounReading(first.toLowerCase());
  return isVerb ? `${capital(verb)}${text.slice(first.length)}` : text;
}

/** Verbs of which the noun begins a title: "Creation of a berth". */
const deeds =
  /^(?:create|delete|retrieve|remove|modify|register|generate|validate|verify|calculate|activate|deactivate|cancel|search)$/;

/** "Retrieval of a single berth" → "Retrieve a single berth". */
function deedFirst(text: string, words: Words): string {
  const [noun = ''] = /^[A-Z][a-z]+(?= of (?:an? |the |all |one |single )?[A-Za-z])/.exec(text) ?? [];
  const verb = noun === '' ? undefined : words.verbOf(noun.toLowerCase());
  return verb !== undefined && deeds.test(verb) ? `${capital(verb)}${text.slice(noun.length + 3)}` : text;
}

/** True when the first word is a verb and no noun: "Deletes the rules". */
function isAction(text: string, words: Words): boolean {
  const [first = ''] = text.toLowerCase().split(' ', 1);
  const base = words.baseOf(first);
  return recordWords.has(base) || (words.isListedVerb(base) && !words.hasNounReading(base));
}

/** Without the words before the action, where they hide it. */
function announcedAction(text: string, words: Words): string {
  const rest = text.replace(announced, '');
  const [first = ''] = rest.split(' ', 1);
  const isHidden = /^(?:this |(?:it )?will\s)/i.test(text) || words.readIntent(text).verbs.length === 0;
  return rest !== text &&
    isHidden &&
    !/^(?:is|are|has|have|be|(?:allow|enable|let|permit|support)s?)$/i.test(first) &&
    words.isListedVerb(words.baseOf(first.toLowerCase()))
    ? capital(rest)
    : text;
}

/** `updateMediaAffinity` and `send_sms` → "Update media affinity", "Send sms"; unchanged unless it begins with a verb. */
function identifierWords(text: string, words: Words): string {
  if (!/^[A-Za-z]+(?:[A-Z]|_[A-Za-z])\w*$/.test(text)) return text;
  const parts = text.split(/_+|(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z](?!$|[A-Z_]))/);
  const said = parts.map((part) => (/^[A-Z]{2,}s?$/.test(part) ? part : part.toLowerCase()));
  return parts.length > 1 && words.isListedVerb(said[0] ?? '') ? capital(said.join(' ')) : text;
}

/** Words at the end of a title that are its verb: "Volumes List", "Snapshot Create". */
const titleVerbs =
  /^(?:list|get|create|add|update|edit|delete|remove|retrieve|view|search|upload|download|send|cancel|insert)$/i;

/** "Message Received", "New Order Created": the operation registers for an event. */
function eventOf(text: string, words: Words): string | undefined {
  const parts = text.replace(/^On (?=[A-Z])|[.\s]+$/g, '').split(/\s+/);
  const [done = '', noun = ''] = parts.toReversed().map((part) => part.toLowerCase());
  const isTitle = parts.length >= 2 && parts.length <= 5 && parts.every((part) => /^[A-Z][a-z]+$/.test(part));
  const isDone = /ed$/.test(done) && words.inflectionOf(done)?.form === 'past' && !words.isAdjective(done);
  if (!isTitle || !isDone || !words.isNoun(noun) || words.singularOf(noun) !== noun) return undefined;
  const subject = parts.slice(0, -1).join(' ').toLowerCase();
  return `Subscribe to be notified when ${articleOf(subject)} ${subject} is ${done}`;
}
const inMasses = /^(bulk|batch|mass)[ -](create|add|update|delete|remove|get|upload|import|set)(e?s)?\s+(?=[a-z])/i;

/** A title with its verb in front; unchanged when it has one there, or none. */
function verbFirst(text: string, words: Words): string {
  const [masses = '', , verb = '', ending = ''] = inMasses.exec(text) ?? [];
  if (masses !== '') return `${capital(verb)}${ending} ${text.slice(masses.length).replace(/[.\s]+$/, '')} in bulk`;
  const parts = text.replace(/[.\s]+$/, '').split(/\s+/);
  const [first = ''] = parts;
  const [last = '', noun = ''] = parts.toReversed();
  const isTitle = parts.every((part) => /^[A-Z0-9]/.test(part)) || (parts.length <= 3 && last === 'list');
  if (parts.length < 2 || parts.length > 5 || !isTitle) return text;
  // "Export Contacts List" exports a list.
  const begins =
    isAction(first, words) ||
    /^(?:display|show|view|fetch|export|import|download|upload|print|copy|sync|archive|filter|sort|share|reset|restore)$/i.test(
      first,
    );
  // "Sign Up" has its particle last.
  if (/^(?:up|in|out|on|off|down|back)$/i.test(last)) return text;
  const isVerb = titleVerbs.test(last) || (words.isListedVerb(last) && !words.hasNounReading(last.toLowerCase()));
  const isList = /^list$/i.test(last);
  const isNoun = isList ? isThing(noun.toLowerCase(), words) : words.isNoun(words.singularOf(noun.toLowerCase()));
  // "Mfr Get"
  if (begins || !isVerb || !(isNoun || /^get$/i.test(last))) return text;
  const things = parts.slice(0, -1).join(' ');
  return `${capital(last)} ${isList ? pluralNoun(things, words) : things}`;
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/**
 * True when the action of the description shows that a title names a thing: "Bar License" where it verifies a bar license,
 * "Stop Search" where it returns stops.
 */
export function isNamedBy(title: string, description: string, words: Words): boolean {
  const action = withoutManner(description, words);
  const [first = '', second = ''] = title.toLowerCase().split(' ', 2);
  const [verb = ''] = action.toLowerCase().split(' ', 1);
  const base = words.baseOf(verb);
  const said = words.baseOf(withoutManner(title, words).toLowerCase().split(' ', 1)[0] ?? '');
  if (base === first || base === said || !words.isListedVerb(base) || !words.hasNounReading(first)) return false;
  if (words.isRatherVerb(first)) return false;
  // "Fetches values" is no title.
  if (/^(?:fetches|returns|gets|retrieves|lists|creates|updates|deletes)$/.test(first)) return false;
  const rest = action.toLowerCase().slice(verb.length);
  // "display ads" where it creates a display ad
  if (second !== '' && rest.includes(` ${title.toLowerCase().replace(/s?[.\s]*$/, '')}`)) return true;
  // "Contact QR Code" where it creates a QR code
  const thing = title.toLowerCase().split(' ').slice(1).join(' ');
  if (thing.includes(' ') && new RegExp(`^ (?:an?|the) ${thing.replaceAll(/[^a-z0-9 ]/g, '.')}\\b`).test(rest))
    return true;
  const isRead = /^(?:returns?|gets?|retrieves?|lists?|fetch(?:es)?|provides?|displays?)$/.test(verb);
  const isReading = words.familiesOf(first).some((family) => /^(?:read|find|analyse)$/.test(family));
  return isRead && !isReading && !/^(?:an?|the|all|this|your|one|each)$/.test(second) && words.isVerb(first);
}

/** True for a title such as "PAN Verification Record"; names of HTTP methods are often in capitals. */
export function isAcronym(text: string): boolean {
  return (
    /^[A-Z]{2,}\s+(?!(?:an?|the|all)\b)/.test(text) && !/^(?:GET|PUT|POST|PATCH|DELETE|LIST|CREATE|UPDATE)\b/.test(text)
  );
}

/** True for a sentence that says how an action is requested rather than what it does: "Sends a signal to …". */
export function isCarrier(sentence: string): boolean {
  return /^(?:sends? (?:an? )?(?:signal|command|request)\b|(?:perform|execute|trigger)s? |issues? (?:an? |the )?(?:signal|command|request|call)\b)/i.test(
    sentence,
  );
}

/** Nouns of activities and their verbs: "lemmatization" → "lemmatize", "analysis" → "analyze". */
export function verbOfActivity(noun: string, words: Words): string | undefined {
  // "Perform an action"
  if (/^(?:action|operation|function|transaction)s?$/.test(noun)) return undefined;
  const forms = [
    noun.replace(/ysis$/, 'yze'),
    noun.replace(/ization$/, 'ize'),
    noun.replace(/ation$/, 'ate'),
    noun.replace(/ation$/, 'e'),
    noun.replace(/ion$/, ''),
  ];
  return forms.find((form) => form !== noun && words.isListedVerb(form));
}
