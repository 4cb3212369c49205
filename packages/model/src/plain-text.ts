/**
 * Converts third-party descriptions to plain text for models and people: their HTML and Markdown is never rendered. Every step reads the
 * text once, so the work is linear in its length, whatever its author wrote. A text without markup is unchanged.
 */

/** Elements that end a line, that separate words, and that only mark their content; `important` is a box of some documentation. */
const lines = new Set(
  'p br hr ul ol dl dt dd table thead tbody tfoot tr div h1 h2 h3 h4 h5 h6 pre blockquote section article header footer nav details summary figure figcaption center form important'.split(
    ' ',
  ),
);
const marks = new Set(
  'a b i u s em strong code span small sub sup img td th kbd samp var tt font del ins mark abbr cite q input button label video audio source picture link meta input'.split(
    ' ',
  ),
);
/** Elements whose content is not shown to readers. */
const hidden = new Set('script style template noscript iframe object embed svg title head'.split(' '));

const entities: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
  mdash: '—',
  ndash: '–',
  hellip: '…',
  rsquo: '’',
  lsquo: '‘',
  rdquo: '”',
  ldquo: '“',
  bull: '•',
  middot: '·',
  copy: '©',
  reg: '®',
  trade: '™',
};

/** Longer tags are text. */
const maxTagLength = 2_000;
const alerts = /^\[!(note|tip|important|warning|caution)\]\s*/i;

/** The text without HTML and Markdown; the same text when it has none. */
export function toPlainText(text: string): string {
  const unmarked = withoutMarkdown(withoutHtml(text));
  return unmarked === text ? text : tidy(unmarked);
}

function withoutHtml(text: string): string {
  if (!text.includes('<') && !text.includes('&')) return text;
  // Only ASCII, because other letters may change their length.
  const lower = text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase());
  const parts: string[] = [];
  let close = -1;
  let from = 0;
  for (let at = text.indexOf('<'); at >= 0; at = text.indexOf('<', at)) {
    if (text.startsWith('<!--', at)) {
      parts.push(text.slice(from, at));
      at = endOf(text, '-->', at + 4);
      from = at;
      continue;
    }
    // The next closing bracket is searched once, however many opening ones precede it.
    if (close < at && close !== text.length) close = orEnd(text.indexOf('>', at), text);
    const name =
      close === text.length || close - at > maxTagLength
        ? ''
        : (/^<\/?([a-z][a-z0-9]*)/.exec(lower.slice(at, at + 20))?.[1] ?? '');
    if (!lines.has(name) && !marks.has(name) && name !== 'li' && !hidden.has(name)) {
      at += 1;
      continue;
    }
    parts.push(text.slice(from, at), replacementOf(name, lower[at + 1] === '/'));
    const isOpening = lower[at + 1] !== '/' && text[close - 1] !== '/';
    at = hidden.has(name) && isOpening ? endOf(lower, `</${name}`, close + 1) : close + 1;
    from = at;
  }
  parts.push(text.slice(from));
  return decodeEntities(parts.join(''));
}

function orEnd(at: number, text: string): number {
  return at < 0 ? text.length : at;
}

/** The position after the mark; the end of the text without it. */
function endOf(text: string, mark: string, from: number): number {
  const at = text.indexOf(mark, from);
  return at < 0 ? text.length : at + (mark === '-->' ? mark.length : 0);
}

function replacementOf(name: string, isClosing: boolean): string {
  if (name === 'li') return isClosing ? '' : '\n- ';
  if (name === 'td' || name === 'th') return ' ';
  return lines.has(name) ? '\n' : '';
}

/** Decodes once, so that an encoded entity stays one; characters that cannot be seen are dropped. */
function decodeEntities(text: string): string {
  if (!text.includes('&')) return text;
  return text.replace(/&(?:#(\d{1,7})|#[xX]([\da-fA-F]{1,6})|([a-zA-Z]{2,8}));/g, (whole, decimal, hex, name) => {
    if (name !== undefined) return Object.hasOwn(entities, name) ? (entities[name] ?? whole) : whole;
    const code = decimal === undefined ? Number.parseInt(hex, 16) : Number(decimal);
    if (code > 0x10ffff || (code >= 0xd800 && code <= 0xdfff)) return whole;
    const character = String.fromCodePoint(code);
    return /[\p{C}\p{Z}]/u.test(character) ? ' ' : character;
  });
}

const link = /!?\[([^[\]\n]{0,500})\]\([^()\s]{0,2000}(?:\([^()\s]{0,200}\)[^()\s]{0,200})?(?:\s"[^"\n]{0,200}")?\)/g;
const bold = /\*\*(?=\S)([^*\n]{1,500})\*\*/g;

function withoutMarkdown(text: string): string {
  if (!/[>#`*[|]/.test(text)) return text;
  return text.split('\n').flatMap(plainLine).join('\n').replace(link, '$1').replace(bold, '$1').replaceAll('`', '');
}

/** One line without its block markers; none for a line that has nothing else. */
function plainLine(line: string): string[] {
  let rest = line;
  for (let depth = 0; depth < 5 && /^ {0,3}>(?: |$)/.test(rest); depth += 1) rest = rest.replace(/^ {0,3}> ?/, '');
  const alert = alerts.exec(rest);
  if (alert !== null) {
    const said = rest.slice(alert[0].length).trim();
    return said === '' ? [] : [`${capitalized(alert[1] ?? '')}: ${said}`];
  }
  if (/^ {0,3}(?:```|~~~)/.test(rest) || /^ {0,3}\|[\s|:-]*$/.test(rest)) return [];
  const row = rest.trim();
  if (row.length > 1 && row.startsWith('|') && row.endsWith('|')) return [row.slice(1, -1).trim()];
  return [rest.replace(/^ {0,3}#{1,6} +/, '')];
}

function capitalized(word: string): string {
  return `${word.slice(0, 1).toUpperCase()}${word.slice(1).toLowerCase()}`;
}

/** Without spaces at the ends of lines, and with at most one empty line in a row. */
function tidy(text: string): string {
  const kept: string[] = [];
  for (const line of text.split('\n')) {
    const plain = line.trimEnd();
    if (plain !== '' || (kept.length > 0 && kept.at(-1) !== '')) kept.push(plain.replace(/(\S) {2,}/g, '$1 '));
  }
  return kept.join('\n').trim();
}
