/**
 * Short texts of other languages that only read: "Liste des animaux", "Список заказов", "ユーザー一覧". Only texts of a few
 * words count, and only without a second clause, because the rest of such a text is not understood.
 */

/** How a text begins that lists or fetches something, where the verb or the noun comes first. */
const beginnings: readonly string[] = [
  // French
  "liste (?:des?|du|de la|d['’])",
  'lister',
  'obten(?:ir|ez)',
  'obtient',
  'récupère (?:les?|la|une?)',
  'récupérer (?:les?|la|une?)',
  'affich(?:er?|ez)',
  'consult(?:er?|ez)',
  'recherch(?:er?|ez)',
  'renvoie',
  'retourne (?:les?|la|une?)',
  // Spanish and Portuguese
  'list(?:a|ado|ar|agem)',
  'obt(?:ener|iene|ém|er)',
  'consultar?',
  'buscar?',
  'mostrar?',
  'muestra',
  'devuelve',
  'retorna',
  'exib(?:e|ir)',
  // Italian
  'elenco',
  'elenca',
  'ott(?:ieni|iene|enere)',
  'restituisce',
  'visualizzare?',
  'cercare?',
  // German and Dutch
  'liste (?:der|des|aller|von|mit)',
  'übersicht (?:der|des|aller|von|über)',
  'listet',
  'liefert',
  'zeigt',
  'lijst (?:van|met)',
  'overzicht van',
  'toont?',
  // Polish and Czech
  'pobierz',
  'pobiera',
  'wyświetla?',
  'zwraca',
  'wyszukaj',
  'seznam',
  'zobraz(?:í|it)',
  // Swedish, Danish, Norwegian, Finnish
  'hämtar?',
  'hente?r?',
  'visa?r?',
  'listaa',
  'luettelo',
  'näytä',
  // Indonesian, Vietnamese
  'daftar',
  'danh sách',
  // Russian, Ukrainian, Greek
  'список',
  'получ(?:ить|ает|ение)',
  'просмотр',
  'поиск',
  'показать',
  'отримати',
  'перегляд',
  'λίστα',
  'προβολή',
  'αναζήτηση',
  // Arabic and Hebrew
  'قائمة',
  'عرض',
  'רשימת',
];

/** How such a text ends, where the verb comes last. */
const endings: readonly string[] = [
  '(?:abrufen|anzeigen|auflisten|abfragen)',
  '(?:ophalen|opvragen|weergeven|tonen)',
  '(?:listele|listeler|listesi|getir|getirir|görüntüle)',
  '(?:सूची|प्राप्त करें|देखें)',
];

/** Scripts without spaces: verbs at the start in Chinese, at the end in Japanese and Korean. */
const unspaced =
  /^(?:获取|查询|列出|查看|搜索|取得|查詢|檢視|獲取)[\p{Script=Han}A-Za-z]{1,12}$|^[^、。\s]{1,16}(?:一覧|一覧を?取得|を?取得|を?検索|を?参照|を?照会)(?:する|します)?$|^[^,.]{1,16}(?:조회|목록)(?:합니다|하기)?$/u;

/** Words and signs of a second clause. */
const further =
  /[,;:.、，。；：&+/]|(?:^|\s)(?:und|oder|dann|et|puis|ou|y|luego|e|ed|poi|depois|en|daarna|i|oraz|a|pak|och|og|sedan|ja|sitten|ve|sonra|dan|kemudian|và|и|й|затем|потом|та|і|και|ثم|और|then|and)(?=\s|$)|(?:^|\s)و\p{L}|[并及後后再]|して|하고|및/u;

const starting = new RegExp(`^(?:${beginnings.join('|')})(?=[\\s'’]|$)`, 'iu');
const ending = new RegExp(`\\s(?:${endings.join('|')})$`, 'iu');
/** "Alle Kunden der Firma": German nouns begin with a capital, the verb at the end of an order does not. */
const allOf = /^Alle \p{Lu}\p{Ll}+(?: (?:der|des|aller|mit|von|einer|eines|im|in) (?:\p{L}+ )?\p{Lu}\p{Ll}+)?$/u;
const longest = { characters: 80, words: 8 };

/** True when a text of another language says that the operation only reads. */
export function readsElsewhere(text: string): boolean {
  const plain = text.trim().replace(/[.!。]$/u, '');
  const count = plain.split(/\s+/).length;
  if (plain.length > longest.characters || count > longest.words || further.test(plain)) return false;
  return (
    unspaced.test(plain) || allOf.test(plain) || ending.test(plain) || (starting.test(plain) && !endsInOrder(plain))
  );
}

/** "Liste der Kunden löschen": after a noun, a word in lower case at the end may be the verb. */
function endsInOrder(text: string): boolean {
  return (
    /^(?:list|lijst|übersicht|overzicht).*\s\p{Ll}+(?:[^aeiou]en|e[rl]n)$/iu.test(text) && /\s\p{Ll}+$/u.test(text)
  );
}
