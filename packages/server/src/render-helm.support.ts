/** Renders the part of Helm's templates that our chart uses: values, `quote`, `toYaml … | nindent` and `if`. */
import { stringifyYaml } from '@dragoman/documents';
import type { JsonValue } from '@dragoman/model';
import { isJsonObject } from '@dragoman/model';

/** Renders a template; throws on a value that does not exist and on anything else that Helm would need. */
export function renderHelm(template: string, scope: JsonValue): string {
  const chosen = template.replaceAll(
    /\{\{- if ([\w.]+) \}\}\n([\s\S]*?)\{\{- end \}\}\n?/g,
    (_, path: string, body: string) => (lookUp(scope, path) === true ? body : ''),
  );
  const filled = chosen
    .replaceAll(/[ \t]*\{\{- toYaml ([\w.]+) \| nindent (\d+) \}\}/g, (_, path: string, width: string) =>
      stringifyYaml(lookUp(scope, path), {})
        .trimEnd()
        .split('\n')
        .map((line) => ' '.repeat(Number(width)) + line)
        .join('\n'),
    )
    .replaceAll(/\{\{ ([\w.]+)( \| quote)? \}\}/g, (_, path: string, quoted?: string) => {
      const value = String(lookUp(scope, path));
      return quoted === undefined ? value : JSON.stringify(value);
    });
  if (filled.includes('{{'))
    throw new Error(`cannot render: ${filled.slice(filled.indexOf('{{'), filled.indexOf('{{') + 60)}`);
  return filled;
}

function lookUp(scope: JsonValue, path: string): JsonValue {
  let value: JsonValue | undefined = scope;
  for (const name of path.split('.').filter((part) => part !== '')) {
    value = isJsonObject(value) ? value[name] : undefined;
  }
  if (value === undefined) throw new Error(`the value ${path} does not exist`);
  return value;
}
