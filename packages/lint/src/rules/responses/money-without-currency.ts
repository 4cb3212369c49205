/** PROF-RESP-11: amounts have a currency. */
import type { Api, SchemaNode } from '../../api/api.js';
import { isNumeric, isType } from '../../api/schema-facts.js';
import { tokensOf } from '../../api/words.js';
import type { Rule } from '../../rule-model/rule.js';
import { answer, object } from '../../rule-model/rule-cases.js';

const money = new Set('amount price cost total fee balance'.split(' '));
const counts = /count|items|pages?|size|limit|offset|has_?more|records|results|entries|data|token/i;

/** Amounts without a currency. */
export const moneyWithoutCurrency: Rule = {
  id: 'money-without-currency',
  requirement: 'PROF-RESP-11',
  severity: 'warning',
  targets: ['openapi', 'tools'],
  message: '{name} is an amount of money without a currency.',
  why: 'Without a currency an agent assumes the one that the conversation suggests.',
  help: 'Add currency (ISO 4217) next to it, or use one money type.',
  check(api, report) {
    for (const node of [...api.inputs, ...api.outputs]) {
      if (isBareAmount(api, node)) report(node.at, { name: node.name ?? '' });
    }
  },
  cases: {
    good: [
      { 'get /t': { responses: answer(object({ amount: { type: 'number' }, currency: { type: 'string' } })) } },
      { 'get /t': { responses: answer(object({ total: { type: 'integer' }, items: { type: 'array' } })) } },
    ],
    bad: [{ 'get /t': { responses: answer(object({ unit_price: { type: 'number' } })) } }],
  },
};

function isBareAmount(api: Api, { name, schema, owner, description }: SchemaNode): boolean {
  const word = tokensOf(name ?? '').at(-1) ?? '';
  if (/space|bounty|generali[sz]ed|time|distance|disk|storage|weight|credit|point|token|reputation/i.test(name ?? ''))
    return false;
  if (!money.has(word) || owner === undefined || !(isNumeric(schema) || isDecimalText(schema))) return false;
  if (
    /\b(?:[A-Z]{3}|[KMGT]i?B)\b/.test(description ?? '') ||
    /\b(?:bytes|hours|minutes|seconds|currency|cents|dollars?|euros?|usd|percent|number of|count|quantity|tokens?)\b/i.test(
      description ?? '',
    )
  )
    return false;
  const siblings = [...api.properties(owner).keys()];
  if (siblings.some((each) => /currency|^unit$/i.test(each))) return false;
  return word !== 'total' || !(isType(schema, 'integer') || siblings.some((each) => counts.test(each)));
}

function isDecimalText(schema: SchemaNode['schema']): boolean {
  return isType(schema, 'string') && (schema.format === 'decimal' || /\\\.|\[\.\]/.test(String(schema.pattern ?? '')));
}
