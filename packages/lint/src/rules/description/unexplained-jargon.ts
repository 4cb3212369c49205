/** PROF-DESC-28: no unexplained jargon or internal names. */
import type { Api, ApiOperation } from '../../api/api.js';
import { proseOf } from '../../api/operation-facts.js';
import { sentencesOf } from '../../api/words.js';
import type { Rule } from '../../rule-model/rule.js';
import { widespreadAbbreviations } from '../../settings/widespread-abbreviations.js';

/** Abbreviations, ticket numbers and internal host names that outsiders do not know. */
export const unexplainedJargon: Rule = {
  id: 'unexplained-jargon',
  requirement: 'PROF-DESC-28',
  severity: 'info',
  targets: ['openapi', 'tools'],
  message: '"{word}" is {kind} that is not explained.',
  why: 'An agent has nobody to ask; it ignores or guesses the meaning of an unknown word.',
  help: 'Spell it out once in the document, or remove it.',
  check(api, report) {
    const known = new Set([...api.settings.names.abbreviations, ...widespreadAbbreviations]);
    const isExplained = createExplained(wholeText(api));
    const reported = new Set<string>();
    for (const operation of api.exposed) {
      for (const { word, kind } of [...findNames(proseOf(operation), known), ...findAbbreviations(operation, known)]) {
        if (reported.has(word) || (kind === 'an abbreviation' && isExplained(word))) continue;
        reported.add(word);
        const member = operation.description?.includes(word) ? 'description' : 'summary';
        report(`${operation.pointer}/${member}`, { word, kind });
      }
    }
  },
  cases: {
    good: [
      { 'get /t': { description: 'Returns the work order (WO) as JSON by its ID.' } },
      { 'get /t': { description: 'Uses SHA-256 and ISO 8601.' } },
      { 'get /t': { description: 'Reply QUIT to leave; those who quit get no more messages.' } },
      { info: { title: 'NPR Authorization', version: '1' }, 'get /t': { description: 'Signs in to NPR services.' } },
    ],
    bad: [
      { 'get /t': { description: 'Runs ZKR reconciliation on the ledger.' } },
      { 'get /t': { description: 'Repaired under OPSX-1234.' } },
      { 'get /t': { description: 'Reads from db7.prod.internal.' } },
    ],
  },
};

interface Jargon {
  word: string;
  kind: string;
}

function findNames(text: string, known: ReadonlySet<string>): Jargon[] {
  const tickets = [...text.matchAll(/(?<![\w/-])([A-Z]{3,10})-\d{2,6}(?![\w-])/g)]
    .filter(([, prefix]) => !known.has(prefix ?? ''))
    .map(([word]) => ({ word, kind: 'a ticket number' }));
  const hosts = [...text.matchAll(/\b[a-z0-9-]+(?:\.[a-z0-9-]+)*\.(?:internal|local|corp|intranet|lan)\b/g)].map(
    ([word]) => ({ word, kind: 'an internal host name' }),
  );
  return [...tickets, ...hosts].slice(0, 50);
}

/** Only where the purpose is stated: what a long description mentions in passing is rarely needed for a decision. */
function findAbbreviations({ summary = '', description = '' }: ApiOperation, known: ReadonlySet<string>): Jargon[] {
  const purpose = `${summary}. ${sentencesOf(description)[0] ?? ''}`;
  return [...purpose.matchAll(/(?<![\w`/$.{<'"-])[A-Z]{2,5}(?![\w`/'"-])/g)]
    .filter(([word]) => !known.has(word) && new Set(word).size > 1)
    .map(([word]) => ({ word, kind: 'an abbreviation' }))
    .slice(0, 50);
}

function wholeText(api: Api): string {
  const info = api.root.info as { title?: unknown; description?: unknown } | undefined;
  const texts = api.operations.flatMap((operation) => [
    proseOf(operation),
    ...operation.parameters.map(({ description }) => description ?? ''),
  ]);
  return [String(info?.title ?? ''), String(info?.description ?? ''), ...texts].join('\n').slice(0, 2_000_000);
}

/** Whether a text explains a word; the text is long, so each word is searched once. */
function createExplained(text: string): (word: string) => boolean {
  const known = new Map<string, boolean>();
  return (word) => {
    const kept = known.get(word) ?? explains(text, word);
    known.set(word, kept);
    return kept;
  };
}

/** Spelled out in parentheses, with "stands for", or as capitalized words with these initials. */
function explains(text: string, word: string): boolean {
  if (text.includes(`(${word})`) || text.includes(`${word} (`) || text.includes(`${word} stands for`)) return true;
  // A word that is also written in small letters is a word, and the title names the provider and its product.
  const title = text.slice(0, text.indexOf('\n'));
  if (new RegExp(`\\b${word.toLowerCase()}\\b`).test(text) || new RegExp(`\\b${word}\\b`).test(title)) return true;
  const initials = [...word].map((letter) => `${letter}[a-z]+`).join('[ -](?:of |and |the |for )?');
  return new RegExp(`\\b${initials}\\b`).test(text);
}
