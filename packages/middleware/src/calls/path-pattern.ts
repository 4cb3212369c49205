/**
 * Paths with variables, as in descriptions: `/tasks/{task_id}`. Frameworks differ in which spellings they treat as the
 * same path; here all of them are equal, so that no spelling bypasses a property.
 */

/** A compiled path; a variable matches one non-empty segment. */
export type PathPattern = readonly (string | { variable: string })[];

/** Compiles a path. */
export function readPathPattern(path: string): PathPattern {
  return splitPath(path).map((part) => {
    const variable = /^\{([^{}]+)\}$/.exec(part)?.[1];
    return variable === undefined ? fold(part) : { variable };
  });
}

/** The values of the variables, still encoded; undefined when the path does not match. */
export function matchPath(pattern: PathPattern, path: string): Record<string, string> | undefined {
  const texts = splitPath(path);
  if (texts.length !== pattern.length) return undefined;
  const variables: [string, string][] = [];
  for (const [at, part] of pattern.entries()) {
    const text = texts[at] ?? '';
    if (typeof part === 'string') {
      if (part !== text && part !== fold(text)) return undefined;
    } else if (text === '') return undefined;
    else variables.push([part.variable, text]);
  }
  return Object.fromEntries(variables);
}

/** The raw request path: URL parsing would turn `/a/%2e%2e/b` into `/b`, and frameworks do not. */
export function sentPath({ url }: Pick<Request, 'url'>): string {
  const start = url.indexOf('/', url.indexOf('://') + 3);
  if (start === -1) return '/';
  const end = url.slice(start).search(/[?#]/);
  return end === -1 ? url.slice(start) : url.slice(start, start + end);
}

/** Ignores one trailing slash. */
function splitPath(path: string): string[] {
  return (path.length > 1 && path.endsWith('/') ? path.slice(0, -1) : path).split('/');
}

function fold(part: string): string {
  return (part.includes('%') ? decode(part) : part).toLowerCase();
}

function decode(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
