/** PROF-SEC-03: no user-supplied text appears in the API's own documentation. */
import { pathOf } from '../address.js';
import { type Check, fails, holds, open } from '../check.js';
import { documentRequests } from '../conventional-documents.js';
import { isSuccess } from '../exchange.js';
import { storeMarkers } from '../marker-texts.js';

const paths = ['/openapi.json', '/llms.txt'];

/** Descriptions contain no user-supplied text. */
export const descriptionOwnWords: Check = {
  id: 'description-own-words',
  requirement: 'PROF-SEC-03',
  severity: 'error',
  title: 'User-supplied text does not appear in the description',
  why: 'The model reads a description as trusted instructions; third-party text in it can hijack the agent.',
  help: 'Generate descriptions and indexes from code only, never from stored data.',
  needs: 'writes',
  async run(probe) {
    const stored = (await probe.once(storeMarkers)).filter(({ made }) => isSuccess(made));
    if (stored.length === 0) return [open('no user-supplied text could be stored')];
    const headers = { accept: 'application/json, text/plain, text/markdown' };
    const served = [];
    for (const request of documentRequests(probe, paths, headers)) {
      const exchange = await probe.send(request);
      if (isSuccess(exchange)) served.push(exchange);
    }
    if (served.length === 0) return [open(`nothing is served at ${paths.join(' or ')}`)];
    return served.map((exchange) => {
      const target = pathOf(probe.base, exchange.request);
      const found = stored.some(({ marker }) => exchange.answer?.text.includes(marker) === true);
      return found
        ? fails(`user-supplied text appears in ${target}`, { exchanges: [exchange] })
        : holds(`no user-supplied text appears in ${target}`, { exchanges: [exchange] });
    });
  },
};
