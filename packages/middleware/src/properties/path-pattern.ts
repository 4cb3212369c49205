/**
 * Paths with variables, as descriptions write them: `/tasks/{task_id}`. Frameworks differ in what they take for the same
 * path; here everything is the same that any of them takes for it, so that no spelling goes past a property.
 */

/** A path made ready to be compared; a variable stands for one part that is not empty. */
export type PathPattern = readonly (string | { variable: string })[];

/** Reads a path. */
export function readPathPattern(path: string): PathPattern {
  return splitPath(path).map((part) => {
    const variable = /^\{([^{}]+)\}$/.exec(part)?.[1];
    return variable === undefined ? fold(part) : { variable };
  });
}

/** The texts of the variables, still encoded; undefined when the path is another one. */
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

/** The path of a request as it was sent: parsing an address would take `/a/%2e%2e/b` for `/b`, and frameworks do not. */
export function sentPath({ url }: Pick<Request, 'url'>): string {
  const start = url.indexOf('/', url.indexOf('://') + 3);
  if (start === -1) return '/';
  const end = url.slice(start).search(/[?#]/);
  return end === -1 ? url.slice(start) : url.slice(start, start + end);
}

/** One slash at the end says nothing. */
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
