/** PROF-SEC-01, PROF-SEC-02: what a user wrote comes back marked as data, and never in a field that an agent goes by. */
import type { ApiOperation } from '../../api/api.js';
import { listTexts, type TextPlace } from '../../api/list-texts.js';
import { askEach, type Check, fails, holds, type Outcome, open } from '../check.js';
import type { Exchange } from '../exchange.js';
import { isSuccess, outcomeOf } from '../exchange.js';
import { isPeoplesText, type MarkedThing, storeMarkers } from '../marker-texts.js';
import { controlAround, controlBeside, isMarked } from '../text-places.js';

/** Users' texts are apart and marked. */
export const untrustedTextApart: Check = {
  id: 'untrusted-text-apart',
  requirement: 'PROF-SEC-01',
  further: ['PROF-SEC-02'],
  severity: 'error',
  title: 'What users wrote comes back marked as data, apart from what the API itself says',
  why: 'An agent follows status, links and codes; a sentence of a stranger there, or beside them unmarked, is followed too.',
  help: 'Give texts a place of their own with their source, or list them in x-agent.untrusted; never build control fields from them.',
  needs: 'writes',
  async run(probe) {
    const things = await probe.once(storeMarkers);
    return askEach(things, 'no operation that stores a text of a user was named with --writes', async (thing) =>
      judge(thing),
    );
  },
};

function judge({ call, marker, made, read }: MarkedThing): Outcome {
  const { operation } = call;
  if (!isSuccess(made))
    return open(`storing a text is answered with ${outcomeOf(made)}`, { operation, exchanges: [made] });
  const answers: [ApiOperation, Exchange][] = [[operation, made]];
  if (read !== undefined) answers.push([read.call.operation, read.exchange]);
  let found = 0;
  for (const [asked, exchange] of answers) {
    const seen = { operation: asked, exchanges: [exchange] };
    const header = Object.entries(exchange.answer?.headers ?? {}).find(([, value]) => value.includes(marker));
    if (header !== undefined) return fails(`the text of a user comes back in the header ${header[0]}`, seen);
    const places = listTexts(exchange.answer?.json).filter(({ text }) => text.includes(marker));
    found += places.length;
    const fault = places.map((place) => faultOf(asked, place)).find((each) => each !== undefined);
    if (fault !== undefined) return { ...fault, ...seen };
  }
  const exchanges = answers.map(([, exchange]) => exchange);
  if (found === 0) return open('the text came back nowhere', { operation, exchanges });
  return holds('the text of a user comes back apart from control fields, or marked', { operation, exchanges });
}

function faultOf(operation: ApiOperation, place: TextPlace): Outcome | undefined {
  const control = controlAround(place);
  if (control !== undefined) return fails(`the text of a user comes back in ${control}`);
  const name = place.path.findLast((each) => !/^\d+$/.test(each)) ?? '';
  const beside = controlBeside(place);
  if (!isPeoplesText(name) || beside === undefined || isMarked(operation, place)) return undefined;
  return fails(`the text of a user comes back in ${name} beside ${beside}, and is not marked as data`, {
    severity: 'warning',
  });
}
