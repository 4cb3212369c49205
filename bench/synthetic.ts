/**
 * Synthetic services with realistic text: a few common words, many less common ones and a long tail of product names,
 * in sentences like those of descriptions. The same seed always gives the same catalogue.
 */
import type { Entry } from '@dragoman/model';
import { makeEntry, makeOperation } from './entries.js';
import { createRandom } from './measure.js';

const verbs = `list get create update delete search send translate summarize classify extract convert upload download
validate schedule cancel approve forecast monitor export import merge compare encrypt sign route book refund ship
transcribe detect rank tag archive restore publish subscribe notify resize render index audit`.split(/\s+/);
const nouns = `invoice order customer document contract image video payment shipment ticket user account report
message email calendar event repository branch issue deployment server database table record file folder location map
route weather forecast flight hotel booking recipe ingredient patient appointment prescription course student grade
portfolio trade price currency loan policy claim sensor device firmware camera playlist song article comment review
product catalog warehouse supplier campaign audience lead employee payroll shift timesheet certificate key token
webhook subscription plan coupon refund dispute address parcel vehicle driver trip meter tariff building room lease`.split(
  /\s+/,
);
const qualities = `all open overdue recent archived shared private large multilingual encrypted real-time scheduled
pending failed verified anonymous nested historical daily weekly regional medical legal financial industrial academic
mobile public internal external signed compressed geospatial`.split(/\s+/);
const domains = `finance health travel logistics education retail media security energy telecom government legal
manufacturing agriculture insurance hospitality`.split(/\s+/);
const clauses = [
  'Returns a page of results, newest first.',
  'Fails when the caller lacks the required scope.',
  'Supports filtering by status and date range.',
  'The response contains the identifier and a link to the resource.',
  'Use it before booking to check that the price still holds.',
  'Works with documents of up to fifty pages.',
  'Results are cached for one minute.',
];
const syllables = 'ka lo mi ra ten vor sil qua dex nor phi zan bel tur ost gra lin mo pex ul'.split(' ');
const languages = ['en', 'en-GB', 'fr', 'de', 'es', 'zh', 'ja', 'pt-BR'];

/** Generates entries. */
export function makeSyntheticEntries(count: number, seed = 7): Entry[] {
  const random = createRandom(seed);
  const pick = (list: readonly string[]) => list[Math.floor(random() ** 1.7 * list.length)] ?? '';
  const product = () => Array.from({ length: 2 + Math.floor(random() * 3) }, () => pick(syllables)).join('');
  return Array.from({ length: count }, (_, number) => {
    const [verb, noun, quality, domain, brand] = [pick(verbs), pick(nouns), pick(qualities), pick(domains), product()];
    const sentences = Array.from({ length: 1 + Math.floor(random() * 3) }, () => pick(clauses));
    const detail = `${verb} ${quality} ${noun}s and ${pick(nouns)}s of ${brand} for ${domain} teams.`;
    return makeEntry(`entry-${number}`, {
      name: `${brand} ${noun} ${verb}`,
      description: [`Lets agents ${detail}`, ...sentences].join(' '),
      publisher: `${pick(syllables)}${pick(syllables)}`,
      capabilities: [verb, domain],
      tags: [noun, pick(nouns), quality],
      languages: random() < 0.6 ? [pick(languages), pick(languages)] : [],
      operations: [makeOperation(`${verb}_${noun}`, [`${noun}_id`, pick(nouns), 'limit'])],
    });
  });
}
