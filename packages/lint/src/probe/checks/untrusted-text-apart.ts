/** PROF-SEC-01, PROF-SEC-02: user-supplied text is returned marked as data, and never in a control field. */
import type { ApiOperation } from '../../api/api.js';
import { listTexts, type TextLocation } from '../../api/list-texts.js';
import { type Check, checkEach, fails, holds, type Outcome, open } from '../check.js';
import type { Exchange } from '../exchange.js';
import { isSuccess, outcomeOf } from '../exchange.js';
import { isUserText, type MarkedResource, storeMarkers } from '../marker-texts.js';
import { controlAround, isMarked, siblingControlField } from '../text-locations.js';

/** User-supplied texts are separate and marked. */
export const untrustedTextApart: Check = {
  id: 'untrusted-text-apart',
  requirement: 'PROF-SEC-01',
  further: ['PROF-SEC-02'],
  severity: 'error',
  title: "User-supplied text is returned marked as data, separate from the API's own content",
  why: 'An agent follows status, links and codes; it also follows third-party text in or next to them that is not marked.',
  help: 'Put texts into dedicated fields with their source, or list them in x-agent.untrusted; never derive control fields from them.',
  needs: 'writes',
  async run(probe) {
    const things = await probe.once(storeMarkers);
    return checkEach(things, 'no operation that stores user-supplied text was allowed with --writes', async (thing) =>
      judge(thing),
    );
  },
};

function judge({ call, marker, made, read }: MarkedResource): Outcome {
  const { operation } = call;
  if (!isSuccess(made)) return open(`storing a text returned ${outcomeOf(made)}`, { operation, exchanges: [made] });
  const answers: [ApiOperation, Exchange][] = [[operation, made]];
  if (read !== undefined) answers.push([read.call.operation, read.exchange]);
  let found = 0;
  for (const [asked, exchange] of answers) {
    const seen = { operation: asked, exchanges: [exchange] };
    const header = Object.entries(exchange.answer?.headers ?? {}).find(([, value]) => value.includes(marker));
    if (header !== undefined) return fails(`user-supplied text is returned in the header ${header[0]}`, seen);
    const places = listTexts(exchange.answer?.json).filter(({ text }) => text.includes(marker));
    found += places.length;
    const fault = places.map((place) => faultOf(asked, place)).find((each) => each !== undefined);
    if (fault !== undefined) return { ...fault, ...seen };
  }
  const exchanges = answers.map(([, exchange]) => exchange);
  if (found === 0) return open('the text was not returned anywhere', { operation, exchanges });
  return holds('user-supplied text is returned separate from control fields, or marked', { operation, exchanges });
}

function faultOf(operation: ApiOperation, place: TextLocation): Outcome | undefined {
  const control = controlAround(place);
  if (control !== undefined) return fails(`user-supplied text is returned in ${control}`);
  const name = place.path.findLast((each) => !/^\d+$/.test(each)) ?? '';
  const beside = siblingControlField(place);
  if (!isUserText(name) || beside === undefined || isMarked(operation, place)) return undefined;
  return fails(`user-supplied text is returned in ${name} next to ${beside} and is not marked as data`, {
    severity: 'warning',
  });
}
