/** The name that a typing error, or an abbreviation, was meant to be. */
import { nearestName } from '@dragoman/model';

/** The only known name that begins with this one, else the nearest one. */
export function nearest(name: string, known: readonly string[]): string | undefined {
  const started = known.filter((candidate) => name.length > 1 && candidate.startsWith(name));
  return started.length === 1 ? started[0] : nearestName(name, known);
}
