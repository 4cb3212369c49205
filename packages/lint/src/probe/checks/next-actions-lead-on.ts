/** PROF-RESP-13: the next steps that a response names exist: operations are described, and links to reads work. */
import type { JsonValue } from '@dragoman/model';
import type { ApiOperation } from '../../api/api.js';
import { linkTargets } from '../../rules/responses/next-action-dangling.js';
import { targetOf } from '../address.js';
import { type AnswerLink, isAddress, listLinks } from '../answer-links.js';
import { type Check, checkEach, fails, holds, type Outcome, open, type Probe, type Subject } from '../check.js';
import { isSuccess, outcomeOf } from '../exchange.js';
import { matchOperations } from '../match-operation.js';
import { whyActing } from '../plan.js';
import { itemsIn } from '../read-page.js';

/** Maximum number of links followed per response. */
const mostFollowed = 5;

/** Next actions exist. */
export const nextActionsLeadOn: Check = {
  id: 'next-actions-lead-on',
  requirement: 'PROF-RESP-13',
  severity: 'error',
  title: 'Next actions and links in responses resolve',
  why: 'An agent that is pointed to a missing operation invents it or gives up.',
  help: 'Return next_actions (action to operationId) or working links, derived from the state of the resource.',
  needs: 'reads',
  run: (probe) =>
    checkEach(chosen(probe), 'no single-resource read succeeded', async (subject) => {
      const { operation, first } = subject;
      const links = linksIn(probe, subject);
      if (links.length > 0) return follow(probe, subject, links);
      const seen = { operation, exchanges: [first] };
      const described = describedNext(operation);
      const gone = described.find((id) => !probe.api.operations.some((each) => each.id === id));
      if (gone !== undefined) return fails('its description names a next operation that is not described', seen);
      if (described.length > 0) return holds('its description names the next operations', seen);
      return operation.kinds.item
        ? fails('neither its response nor its description names a next step', { ...seen, severity: 'info' })
        : open('its response names none', seen);
    }),
};

/** Next operations from the description, for a response that names none. */
function describedNext({ agent, responses }: ApiOperation): string[] {
  return [...agent.next, ...responses.flatMap(({ value }) => linkTargets(value.links))];
}

/** Single-resource reads first, then lists, whose items may have links. */
function chosen({ items, lists, breadth }: Probe): Subject[] {
  return [...items.slice(0, breadth), ...lists.slice(0, breadth)];
}

function linksIn({ api }: Probe, { operation, first }: Subject): AnswerLink[] {
  const json: JsonValue | undefined = first.answer?.json;
  const [item] = itemsIn(api, operation, first) ?? [];
  return [json, item].flatMap((each) => listLinks(each, api.settings.names.nextActions));
}

async function follow(probe: Probe, subject: Subject, links: readonly AnswerLink[]): Promise<Outcome[]> {
  const outcomes: Outcome[] = [];
  for (const link of links.slice(0, mostFollowed)) outcomes.push(await followOne(probe, subject, link));
  return outcomes;
}

async function followOne(
  probe: Probe,
  { operation, first }: Subject,
  { name, to, method }: AnswerLink,
): Promise<Outcome> {
  const { api, base } = probe;
  const seen = { operation, exchanges: [first] };
  const said = `its next action ${name.slice(0, 40)}`;
  if (!isAddress(to)) {
    return api.operations.some(({ id }) => id === to)
      ? holds(`${said} is a described operation`, seen)
      : fails(`${said} names an operation that is not described`, seen);
  }
  const target = targetOf(base, to, first.request.target);
  if (target === undefined) return open(`${said} points to another origin`, seen);
  const there = matchOperations(api, target).filter(
    (each) => method === undefined || each.operation.method.toUpperCase() === method,
  );
  if (there.length === 0)
    return fails(`${said} points to a URL that is not described`, { ...seen, severity: 'warning' });
  const read = there.find((each) => each.operation.method === 'get')?.operation;
  if (read === undefined || whyActing(api, read) !== undefined) return holds(`${said} is a described operation`, seen);
  const exchange = await probe.send({ method: 'GET', target, linked: true });
  const exchanges = [first, exchange];
  return isSuccess(exchange) || exchange.answer?.status === 303
    ? holds(`${said} works`, { operation, exchanges })
    : fails(`${said} returned ${outcomeOf(exchange)}`, { operation, exchanges });
}
