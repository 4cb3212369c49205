/** Codes of languages, countries and currencies by their English names, from the platform's locale data. */

type Kind = 'language' | 'region' | 'currency';

const letters = [...'abcdefghijklmnopqrstuvwxyz'];
const twoLetters = letters.flatMap((first) => letters.map((second) => first + second));
/** Everyday names that the locale data lacks. */
const further: Readonly<Record<Kind, Readonly<Record<string, string>>>> = {
  language: { mandarin: 'zh', farsi: 'fa', flemish: 'nl', norwegian: 'no', castilian: 'es', tagalog: 'tl' },
  region: {
    usa: 'US',
    america: 'US',
    'the united states': 'US',
    'the us': 'US',
    uk: 'GB',
    britain: 'GB',
    'great britain': 'GB',
    england: 'GB',
    scotland: 'GB',
    holland: 'NL',
    'the netherlands': 'NL',
    'czech republic': 'CZ',
    turkey: 'TR',
  },
  currency: {
    dollar: 'USD',
    dollars: 'USD',
    pound: 'GBP',
    pounds: 'GBP',
    sterling: 'GBP',
    euros: 'EUR',
    yen: 'JPY',
    franc: 'CHF',
    francs: 'CHF',
    yuan: 'CNY',
    renminbi: 'CNY',
    rupees: 'INR',
    rupee: 'INR',
    zloty: 'PLN',
    won: 'KRW',
    real: 'BRL',
    reais: 'BRL',
  },
};

interface Table {
  /** Name in lower case → code. */
  byName: ReadonlyMap<string, string>;
  codes: ReadonlySet<string>;
}

const tables = new Map<Kind, Table>();

function codesOf(kind: Kind): string[] {
  if (kind === 'currency') return Intl.supportedValuesOf('currency');
  // Deprecated codes (`iw`, `DD`) have another canonical form.
  const isCurrent = (tag: string) => Intl.getCanonicalLocales(tag)[0] === tag;
  if (kind === 'language') return twoLetters.filter(isCurrent);
  return twoLetters.map((code) => code.toUpperCase()).filter((code) => isCurrent(`und-${code}`));
}

/** Built on first use. */
function tableOf(kind: Kind): Table {
  const known = tables.get(kind);
  if (known !== undefined) return known;
  const names = new Intl.DisplayNames('en', { type: kind, fallback: 'none' });
  const byName = new Map(Object.entries(further[kind]));
  const codes = new Set<string>();
  for (const code of codesOf(kind)) {
    const name = names.of(code)?.toLowerCase();
    if (name === undefined) continue;
    codes.add(code);
    if (!byName.has(name)) byName.set(name, code);
  }
  const table = { byName, codes };
  tables.set(kind, table);
  return table;
}

/** The code of a name in lower case: `french` → `fr`, `germany` → `DE`, `japanese yen` → `JPY`. */
export function codeOfName(kind: Kind, name: string): string | undefined {
  return tableOf(kind).byName.get(name);
}

/** True for a code of this kind, in any case. */
export function isCode(kind: Kind, code: string): boolean {
  return tableOf(kind).codes.has(kind === 'language' ? code.toLowerCase() : code.toUpperCase());
}
