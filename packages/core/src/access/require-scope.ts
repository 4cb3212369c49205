/** Requires a scope of a caller: 401 without a credential, 403 naming the missing scope. */
import { Failure } from '@dragoman/model';
import type { Caller, Scope } from './caller.js';
import { hasScope } from './caller.js';

/** Throws unless the caller has the scope. */
export function requireScope(caller: Caller, scope: Scope): void {
  if (hasScope(caller, scope)) return;
  if (caller.kind === 'anonymous') {
    throw new Failure('UNAUTHENTICATED', { message: `This call requires a credential with the scope '${scope}'.` });
  }
  throw new Failure('FORBIDDEN', {
    message: `Your credential lacks the scope '${scope}', which this call requires.`,
  });
}
