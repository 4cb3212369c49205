/** Maps an unsuccessful answer of a service to a failure, by the one mapping of statuses in the model. */
import type { JsonValue } from '@dragoman/model';
import { Failure, isJsonObject, meaningOfStatus } from '@dragoman/model';
import type { AnswerOutcome } from './call.js';
import { retryAfterOf } from './retry-after.js';

/**
 * The failure for a status, with the service's own words; undefined for a success. A service that declares whether its
 * call may be retried is believed.
 */
export function answerFailure(answer: Omit<AnswerOutcome, 'kind' | 'findings' | 'replayed'>): Failure | undefined {
  const { status, headers, body, content, outcomeUnknown = false } = answer;
  if (status >= 200 && status < 300) return undefined;
  const { code, help } = meaningOfStatus(status);
  const said = wordsOf(answer);
  return new Failure(code, {
    // An error in parts is one of a tool or an agent, whose protocol has no statuses.
    message: content === undefined ? `The service answered ${status}.` : 'The service reported an error.',
    help,
    ...(isJsonObject(body) && typeof body.retryable === 'boolean' ? { retryable: body.retryable } : {}),
    ...retryAfterOf(headers),
    outcomeUnknown,
    ...(said === undefined ? {} : { said }),
  });
}

/** The service's own words: the texts of its parts, otherwise its body. */
function wordsOf({ body, content, ownBody }: Pick<AnswerOutcome, 'body' | 'content' | 'ownBody'>): string | undefined {
  const texts = content?.flatMap(({ text }) => (typeof text === 'string' ? [text] : [])) ?? [];
  if (texts.length > 0) return texts.join('\n');
  if (ownBody === true) return isJsonObject(body) ? excerptOf(body.upstream) : undefined;
  return typeof body === 'string' || body === undefined ? body : JSON.stringify(body);
}

/** The beginning of an answer that is too long to pass on. */
function excerptOf(upstream: JsonValue | undefined): string | undefined {
  return isJsonObject(upstream) && typeof upstream.beginning === 'string' ? upstream.beginning : undefined;
}
