/** Requires a scope of a caller: 401 without a credential, 403 naming the missing scope. */
import { Failure } from '@dragoman/model';
import type { Caller, Scope } from './caller.js';
import { hasScope } from './caller.js';

/** Throws unless the caller has the scope, or one of several. */
export function requireScope(caller: Caller, scope: Scope | readonly Scope[]): void {
  const scopes = [scope].flat();
  if (scopes.some((each) => hasScope(caller, each))) return;
  const named = scopes.map((each) => `'${each}'`).join(' or ');
  if (caller.kind === 'anonymous') {
    throw new Failure('UNAUTHENTICATED', { message: `This call requires a credential with the scope ${named}.` });
  }
  throw new Failure('FORBIDDEN', {
    message: `Your credential lacks the scope ${named}, which this call requires.`,
  });
}
