/**
 * The last edit of an intent and an outcome: headlines become sentences ("Download Document" → "Download a document"),
 * and an outcome refers to what the request names with "the" ("the berths of a harbor" → "of the harbor").
 */
import type { Words } from '@dragoman/agis';
import { pluralOnly } from './agreeing-object.js';
import type { EndpointFacts } from './endpoint-facts.js';
import { articleOf, pluralOf, singularOf } from './inflect-noun.js';
import { spellings } from './spellings.js';
import { withValue } from './value-outcome.js';
import { recordWords } from './verb-table.js';
import { abbreviation, lowerTitle } from './word-case.js';

/** The endpoint of a sentence. */
export interface PolishPlace {
  method: string;
  path: string;
  words: Words;
  /** What the keys among the inputs are of: "berth" of `berthId`. */
  facts?: Pick<EndpointFacts, 'keyed' | 'values'>;
}

/** The words of the path and of the keys: things that the request names. */
function namedBy({ path, facts }: PolishPlace): string {
  return `${path.replaceAll(/[-_{}/]/g, ' ')} ${facts?.keyed ?? ''}`;
}

/** Nouns without an article, and those whose number their form does not show. */
export const uncountable =
  /^(?:data|metadata|info|information|content|history|usage|access|traffic|software|media|feedback|weather|news|analytics|statistics|stats|metrics|settings|preferences|details?|support|help|text|sms|mail|music|inventory|progress|availability|eligibility|capacity|activity|people|children|(?:time)?series|criteria|health|readiness|liveness|all|me|everything|code|html|json|xml|csv|pdf|storage|time|work|money|spam|security|connectivity|authentication|authorization|ownership|equipment|research|tracking|billing|shipping|pricing|training|testing|logging|bulk)$/i;

/** Nouns of which a thing has one. */
const unique =
  /^(?:version|price|total|balance|count|number|configuration|config|schema|status|state|result|impact|summary|overview|size|rate|limit|name|title|description|position|priority|value|distance|score|location|address|logo|avatar|profile|account|progress|root|current|latest|last|first|next|previous|default|active)$/i;

const prepositions =
  /^(?:of|for|in|from|to|on|by|at|with|within|as|about|against|into|via|using|between|under|over|per|through|without|after|before|during|near|around|based|if|that|which|who|whose|where|when|and|or|and\/or|&)$/i;

const determined =
  /^(?:an?|the|all|any|each|every|your|my|our|its|their|this|these|those|one|two|three|multiple|several|some|many|more|most|another|other|both|no|which|what|whether|if|how|it|them|up|out|in|on|off|down|back|to|and|or)$/i;

/** Verbs of a headline whose object may stay bare: "Search meals", "Log in". */
const bareVerbs =
  /^(?:search|look|lookup|query|count|check|log|sign|list|browse|perform|make|begin|have|be|do|go|use|provide|give|enter|apply|ping|put)$/;

/** An intent with a capital letter at its beginning, and with the articles that a headline leaves out. */
export function polishIntent(given: string, place: PolishPlace): string {
  return withArticles(polishHeadline(given, place), place);
}

/** Qualities of one thing: "in existing project" lacks an article whatever the address has. */
const singleQuality = /^(?:current|existing|specific|specified|given|particular|single)$/;

/** "Get the fields of incident type" → "of an incident type", where a key or the path names it. */
function withArticles(text: string, place: PolishPlace): string {
  const { words } = place;
  const named = namedBy(place);
  return text.replaceAll(
    /(?<=(?<!\b(?:list|lists|array|set|collection|page|number|group|type|kind)) (?:of|for|in|from|to|on|with|within) )(?<!\b(?:logged|signed|checked|opted) in )((?:current|existing|specific|specified|given|particular|single) )?([a-z]+(?: [a-z]+)?)(?=[.,]?$|, | (?:by|using|with|in|on|for|from|at) )/g,
    (whole, quality: string | undefined, noun: string) => {
      const parts = noun.split(' ');
      const last = parts.at(-1) ?? '';
      const isOne =
        parts.every(
          (part) =>
            (words.isNoun(part) || isNamedOne(part, named, words)) &&
            !prepositions.test(part) &&
            !determined.test(part),
        ) &&
        !uncountable.test(last) &&
        singularOf(last, words) === last &&
        !singleQuality.test(parts[0] ?? '');
      // "for review" and "on merge" are activities, unless the request names one.
      const isDeed = words.isListedVerb(parts[0] ?? '') && !named.split(' ').includes(`${last}s`);
      const isNamed = !isDeed && parts.every((part) => isNamedOne(part, named, words));
      if (!isOne || !(isNamed || (quality !== undefined && words.isPlainlyNoun(last)))) return whole;
      return `${/^(?:current|given|specified)/.test(whole) ? 'the' : articleOf(whole)} ${whole}`;
    },
  );
}

function polishHeadline(given: string, place: PolishPlace): string {
  const text = lowerNouns(
    splitNames(sameForm(imperative(plainWords(given, place.words), place.words), place.words), place.path),
    place.path.replaceAll(/[-_{}/]/g, ' '),
    place.words,
  )
    .replace(/^(?:GET|POST|PUT|PATCH|DELETE|LIST|CREATE|UPDATE)(?= [a-zA-Z])/, (verb) => verb.toLowerCase())
    .replace(/^[a-z](?=[a-z]* )/, (letter) => letter.toUpperCase());
  const [, verb = '', rest = '', end = ''] =
    /^([A-Z][A-Za-z]*(?:\/[a-z]+(?= ))?) ([A-Za-z][\w '’-]*?)([.!]?)$/.exec(text) ?? [];
  const { words } = place;
  const base = words.baseOf(verb.toLowerCase().replace(/\/.*$/, ''));
  if (rest === '' || rest.length > maxHeadline || !words.isListedVerb(base)) return text;
  // "Find berth" of a collection finds several.
  if (bareVerbs.test(base) || (base === 'find' && !place.path.endsWith('}'))) return withOwner(text, place);
  // "Email template" of CREATE names a thing.
  const families = words.familiesOf(place.method.toLowerCase());
  const isOther = !words.familiesOf(base).some((each) => families.includes(each));
  if (isOther && words.hasNounReading(base) && !recordWords.has(base)) return text;
  const plain = lowerTitle(rest, words).replaceAll(/\b(?:by|via) (?:Id|id)\b/g, (by) => `${by.slice(0, -2)}ID`);
  const parts = plain
    .split(' ')
    // "Data Provider" is a name as a whole.
    .map((word, at, all) =>
      /^[A-Z]/.test(all[at + 1] ?? '') || /^[A-Z]/.test(all[at - 1] ?? '') ? word : lowerNamed(word, place),
    );
  const until = parts.findIndex((word, at) => at > 0 && prepositions.test(word));
  const object = singleOf(until < 0 ? parts : parts.slice(0, until), place);
  const tail = until < 0 ? [] : parts.slice(until);
  const article = headlineArticle(object, base, place);
  if (article === undefined) return withOwner(text, place);
  // "Client Back In Stock" is a name.
  const isName = until > 0 && /^[A-Z]/.test(rest.split(' ')[until] ?? '');
  const after = isName ? ['', ...tail].join(' ') : withArticle(tail, place);
  return `${verb} ${article === '' ? '' : `${article} `}${object.join(' ')}${after}${end}`;
}

/** "List makers for pack" of `/packs/{id}/makers` → "… for a pack". */
function withOwner(text: string, { path, words }: PolishPlace): string {
  return text.replace(/(?<= (?:of|for|in|from) )([a-z]+)(?=\.?$)/, (noun) => {
    const isOwner = isNamedOne(noun, path.replaceAll(/[-_{}/]/g, ' '), words);
    return isOwner ? `${articleOf(noun)} ${noun}` : noun;
  });
}

/** "Marked a user as active": the past of a change log. */
function imperative(text: string, words: Words): string {
  const [past = ''] = /^[A-Z][a-z]+ed(?= (?:an?|the) )/.exec(text) ?? [];
  const base = words.baseOf(past.toLowerCase());
  if (past === '' || words.inflectionOf(past.toLowerCase())?.form !== 'past' || !words.isListedVerb(base)) return text;
  return `${past.charAt(0)}${base.slice(1)}${text.slice(past.length)}`;
}

/** "Upload the data and returns an ID": the second verb has the form of the first. */
function sameForm(text: string, words: Words): string {
  const [, first = '', between = '', second = ''] =
    /^([A-Z][a-z]+) ([^.:;]*?(?:,| and|, and)) (returns|gets|sends|creates|updates|deletes|sets|stores|removes|adds)(?= (?:an?|the|its?|all|them|new)\b)/.exec(
      text,
    ) ?? [];
  const verb = first.toLowerCase();
  const isBase = second !== '' && words.isListedVerb(verb) && words.baseOf(verb) === verb;
  if (!isBase || / (?:that|which|who|whether|if|when) /.test(between)) return text;
  const at = first.length + 1 + between.length + 1;
  return `${text.slice(0, at)}${words.baseOf(second)}${text.slice(at + second.length)}`;
}

/** A text without common misspellings, words twice, names in code ("countryCode") and the person of the reader. */
function plainWords(text: string, words: Words): string {
  return (
    text
      .replace(
        / (?:using|with|via|through) this (?:action|api|call|endpoint|method|operation|request|route)(?=\.?$)/i,
        '',
      )
      .replaceAll(
        /(?<= (?:of|for|by|with|from|in|to|on|using) )(?=(?:given|specified|provided|supplied|selected) [a-z])(?!(?:given|provided) (?:that|by|in|as|the|an?)\b)/g,
        'the ',
      )
      .replaceAll(places, 'the ')
      .replace(
        /^((?!The |All |Each |Any |This |New )[A-Z][a-z]+ )(?=(?:given|specified|provided|supplied|selected) [a-z])(?!\w+ given (?:the|an?) )/,
        '$1the ',
      )
      .replaceAll(/\b(?:your|our) own (?=\w)/g, "the current user's ")
      .replaceAll(/\b(?:your|our) (?=\w)/g, 'the ')
      // "the recipe {recipeId}", "identified in {ids}"
      .replaceAll(/\b([a-z]+) \{\1\w*\}/gi, '$1')
      .replaceAll(/(?<![/\w])\{([A-Za-z]\w*)\}(?![/\w])/g, '$1')
      .replaceAll(/\ba (?=[AEIO][a-z]{2,}\b)(?!One|Once|Eu)/g, 'an ')
      .replaceAll(/(?<=[a-z] )By (?=[a-z])/g, 'by ')
      // "this workflow steps"
      .replaceAll(/\bthis (?=[a-z]+ (?!has|is|was|does)[a-z]+[^su\W]s\b)/g, 'the ')
      // "a lifecycle information"
      .replaceAll(
        /\ban? (?=(?:[a-z-]+ ){0,4}(?:information|feedback|metadata|settings|statistics)\b)(?!.*\b(?:of|for|with|and)\b.*\b(?:information|feedback|metadata|settings|statistics)\b)/g,
        'the ',
      )
      .replaceAll(/\bit's (?=(?:own|unique|given|id|ID|identifier|name|[a-z]+Id)\b)/g, 'its ')
      .replaceAll(/\bit's (?=[a-z]+(?: [a-z]+)?(?:$|[.,]))/g, 'its ')
      .replace(
        /^((?:Returns?|Gets?|Retrieves?|Fetch(?:es)?|Shows?|Provides?|Lists?|Adds?|Creates?) )(?=(?:list|array|collection|set) (?:of|containing|with)\b)/,
        '$1a ',
      )
      .replaceAll(/\b(a)n? ([a-z]+s) list\b/gi, '$1 list of $2')
      .replaceAll(
        /\b(an?) (?=([a-z]{3,})\b)/g,
        (_, article: string, word: string) => `${/^(?:hour|honest|heir)/.test(word) ? article : articleOf(word)} `,
      )
      .replaceAll(/\bmy (?=\w)/gi, "the current user's ")
      .replaceAll(
        /(?<![\w./{'"-])(?!(?:one|all|any)Of\b)[a-z]{3,}(?:(?:[A-Z][a-z]+)+|(?:_[a-z]{2,})+)(?![\w/}'"(-]|\.\w)/g,
        (name) =>
          name
            .replaceAll('_', ' ')
            .replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
            .replaceAll(/\bid(s?)\b/g, 'ID$1')
            .replaceAll(/\burl(s?)\b/g, 'URL$1'),
      )
      .replaceAll(/\b[a-z]{7,}\b/gi, (word) => {
        const plain = word.toLowerCase();
        const right = Object.hasOwn(spellings, plain) ? spellings[plain] : undefined;
        return right === undefined
          ? word
          : /^[A-Z]/.test(word)
            ? right.charAt(0).toUpperCase() + right.slice(1)
            : right;
      })
      .replaceAll(/\b(a|an|the|of|in|to|for) \1 (?=\w)/g, '$1 ')
      // "by GenerationIdAndConfigId"
      .replaceAll(/(?<= by )(?:[A-Z][a-z]+){2,}(?=[.,]?$| )/g, (name) => inWords(partsOf(name)))
      // "Creates new token from the old one"
      .replace(
        /^((?:Creates?|Adds?|Generates?|Registers?) )(new )(?=([a-z]+)(?: (?:from|for|in|with|by|of|using)\b|[.,]|$))/,
        (whole, verb: string, fresh: string, thing: string) => (isCounted(thing, words) ? `${verb}a ${fresh}` : whole),
      )
      // "from project's default list"
      .replaceAll(bareOwner, 'the ')
  );
}

/** Before things that a service has once: "from body", "in database". */
const places =
  /(?<= (?:from|in|into|to) )(?=(?:request body|body|database|db|cache|cloud|blockchain|ledger|registry|backend|platform)(?:[.,]?$| (?:by|using|with|for|is|are|has|have|and)\b))/g;

/** True for a noun in the singular that may have an article. */
function isCounted(noun: string, words: Words): boolean {
  return words.isNoun(noun) && singularOf(noun, words) === noun && !uncountable.test(noun);
}

/** Before an owner in the singular without an article; "people's" and "today's" take none. */
const bareOwner =
  /(?<= (?:from|to|of|for|(?<!logged |signed |checked |opted )in|on|with|by) )(?!(?:today|tomorrow|yesterday|one|someone|anyone|everyone|nobody|people|children|men|women|another)['’])(?=[a-z]{3,}['’]s [a-z])/g;

/** "Group" of "Update Group by id", where the address has the groups. */
function lowerNamed(word: string, { path, words }: PolishPlace): string {
  const plain = word.toLowerCase();
  const isNamed = /^[A-Z][a-z]{2,}$/.test(word) && words.isNoun(plain) && path.includes(`/${plain}`);
  return isNamed ? plain : word;
}

/** "AdditionalTaxIdentifier" of `/additional-tax-identifiers/{id}` → "additional tax identifier". */
export function splitNames(text: string, path: string): string {
  return text.replaceAll(/\b(?:[A-Z][a-z]+){2,}\b/g, (name) => {
    const parts = partsOf(name);
    const stem = parts.join('-').replace(/(?:ies|y|s)$/, '');
    return path.includes(`/${stem}`) ? inWords(parts) : name;
  });
}

/** "AccountId" → "account", "id". */
function partsOf(name: string): string[] {
  return name.split(/(?=[A-Z])/).map((part) => part.toLowerCase());
}

/** "account", "id" → "account ID". */
function inWords(parts: readonly string[]): string {
  return parts.map((part) => (abbreviation.test(part) ? part.toUpperCase() : part)).join(' ');
}

/** Longer texts are sentences with the articles that their author wanted. */
const maxHeadline = 60;

/** "account access consents" of `/account-access-consents/{consent_id}` are one. */
function singleOf(object: string[], { method, path, words }: PolishPlace): string[] {
  const last = object.at(-1) ?? '';
  const one = singularOf(last, words);
  const [, owner = '', key = ''] = /\/([a-z-]+)\/\{(\w+)\}$/.exec(path) ?? [];
  // `/tags/{resource_arn}` has the tags of one resource, and `/sites/{site_ids}` several sites.
  const isOther =
    /(?:_?ids|identifiers|keys|names)$/.test(key) ||
    (/^(?:resource|parent|owner|target|entity)_/.test(key) && !key.startsWith(owner.slice(0, 4)));
  const isKeyed =
    !isOther &&
    !pluralOnly.test(last) &&
    one !== last &&
    path.replace(/\/\{\w+\}$/, '').endsWith(last) &&
    path.endsWith('}') &&
    // `/messages/{channel}` has the messages of a channel.
    (/^(?:id|uid|uuid|guid|key|slug|code|ref|handle|name|number)$/.test(key) || key.includes(one.replace(/^.*-/, '')));
  return isKeyed && method !== 'LIST' && method !== 'FIND' ? [...object.slice(0, -1), one] : object;
}

/** Nouns in -ing that can be counted, unlike "scaling". */
const countedActivities =
  /(?:setting|mapping|recording|booking|meeting|listing|building|posting|rating|heading|drawing|offering|opening|hearing|warning|finding|ranking|reading|filing)$/;

/** The article that the object of a headline lacks; empty for a plural, undefined where the words are not understood. */
function headlineArticle(object: readonly string[], verb: string, { path, words }: PolishPlace): string | undefined {
  const [first = ''] = object;
  const last = object.at(-1) ?? '';
  // "Start watching a vehicle", "Unlock using a tag"
  if (
    prepositions.test(first) ||
    (/ing$/.test(first) && /^(?:start|stop|begin|continue|finish|pause|resume)$/.test(verb))
  )
    return undefined;
  if (object.some((word) => determined.test(word)) || object.length > 5 || object.some((word) => /['’]s$/.test(word)))
    return undefined;
  const isKnown = object.every(
    (word) =>
      /^[A-Z][A-Z0-9]+$/.test(word) ||
      (/^[a-z][a-z-]+$/.test(word) && (isNounOrQuality(word, words) || !isOther(word, words))),
  );
  // "currencies exchange rate"
  if (!isKnown || object.slice(0, -1).some((word) => /^[a-z]+$/.test(word) && singularOf(word, words) !== word))
    return undefined;
  if (/ing$/.test(last) && words.inflectionOf(last)?.form === 'participle' && !countedActivities.test(last)) return '';
  const isAcronym = /^[A-Z0-9]+$/.test(last) && !uncountable.test(last);
  if (isAcronym && object.length === 1 && !/^(?:decode|convert|generate|create)$/.test(verb)) return undefined;
  // "Download Document External"
  if (
    object.length > 1 &&
    words.isAdjective(last) &&
    words.isNoun(object.at(-2) ?? '') &&
    !words.isPlainlyNoun(last) &&
    !path.includes(last)
  )
    return undefined;
  if (
    !isAcronym &&
    ((!words.isNoun(last) && !path.includes(last)) || uncountable.test(last) || singularOf(last, words) !== last)
  ) {
    return /^[a-z]/.test(last) ? '' : undefined;
  }
  const isNew =
    /^(?:create|add|insert|new|register|generate|make|issue|upload|send|submit|schedule|post|publish|write|leave)$/.test(
      verb,
    );
  // One of the harbors of `/harbors/{id}`
  const isOneOf = new RegExp(`${last}\\w{0,3}/\\{`, 'i').test(path);
  if (!isNew && /^(?:latest|current|last|first|next|previous|default)$/.test(first)) return 'the';
  if (!isNew && !isOneOf && (unique.test(last) || unique.test(first) || !/\}$/.test(path)) && !actsOnAny(verb))
    return 'the';
  return articleOf(object[0] ?? '');
}

/** Verbs whose object is in the request: "Convert a URL". */
function actsOnAny(verb: string): boolean {
  return /^(?:convert|decode|encode|validate|verify|parse|analyze|translate|test|render|sort|tokenize|import)$/.test(
    verb,
  );
}

/** True for a known word of another kind: "Get most popular" and "Get where used". */
function isOther(word: string, words: Words): boolean {
  return (
    words.isVerb(words.baseOf(word)) || words.isAdverb(word) || prepositions.test(word) || /(?:ly|est)$/.test(word)
  );
}

function isNounOrQuality(word: string, words: Words): boolean {
  return (
    words.isNoun(word) ||
    words.isNoun(singularOf(word, words)) ||
    words.isAdjective(word) ||
    /^(?:past|participle)$/.test(words.inflectionOf(word)?.form ?? '')
  );
}

/** "from URL" → " from a URL": one thing that can be counted. */
function withArticle(tail: readonly string[], { path, words }: PolishPlace): string {
  const named = path.replaceAll(/[-_{}/]/g, ' ');
  const [preposition = '', ...rest] = tail;
  const noun = rest.join(' ');
  const last = rest.at(-1) ?? '';
  const isAcronym = /^(?:URL|URI|ID|CSV file|API|IP|QR code)$/.test(noun) && noun !== 'ID';
  const isOne =
    /^[a-z]+(?: [a-z]+)?$/.test(noun) &&
    words.isPlainlyNoun(last) &&
    rest.every((word) => words.isNoun(word)) &&
    !uncountable.test(last) &&
    singularOf(last, words) === last;
  const isGiven =
    /^(?:of|for|in|from|to|on)$/.test(preposition) &&
    // "a file for download"
    !(
      preposition === 'for' &&
      /^(?:download|upload|export|import|review|use|print|display|preview|approval|[a-z]+(?:ion|ment|ing))$/.test(noun)
    ) &&
    (isAcronym || isOne || isNamedOne(noun, named, words));
  return tail.length === 0 ? '' : ` ${preposition} ${isGiven ? `${articleOf(noun)} ` : ''}${noun}`;
}

/** Nouns of forms and amounts, which the request does not name: "as a file", "in a format". */
const forms =
  /\b(?:format|form|file|files|way|manner|list|array|page|batch|set|range|row|string|number|time|day|week|month|year|hour|minute|period|moment|lot|variety|series|pair|group of|copy|percentage|json|xml|csv|pdf|zip|result|response|request|call|time|new|different|different|another|random|selectable|tabular|single call|whole|minimum|maximum|reason)\b/i;

const reference =
  /(?<= (?:of|for|in|from|on|about|within|against|to|by|associated with|linked with) )(?:(?:an?|one) (?!(?:or|of|more) )(?:specific |specified |given |particular |single |certain |existing )?|(?<!\b(?:list|set|array|number|group) of )(?:specific|specified|given|particular|existing) )(?!of |for |in )(?=([\w'’-]+(?: [\w'’-]+){0,3}))/gi;

/** An outcome that refers to what the request names as something known. */
export function polishOutcome(given: string, place: PolishPlace): string {
  const { path, words } = place;
  const [, state = ''] = / ((?:is|are|has|have|no longer|exists?) .*)$/.exec(given) ?? [];
  const named = namedBy(place);
  const text = splitNames(plainWords(given, words), path)
    .replace(/^The requested (?=random )/, 'A ')
    .replace(/^(A number of .*s) is (?=returned)/, '$1 are ')
    .replace(/^The requested (?=requests?\b|requested\b)/, 'The ')
    .replace(/^The requested new (?=[a-z])/, 'The requested ')
    // "from collections" of `/collections/{id}/items`
    .replaceAll(
      /(?<= (?:from|to|for|in|(?<!\b(?:list|array|set|collection|page|number|batch|group) )of) )[a-z]+s(?=$| (?:is|are|has|have|no longer|exists?)\b)/g,
      (noun) => {
        const one = singularOf(noun, words);
        return one !== noun && new RegExp(`/${noun}/\\{(?:${one}\\w*|\\w*_?(?:id|uuid|key|slug|name))\\}`).test(path)
          ? `the ${one}`
          : noun;
      },
    )
    .replace(/\bids(?= (?:is|are|has|have|no)\b)/, 'IDs')
    .replace(
      /^(The(?: requested)?) (single|specific|individual) (?=[a-z-]{3,}(?: (?!list|send)|$))/i,
      (said, the: string, one: string) => (named.includes(one.toLowerCase()) ? said : `${the} `),
    )
    .replace(/^The requested (?=(?:specified|current|latest|default|last|next|root) )/, 'The ')
    .replaceAll(/(?<= (?:of|for|in|from|on|to|by|with) )this (?!(?:month|week|day|year)\b)(?=[a-z])/g, 'the ')
    .replaceAll(reference, (article, noun: string, at: number) => {
      const [head = ''] = noun.toLowerCase().split(/ (?:of|for|in|from|to|on|is|are|has|have|exists?|no|as|with) /, 1);
      // "from one harbor to another"
      if (/ (?:that|which|who|where|when|if) |^Whether /.test(given.slice(0, at)) || / to another\b/.test(given))
        return article;
      const isTo = / (?:to|by) $/.test(given.slice(0, at));
      const isNamed = head.split(' ').some((word) => word.length > 2 && named.includes(word.replace(/s$/, '')));
      const isSaid = /specif|given|particular|existing/i.test(article);
      return (forms.test(head) && !isSaid) || (isTo && !isNamed) ? article : 'the ';
    })
    // "is removed from user"
    .replaceAll(
      // "the logged in user" has a particle.
      /(?<= (?:from|to|for|of|on|with|within|(?<!logged |signed |checked |opted )in) )(?:[a-z]+|UR[LI])(?=$| (?:is|are|has|have|no longer|exists?)\b)/g,
      (noun, at: number, whole: string) => {
        // "for execution" is an activity.
        const isDeed = /(?:ion|ment|ing)$/.test(noun) && whole.slice(0, at).endsWith(' for ');
        return !isDeed && (/^UR/.test(noun) || isNamedOne(noun, named, words)) ? `the ${noun}` : noun;
      },
    )
    // "A list of Team objects"
    .replace(/(?<= (?:array|list|collection|set) of [A-Z][a-z]+ object)(?= )/, 's')
    .replaceAll(/ ([A-Za-z][a-z]+) (objects?)(?= )/g, (found, noun: string, object: string) =>
      words.isNoun(noun.toLowerCase()) &&
      !named.includes(`${noun.toLowerCase()} object`) &&
      (/^[A-Z]/.test(noun) || isNamedOne(noun, named, words))
        ? ` ${object === 'object' ? noun.toLowerCase() : pluralOf(noun.toLowerCase())}`
        : found,
    )
    .replace(/^Whether an? (?=(\w+))/, (whether, noun: string) => (named.includes(noun) ? 'Whether the ' : whether))
    .replaceAll(/\ban (?=[bcdfgjkpqtvwz][a-z]+ )|\ba a (?=\w)|\bit's (?=[a-z])/g, (found) =>
      found === "it's " ? 'its ' : 'a ',
    );
  return withValue(state === '' ? text : lowerNouns(text, named, words), place);
}

/** "user" of `/users/{id}/roles`. */
function isNamedOne(noun: string, named: string, words: Words): boolean {
  // A word that no dictionary has is a noun where the address has its plural: "microservice" of `/microservices`.
  const isNoun =
    words.isNoun(noun) || (!words.isVerb(noun) && !words.isAdjective(noun) && named.split(' ').includes(`${noun}s`));
  return (
    isNoun && !uncountable.test(noun) && singularOf(noun, words) === noun && new RegExp(`\\b${noun}s?\\b`).test(named)
  );
}

/** "The Fax Delivery Receipts are …" → "The fax delivery receipts", "All Aggregated issues" → "All aggregated issues": no names. */
function lowerNouns(text: string, named: string, words: Words): string {
  const run =
    /(?<=^[A-Z][a-z]+ |\s[a-z]+,? )[A-Z][a-z]+(?: [A-Z][a-z]+)*(?=$|\.$| (?:is|are|has|have|exists?|no|for|of|in|from|with|to|on|that|as|and|by) )/g;
  const isQuality = (word: string) =>
    (words.isAdjective(word) || words.inflectionOf(word)?.form === 'past') && !words.isPlainlyNoun(word);
  return text
    .replaceAll(run, (found) => {
      const parts = found.toLowerCase().split(' ');
      const last = parts.at(-1) ?? '';
      const one = singularOf(last, words);
      const isMany = one !== last && words.isNoun(one);
      const isGeneral =
        (isMany && named.includes(last.slice(0, 4))) ||
        (words.isNoun(one) && new RegExp(`\\b${one}`).test(named)) ||
        (words.isNoun(last) && uncountable.test(last));
      return isGeneral && parts.every((word) => isNounOrQuality(word, words)) ? parts.join(' ') : found;
    })
    .replaceAll(/(?<=^[A-Z][a-z]+ |\s[a-z]+,? )[A-Z][a-z]+(?= [a-z]+s?\b)/g, (word) => {
      const plain = word.toLowerCase();
      return isQuality(plain) || (words.isNoun(plain) && new RegExp(`\\b${plain}\\b`).test(named)) ? plain : word;
    });
}
