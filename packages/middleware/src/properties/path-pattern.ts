/** Paths with variables, as descriptions write them: `/tasks/{task_id}`. */

/** A path made ready to be compared; a variable stands for one part that is not empty. */
export type PathPattern = readonly (string | { variable: string })[];

/** Reads a path. */
export function readPathPattern(path: string): PathPattern {
  return path.split('/').map((part) => {
    const variable = /^\{([^{}]+)\}$/.exec(part)?.[1];
    return variable === undefined ? part : { variable };
  });
}

/** The texts of the variables, still encoded; undefined when the path is another one. */
export function matchPath(pattern: PathPattern, path: string): Record<string, string> | undefined {
  const texts = path.split('/');
  if (texts.length !== pattern.length) return undefined;
  const variables: [string, string][] = [];
  for (const [at, part] of pattern.entries()) {
    const text = texts[at] ?? '';
    if (typeof part === 'string') {
      if (part !== text) return undefined;
    } else if (text === '') return undefined;
    else variables.push([part.variable, text]);
  }
  return Object.fromEntries(variables);
}
