/** An agent's answer that is no success, as the failure that it means; nothing for a success. */
import type { Failure, FailureCode } from '@dragoman/model';
import type { AnswerOutcome } from '../../gateway/call.js';
import { answerFailure } from '../../transport/answer-failure.js';
import { failureHeader } from './wire.js';

/** The failure of an answer: the agent's own code where it came over MCP. Its words stand beside it in the result. */
export function failureOfStatus(answer: AnswerOutcome): Failure | undefined {
  const kept = answer.headers[failureHeader];
  return answerFailure(answer, { wordless: true, ...(isCode(kept) ? { code: kept } : {}) });
}

/** Codes that an agent may give of its own; the rest say what this server did. */
const foreign: readonly string[] = ['INVALID_INPUT', 'NOT_FOUND', 'CONFLICT', 'GONE', 'RATE_LIMITED', 'UNAVAILABLE'];

function isCode(code: string | undefined): code is FailureCode {
  return code !== undefined && foreign.includes(code);
}
