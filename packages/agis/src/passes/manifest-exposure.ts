/** What a public description of a data class must not reveal: contents, counts, names of fields. */

interface Form {
  what: string;
  pattern: RegExp;
}

/** Texts are first cut to this length; the patterns have bounded repetitions. */
const maxLength = 2_000;

const contents: readonly Form[] = [
  { what: 'an e-mail address', pattern: /[\w.+-]{1,64}@[\w-]{1,63}\.[\w.-]{2,63}/ },
  { what: 'a card or account number', pattern: /\b(?:\d[ -]?){13,19}\b|\b[A-Z]{2}\d{2}(?: ?[A-Z0-9]{4}){3,7}\b/ },
  { what: 'a telephone number', pattern: /(?<![\w.])\+?\d{1,3}[ .-]\(?\d{2,4}\)?[ .-]\d{3,4}[ .-]?\d{2,4}\b/ },
  { what: 'a key', pattern: /\b(?:sk|pk|key|ghp|xox[bp]|AKIA)[-_]?[A-Za-z0-9_-]{12,}\b|\b[A-Fa-f0-9]{32,}\b/ },
  {
    what: 'which identifying numbers are stored',
    pattern: /\b(?:ssn|social security numbers?|passport numbers?|dates? of birth|dob|cvv|tax ids?|pin codes?)\b/i,
  },
  { what: 'a personal name', pattern: /\b(?:Mr|Mrs|Ms|Dr|Prof)\.? [A-Z][a-z]+(?: [A-Z][a-z]+)?\b/ },
];

const counted =
  '(?:records?|rows?|patients?|customers?|users?|accounts?|entries|documents?|members?|orders?|employees?|files?|people|transactions?|clients?|items?)';

const details: readonly Form[] = [
  {
    what: 'how many records there are',
    pattern: new RegExp(`\\b\\d[\\d.,]{0,15}k?\\+? (?:\\w{1,20} ){0,2}${counted}\\b`, 'i'),
  },
  {
    what: 'the name of a field',
    pattern: /\b[a-z]{2,30}_[a-z0-9_]{1,40}\b|\b(?:field|column)s? (?:named |called )?["'`]?[a-z]\w{1,30}/,
  },
];

/** Parts of the text that look like contents of the data. */
export function findContents(text: string): string[] {
  return find(contents, text);
}

/** Parts of the text that reveal internals of the store. */
export function findDetails(text: string): string[] {
  return find(details, text);
}

function find(forms: readonly Form[], text: string): string[] {
  const cut = text.slice(0, maxLength);
  return forms.filter(({ pattern }) => pattern.test(cut)).map(({ what }) => what);
}
