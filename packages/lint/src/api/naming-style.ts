/** Detects the naming style of a name. */

/** Naming styles; a single word has none. */
export type NamingStyle = 'snake_case' | 'camelCase' | 'PascalCase' | 'kebab-case' | 'UPPER_CASE';

/** The style of a multi-word name; undefined for single words and for names in no known style. */
export function styleOf(name: string): NamingStyle | undefined {
  if (/^[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+$/.test(name)) return 'UPPER_CASE';
  if (/^[a-z][a-z0-9]*(?:_[a-z0-9]+)+$/.test(name)) return 'snake_case';
  if (/^[a-z][a-z0-9]*(?:-[a-z0-9]+)+$/.test(name)) return 'kebab-case';
  if (/^[a-z][a-z0-9]*[A-Z][A-Za-z0-9]*$/.test(name)) return 'camelCase';
  return /^[A-Z][a-z0-9]+[A-Z][A-Za-z0-9]*$/.test(name) ? 'PascalCase' : undefined;
}
