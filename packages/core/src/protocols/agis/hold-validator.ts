/** One validator for a process: its words take longer to load than a document to check. */
import type { AgisValidator } from '@dragoman/agis';
import { createAgisValidator } from '@dragoman/agis';

/** A function that makes the validator at its first call and gives the same one ever after. */
export function holdValidator(): () => AgisValidator {
  let held: AgisValidator | undefined;
  return () => {
    held ??= createAgisValidator();
    return held;
  };
}
