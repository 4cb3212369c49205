/** Joins class names; conditions that do not hold are left out. */

/** One text of class names. */
export function classNames(...names: readonly (string | false | undefined)[]): string {
  return names.filter((name) => typeof name === 'string' && name !== '').join(' ');
}
