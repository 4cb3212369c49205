/** Explains an error of a call for a person: what failed, and what to do. The words come from the server's failure table. */
import type { FailureCode } from '@dragoman/model';
import { failureLine, failures } from '@dragoman/model';
import { isDragomanError } from '@dragoman/sdk';
import type { ExplainedError } from '../components/states.js';

/** The explanation of anything that a query or a mutation throws. */
export function explainError(error: unknown): ExplainedError {
  if (!isDragomanError(error)) {
    return {
      title: 'The console has a bug',
      detail: `${error instanceof Error ? error.message : String(error)}. Reload the page; if it happens again, report it.`,
    };
  }
  const { code, message, status } = error;
  const traceId = error.traceId;
  if (status === undefined) {
    return {
      title: 'The server does not respond',
      detail: `${message} Check that dragoman serve is running and that this page can reach it.`,
      code,
    };
  }
  const known = Object.hasOwn(failures, code) ? failures[code as FailureCode] : undefined;
  return {
    title: known?.title ?? 'The call failed',
    // What programs need to know, a person sees from the rest.
    detail: message.replace(` ${failureLine({ code, message: '', retryable: false })}`, ''),
    code,
    ...(traceId === undefined ? {} : { traceId }),
  };
}
