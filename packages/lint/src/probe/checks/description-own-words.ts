/** PROF-SEC-03: nothing that a user wrote gets into what the API says of itself. */
import { type Check, fails, holds, open } from '../check.js';
import { isSuccess } from '../exchange.js';
import { storeMarkers } from '../marker-texts.js';

const places = ['/openapi.json', '/llms.txt'];

/** Descriptions are made of the API's own words. */
export const descriptionOwnWords: Check = {
  id: 'description-own-words',
  requirement: 'PROF-SEC-03',
  severity: 'error',
  title: 'Texts of users do not get into the description',
  why: 'A description is read by the model as its own briefing; a stranger’s text in it can take over.',
  help: 'Make descriptions and indexes from code alone, never from what is stored.',
  needs: 'writes',
  async run(probe) {
    const stored = (await probe.once(storeMarkers)).filter(({ made }) => isSuccess(made));
    if (stored.length === 0) return [open('no text of a user could be stored')];
    const headers = { accept: 'application/json, text/plain, text/markdown' };
    const served = [];
    for (const target of places) {
      const exchange = await probe.send({ method: 'GET', target, headers });
      if (isSuccess(exchange)) served.push(exchange);
    }
    if (served.length === 0) return [open(`nothing is served at ${places.join(' or ')}`)];
    return served.map((exchange) => {
      const { target } = exchange.request;
      const found = stored.some(({ marker }) => exchange.answer?.text.includes(marker) === true);
      return found
        ? fails(`the text of a user stands in ${target}`, { exchanges: [exchange] })
        : holds(`no text of a user stands in ${target}`, { exchanges: [exchange] });
    });
  },
};
