/** Finds characters that hide or reorder text, and ignores those that scripts and emoji need. */

const anyUnusual = /[^\t\n\r\x20-\x7e\u00a0-\u02ff\u0370-\u05ff\u4e00-\u9fff]/u;
const rightToLeft = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/u;
/** Tag characters outside the flags of England, Scotland and Wales, which use them. */
const tags = /[\u{e0000}-\u{e007f}]/u;
const flags = /\u{1f3f4}[\u{e0020}-\u{e007e}]{2,6}\u{e007f}/gu;
const overrides = /[\u202d\u202e]/u;
const embeddings = /[\u202a\u202b\u2066-\u2068]/u;
const zeroWidthRun = /[\u200b-\u200d\u2060-\u2064\ufeff\u180e]{3}/u;
const zeroWidthInsideWord = /[a-z][\u200b-\u200d\u2060-\u2064\ufeff][a-z]/giu;
const selectorRun = /[\ufe00-\ufe0f\u{e0100}-\u{e01ef}]{3}/u;
/** Direction marks do nothing in text of one direction; a few are copied along with names. */
const directionMarks = /[\u061c\u200e\u200f]/gu;
/** Characters without a shape that no script and no emoji needs in prose. */
const shapeless = /[\u180e\u2060-\u2064\ufeff]/gu;
/** Letters of the Korean script without a shape. */
const fillers = /[\u115f\u1160\u3164\uffa0]/u;
const korean = /[\u1100-\u115e\u1161-\u11ff\u3130-\u3163\u3165-\u318f\uac00-\ud7a3]/u;
const invisible =
  /\u034f|[\u00ad\u061c\u180e\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]|[\ufe00-\ufe0f]|[\u{e0100}-\u{e01ef}]/gu;

/** Invisible characters that a text may have: inside words they may mark line breaks in long names. */
const allowed = 3;

/** What hides or reorders text in this string; undefined when nothing does. */
export function findHidden(text: string): string | undefined {
  if (!anyUnusual.test(text)) return undefined;
  if (tags.test(text.replaceAll(flags, ''))) return 'tag characters';
  if (overrides.test(text)) return 'direction overrides';
  if (embeddings.test(text) && !rightToLeft.test(text)) return 'direction changes in text of one direction';
  if (zeroWidthRun.test(text)) return 'runs of zero-width characters';
  if ((text.match(zeroWidthInsideWord)?.length ?? 0) > allowed) return 'zero-width characters inside words';
  if (hasManyInvisible(text)) return 'many invisible characters';
  if (selectorRun.test(text)) return 'runs of variation selectors';
  return undefined;
}

function hasManyInvisible(text: string): boolean {
  const counted = (pattern: RegExp) => text.match(pattern)?.length ?? 0;
  if (counted(shapeless) > allowed || (fillers.test(text) && !korean.test(text))) return true;
  return !rightToLeft.test(text) && counted(directionMarks) > allowed;
}

/** Control sequences other than plain colors; color number 8 conceals text. */
const escapes = '[\u001b\u009b]';
const colour = '\\[(?:[0-79]|[1-9]\\d)?(?:;\\d{1,3}){0,4}m';
/** Backspaces in a row overwrite the text before them; a single one is often a pattern with an unescaped \b. */
const controls = new RegExp(`${escapes}(?!${colour})|${escapes}\\[(?:\\d{0,3};){0,4}8m|[\b\u007f]{2}`, 'u');

/** True when the string has terminal control sequences that do more than color. */
export function hasTerminalEscape(text: string): boolean {
  return controls.test(text);
}

/** The normalized text for pattern matching: hidden letters shown, look-alikes replaced, white space collapsed. */
export function foldText(text: string): string {
  const plain = anyUnusual.test(text) || /[\u00a0-\u02ff\u0370-\u052f]/.test(text) ? foldUnicode(text) : text;
  const unescaped = plain.includes('&#') ? plain.replace(numericEntity, unescapeEntity) : plain;
  return unescaped.replace(spelled, (run) => run.replace(/[ .*_-]/g, '')).replace(/[^\S\n]+/g, ' ');
}

/** Words spelled out letter by letter: "i g n o r e", "i.g.n.o.r.e". */
const spelled = /(?<![^\s.,:;!?])\p{L}(?:(?: \p{L}){3,}|(?:[.*_-]\p{L}){2,})(?![^\s.,:;!?])/gu;

const numericEntity = /&#(?:x[\da-f]{1,6}|\d{1,7});/gi;

/** Only printable ASCII: that is what an order is written in. */
function unescapeEntity(entity: string): string {
  const code = /x/i.test(entity) ? Number.parseInt(entity.slice(3), 16) : Number.parseInt(entity.slice(2), 10);
  return code >= 32 && code < 127 ? String.fromCharCode(code) : entity;
}

function foldUnicode(text: string): string {
  const shown = text
    .replace(/[\u{e0020}-\u{e007e}]/gu, (tag) => String.fromCodePoint((tag.codePointAt(0) ?? 0) - 0xe0000))
    .replace(invisible, '');
  const latin = shown.replace(/\p{L}+/gu, (word) =>
    mixes(word) ? word.replace(/./gu, (letter) => lookAlikes.get(letter) ?? letter) : word,
  );
  // Diacritics on Latin letters are dropped, so that words with and without them match.
  return latin
    .normalize('NFKD')
    .replace(/(?<=\p{Script=Latin})\p{Mn}+/gu, '')
    .replace(/[\u2018\u2019]/g, "'")
    .normalize('NFC');
}

/** A word with Latin letters and letters of a script that has look-alikes of them. */
function mixes(word: string): boolean {
  return /\p{Script=Latin}/u.test(word) && /[\p{Script=Cyrillic}\p{Script=Greek}]/u.test(word);
}

/** Cyrillic and Greek letters that look like Latin ones. */
const lookAlikes: ReadonlyMap<string, string> = new Map(
  [...'аaеeоoрpсcхxуyіiјjѕsԁdһhԛqԝwАAВBЕEКKМMНHОOРPСCТTХXІIЅSαaοoνvρpιiΑAΒBΕEΖZΗHΙIΚKΜMΝNΟOΡPΤTΧX']
    .join('')
    .match(/../gu)
    ?.map((pair) => [...pair] as [string, string]) ?? [],
);
