/** Recognizes requests in other languages than English, by script or by function words, and their negations. */
import { functionWords, looksEnglish } from '../words/english.js';
import type { Words } from '../words/words.js';

interface Language {
  name: string;
  /** Function words; negations are listed apart. */
  words: ReadonlySet<string>;
  negations: ReadonlySet<string>;
}

const listed = (words: string) => new Set(words.split(' '));
const language = (name: string, words: string, negations: string): Language => ({
  name,
  words: listed(words),
  negations: listed(negations),
});

const languages: readonly Language[] = [
  language(
    'German',
    'der die das den dem ein eine einen einem einer und oder für mit von zu zum zur im ist auf bei über mein meine meinen meinem bitte ich wir mir wie wann heute morgen am an alle',
    'nicht kein keine keinen nie niemals',
  ),
  language(
    'French',
    'le la les un une des du de et ou dans sur pour avec au aux ce cette mon ma mes est je nous vous comment quand demain mon rendez-vous',
    'ne pas jamais non aucun',
  ),
  language(
    'Spanish',
    'el la los las un una de del al y en con por para que mi mis su es cómo cuándo mañana quiero favor hoy todos',
    'no nunca jamás',
  ),
  language(
    'Italian',
    'il lo la gli le un una di del della e o per con che mio mia miei è come quando domani voglio favore i nel tutti',
    'non mai',
  ),
  language(
    'Portuguese',
    'o os as um uma de do da dos das e em com por para que meu minha é como quando amanhã quero favor todos',
    'não nunca',
  ),
  language(
    'Dutch',
    'de het een en of voor met van op in mijn is hoe wanneer morgen alstublieft ik wij alle te',
    'niet geen nooit',
  ),
  language(
    'Swedish',
    'en ett och att för med på mitt min mina är hur när imorgon jag vi alla till',
    'inte aldrig ingen',
  ),
  language('Polish', 'i w na z do dla mój moją moje jest jak kiedy jutro proszę o wszystkie się stolik', 'nie nigdy'),
  language('Turkish', 've bir için ile benim lütfen nasıl ne zaman yarın bu tüm randevumu', 'değil hayır asla'),
];

const scripts: readonly (readonly [RegExp, name: string, negation: RegExp])[] = [
  [/[\p{Script=Hiragana}\p{Script=Katakana}]/gu, 'Japanese', /ない|しないで|ません|なく/],
  [/\p{Script=Hangul}/gu, 'Korean', /않|지 ?마|안 /],
  [/\p{Script=Han}/gu, 'Chinese', /不|没|別|别|勿/],
  [
    /\p{Script=Cyrillic}/gu,
    'Russian or another language in Cyrillic script',
    /(?<!\p{L})(?:не|нет|никогда|ні)(?!\p{L})/iu,
  ],
  [/\p{Script=Arabic}/gu, 'Arabic or another language in Arabic script', /(?<!\p{L})(?:لا|لم|لن|ليس)(?!\p{L})/u],
  [/\p{Script=Hebrew}/gu, 'Hebrew', /(?<!\p{L})(?:לא|אל)(?!\p{L})/u],
  [/\p{Script=Greek}/gu, 'Greek', /(?<!\p{L})(?:δεν|μην|μη|όχι)(?!\p{L})/iu],
  [/\p{Script=Thai}/gu, 'Thai', /ไม่|อย่า/],
  [/\p{Script=Devanagari}/gu, 'Hindi or another language in Devanagari script', /नहीं|मत|ना /],
];
/** Characters and words that are examined. */
const bounds = { characters: 600, words: 80 };

/** A request in another language. */
export interface ForeignRequest {
  /** English name of the language. */
  language: string;
  /** The word that negates it, if there is one. */
  negation?: string;
}

/** The language of a request that is not in English; undefined for English, and when the language is not known. */
export function findForeignLanguage(request: string, words: Words): ForeignRequest | undefined {
  const text = request.slice(0, bounds.characters);
  const letters = text.match(/\p{L}/gu)?.length ?? 0;
  for (const [script, name, negation] of scripts) {
    if ((text.match(script)?.length ?? 0) < letters / 3 || letters === 0 || !text.match(script)) continue;
    const found = negation.exec(text)?.[0].trim();
    return { language: name, ...(found === undefined ? {} : { negation: found }) };
  }
  if (looksEnglish(text, words)) return undefined;
  return byFunctionWords((text.toLowerCase().match(/[\p{L}\p{M}'-]+/gu) ?? []).slice(0, bounds.words));
}

/** At least one word in four, and two in longer requests, must belong to the language. */
function byFunctionWords(said: readonly string[]): ForeignRequest | undefined {
  const counts = languages.map(({ words, negations }) => {
    const own = said.filter((word) => words.has(word) || negations.has(word));
    const english = said.filter((word) => functionWords.has(word) && !own.includes(word));
    return own.length - english.length;
  });
  const best = Math.max(...counts);
  const found = languages[counts.indexOf(best)];
  if (found === undefined || best < Math.max(1, said.length / 4) || (said.length > 4 && best < 2)) return undefined;
  const negation = said.find((word) => found.negations.has(word));
  return { language: found.name, ...(negation === undefined ? {} : { negation }) };
}

/** One sentence for a request that nothing matches and that is not in English. */
export function explainLanguage({ language: name }: ForeignRequest): string {
  return `Language not supported: the request seems to be in ${name}; write it in English.`;
}
