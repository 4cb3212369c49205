/** Differences of the responses of an operation: statuses, media types, headers. */
import type { ApiOperation, ResponseView } from '../api/api.js';
import { compareContent } from './compare-content.js';
import { compareHeaders } from './compare-headers.js';
import { compareLinks } from './compare-links.js';
import type { ApiPair, PartChange } from './part-changes.js';

/** Responses by status in capital letters. */
type Answers = ReadonlyMap<string, ResponseView>;

/** Lists the differences. */
export function compareAnswers(
  { before, after }: { before: ApiOperation; after: ApiOperation },
  apis: ApiPair,
): PartChange[] {
  const [old, now] = [byStatus(before), byStatus(after)];
  const found: PartChange[] = [];
  for (const [status, was] of old) {
    const is = now.get(status) ?? coverOf(now, status);
    if (is !== undefined) {
      found.push(...compareAnswer(was, is, apis));
      continue;
    }
    // A newer status that this one covered is compared with it below.
    const isNarrowed = [...now.keys()].some((each) => !old.has(each) && coverOf(old, each) === was);
    const effect = status.startsWith('2') && !isNarrowed ? 'breaking' : 'compatible';
    const at = { pointer: was.pointer, side: 'old', tool: false, where: `response ${was.status}` } as const;
    found.push({ ...at, effect, message: `The response ${was.status} was removed.` });
  }
  for (const [status, is] of now) {
    if (old.has(status)) continue;
    const at = { pointer: is.pointer, side: 'new', tool: false, where: `response ${is.status}` } as const;
    found.push({ ...at, effect: 'compatible', message: `The response ${is.status} was added.` });
    const cover = coverOf(old, status);
    if (cover !== undefined) found.push(...compareAnswer(cover, is, apis));
  }
  return found;
}

function byStatus({ responses }: ApiOperation): Answers {
  return new Map(responses.map((each) => [each.status.toUpperCase(), each]));
}

/** The range or the default response that a status belongs to; `default` next to a success is about errors. */
function coverOf(answers: Answers, status: string): ResponseView | undefined {
  if (status === 'DEFAULT') return undefined;
  const range = answers.get(`${status.charAt(0)}XX`);
  if (range !== undefined) return range;
  const isError = !status.startsWith('2');
  return isError || ![...answers.keys()].some((each) => each.startsWith('2')) ? answers.get('DEFAULT') : undefined;
}

function compareAnswer(was: ResponseView, is: ResponseView, apis: ApiPair): PartChange[] {
  if (is.unread === true || was.unread === true) return [];
  const at = { pointer: is.pointer, side: 'new', tool: false } as const;
  const message = `The description of the response ${is.status} changed.`;
  return [
    ...(was.description === is.description
      ? []
      : [{ ...at, where: `response ${is.status}`, effect: 'description' as const, message }]),
    ...compareContent(was.content, is.content, { where: `response ${is.status}`, direction: 'output', at }, apis),
    ...compareHeaders(was, is, { of: `the response ${is.status}`, direction: 'output' }, apis),
    ...compareLinks(was, is, `response ${is.status}`, apis),
  ];
}
