/** PROF-RESP-11: amounts have a currency. */
import type { Api, SchemaNode } from '../../api/api.js';
import { isNumeric, isType } from '../../api/schema-facts.js';
import { plainName, tokensOf } from '../../api/words.js';
import type { Rule } from '../../rule-model/rule.js';
import { answer, object } from '../../rule-model/rule-cases.js';

/** Words that mean money wherever they are. */
const money = new Set('price fee'.split(' '));
/** Words that mean money only next to other words about money. */
const unclear = new Set('amount cost total balance'.split(' '));
/** Words that may precede an unclear one: "total tax amount". */
const kinds = new Set(
  (
    'total sub grand net gross tax vat discount unit item line order pay paid payment payable due trial available ' +
    'current pending opening closing account refund charge base min max minimum maximum invoice transaction shipping ' +
    'transfer credit debit withdrawal deposit original remaining outstanding billed salary estimated final average'
  ).split(' '),
);
const about =
  /pay|price|pric|invoice|bill|tax|charge|refund|checkout|cart|purchase|wallet|transaction|transfer|deposit|loan|salary|wage|deduction|reimburs|cash|money|fee|discount|revenue|expense|donat|allowance|order|quote|ledger|bank/i;
/** Currencies in names: `yearly_dollar_price`. */
const named = new Set('dollar euro usd eur gbp chf jpy cad aud cent pence sterling btc eth sat lovelace'.split(' '));
const counts = /count|items|pages?|size|limit|offset|has_?more|records|results|entries|data|token/i;
/** Texts that say what is counted. */
const said =
  /\b(?:[A-Z]{3}|[KMGT]i?B)\b|[$€£¥]|\b(?:bytes|hours|minutes|seconds|currency|cents|pence|dollars?|euros?|pounds?|usd|percent|number of|count|quantity|tokens?|points?|m?sat(?:oshi)?s?|lovelaces?|g?wei)\b/;

/** One currency, named by an operation for all that it returns. */
const statedCurrency =
  /\b(?:in|of) (?:UK |US |British )?(?:(?:pounds )?sterling|dollars|euros?|pence|cents|USD|EUR|GBP)\b/;

/** A unit of one currency, in parentheses, or "in satoshis". */
const smallUnit =
  /\b(?:in|of) (?:milli)?(?:satoshis|sats|lovelaces?|g?wei)\b|\((?:in )?(?:micro|nano|milli)[ -]?(?!sec|met|gram)[a-z]+\)/i;

/** What is done with a part of a payment, in its currency. */
const partly = /\}\/(?:cancel|capture|refund|approve|confirm|void|settle)s?\/?$|\/(?:cancel|capture|void|settle)\/?$/i;

/** Amounts without a currency. */
export const moneyWithoutCurrency: Rule = {
  id: 'money-without-currency',
  requirement: 'PROF-RESP-11',
  severity: 'info',
  targets: ['openapi', 'tools'],
  message: '{name} is an amount of money without a currency.',
  why: 'Without a currency an agent assumes the one that the conversation suggests.',
  help: 'Add currency (ISO 4217) next to it, or use one money type.',
  check(api, report) {
    const statesOne =
      api.exposed.some(({ description = '' }) => statedCurrency.test(description)) ||
      /\b(?:all|every|each)\b[^.]{0,60}\b(?:amounts?|prices?|money)\b[^.]{0,80}\b[A-Z]{3}\b/.test(introOf(api));
    const nodes = [...api.inputs, ...api.outputs];
    // `(micro tez)` at some amounts: the unit of all amounts.
    if (statesOne || nodes.some(({ description = '' }) => smallUnit.test(description))) return;
    for (const node of nodes) {
      if (isAmount(api, node) && !hasCurrency(api, node) && !isAskedIn(api, node))
        report(node.at, { name: node.name ?? '' });
    }
  },
  cases: {
    good: [
      { 'get /t': { responses: answer(object({ amount: { type: 'number' }, currency: { type: 'string' } })) } },
      { 'get /t': { responses: answer(object({ total: { type: 'integer' }, items: { type: 'array' } })) } },
      { 'get /t': { responses: answer(object({ price: { type: 'number' }, symbol: { type: 'string' } })) } },
      { 'get /t': { responses: answer(object({ yearly_dollar_price: { type: 'number' } })) } },
      { 'get /t': { responses: answer(object({ webhooks: object({ amount: { type: 'integer' } }) })) } },
      {
        'get /t': {
          responses: answer(
            object({
              currency: { type: 'string' },
              lines: { type: 'array', items: object({ price: { type: 'number' } }) },
            }),
          ),
        },
      },
    ],
    bad: [
      { 'get /t': { responses: answer(object({ unit_price: { type: 'number' } })) } },
      { 'get /t': { responses: answer(object({ refund: object({ amount: { type: 'number' } }) })) } },
    ],
  },
};

function introOf({ root }: Api): string {
  const info = root.info as { description?: unknown } | undefined;
  return String(info?.description ?? '').slice(0, 20_000);
}

function isAmount(api: Api, { name = '', schema, owner, description = '' }: SchemaNode): boolean {
  const words = tokensOf(name);
  const word = words.at(-1) ?? '';
  if (words.some((each) => named.has(each))) return false;
  // `amount` of a usage record counts what was used.
  if (
    owner !== undefined &&
    plainName(name) === 'amount' &&
    /usage|consumption|meter/i.test(owner.pointer.split('/').at(-1) ?? '')
  )
    return false;
  // One to five hundred: a number of things.
  if (Number(schema.minimum) >= 1 && Number(schema.maximum) > 1) return false;
  if (owner === undefined || !(money.has(word) || unclear.has(word))) return false;
  if (!(isNumeric(schema) || isDecimalText(schema)) || said.test(description)) return false;
  if (/space|bounty|generali[sz]ed|time|distance|disk|storage|weight|credit|point|token|reputation/i.test(name))
    return false;
  if (/ether|bitcoin|litecoin|dogecoin|solana|token/i.test(around(owner))) return false;
  if (money.has(word)) return true;
  if (
    word === 'total' &&
    (isType(schema, 'integer') || [...api.properties(owner).keys()].some((each) => counts.test(each)))
  )
    return false;
  if (!words.slice(0, -1).every((each) => kinds.has(each))) return false;
  // A bare amount with decimals is money; a whole number may count anything.
  const isPlain = word === 'amount' && isType(schema, 'number');
  return isPlain || about.test(`${name} ${description} ${around(owner)}`);
}

/** The names of the object and of what contains it, and of its component. */
function around(owner: SchemaNode): string {
  const names = [];
  for (let at: SchemaNode | undefined = owner; at !== undefined && names.length < 3; at = at.owner) {
    names.push(at.name ?? '', at.description?.slice(0, 200) ?? '', at.pointer.split('/').at(-1) ?? '');
  }
  return `${names.join(' ')} ${/^\/paths\/([^/]+)/.exec(owner.pointer)?.[1] ?? ''}`;
}

/** Anywhere in the same request or response: amounts in lines share the currency of their order. */
function hasCurrency(api: Api, node: SchemaNode): boolean {
  const known = api.once(createMemory);
  let root = node;
  for (let steps = 0; root.owner !== undefined && steps < 50; steps += 1) {
    root = root.owner;
    if (remember(known, `own ${root.pointer}`, () => namesCurrency(api.properties(root).keys()))) return true;
    // The name of a member of a map can be the currency.
    if (root.name !== undefined && /^(?:[a-z]{3}|[a-z]*(?:usd|eur|btc|eth)[a-z0-9]*)$/i.test(root.name)) return true;
  }
  // An instrument is quoted in the currency of its market.
  const isQuote = tokensOf(node.name ?? '').at(-1) === 'price';
  const namesInstrument = () => {
    const names = api.walk(root).map(({ name = '' }) => name);
    // Where other names say the currency, this one lacks it.
    return (
      names.some((name) => instrument.test(name)) &&
      !names.some((name) => tokensOf(name).some((each) => named.has(each)))
    );
  };
  if (isQuote && remember(known, `quoted ${root.pointer}`, namesInstrument)) return true;
  return remember(known, `all ${root.pointer}`, () => namesCurrency(api.walk(root).map(({ name = '' }) => name)));
}

/** The caller chooses the currency with a parameter: `/rates/{fiat_id}`, or names a payment that has one. */
function isAskedIn(api: Api, { at, pointer }: SchemaNode): boolean {
  const asking = api.once(listAsking);
  return asking.some((root) => at.startsWith(root) || pointer.startsWith(root));
}

/** Where the requests and responses of operations with such a parameter are described. */
function listAsking({ exposed }: Api): string[] {
  const asking = exposed.filter(
    ({ parameters, path }) => partly.test(path) || parameters.some(({ name }) => /currenc|fiat/i.test(name)),
  );
  return asking.flatMap(({ pointer, output, input }) => [
    `${pointer}/`,
    ...[output, input].flatMap((node) => (node === undefined ? [] : [`${node.pointer}/`])),
  ]);
}

function createMemory(): Map<string, boolean> {
  return new Map();
}

/** Objects have thousands of amounts in hostile documents, so each is searched once. */
function remember(known: Map<string, boolean>, key: string, find: () => boolean): boolean {
  const kept = known.get(key) ?? find();
  known.set(key, kept);
  return kept;
}

const instrument = /^(?:(?:market|stock|trading)_?)?(?:symbols?|tickers?|isin|cusip|figi|instrument(?:_?id)?|pair)$/i;

function namesCurrency(names: Iterable<string>): boolean {
  for (const name of names) if (/currency|^unit$/i.test(name)) return true;
  return false;
}

function isDecimalText(schema: SchemaNode['schema']): boolean {
  return isType(schema, 'string') && (schema.format === 'decimal' || /\\\.|\[\.\]/.test(String(schema.pattern ?? '')));
}
