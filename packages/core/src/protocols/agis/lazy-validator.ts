/** One validator per process: its word lists take longer to load than a document takes to validate. */
import type { AgisValidator } from '@dragoman/agis';
import { createAgisValidator } from '@dragoman/agis';

/** Returns a function that creates the validator on its first call and then reuses it. */
export function createLazyValidator(): () => AgisValidator {
  let validator: AgisValidator | undefined;
  return () => {
    validator ??= createAgisValidator();
    return validator;
  };
}
