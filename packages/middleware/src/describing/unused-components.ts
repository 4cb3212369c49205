/**
 * Removes components that were used by the author's document but are no longer used, because completed copies replaced
 * them. Components that the author's document did not use stay.
 */
import { isJsonObject, type JsonObject, type JsonValue } from '@dragoman/model';

/** Removes these components from the completed document. */
export function dropUnusedComponents(completed: JsonObject, written: JsonObject): void {
  if (!isJsonObject(completed.components)) return;
  const { components } = completed;
  const [before, after] = [usedComponents(written), usedComponents(completed)];
  for (const [kind, members] of Object.entries(components)) {
    if (kind === 'securitySchemes' || !isJsonObject(members)) continue;
    const kept = Object.entries(members).filter(([name]) => {
      const key = keyOf(kind, name);
      return !before.has(key) || after.has(key);
    });
    if (kept.length === Object.keys(members).length) continue;
    if (kept.length === 0) delete components[kind];
    else components[kind] = Object.fromEntries(kept);
  }
}

/** The components that anything outside the components reaches, also through others. */
function usedComponents(document: JsonObject): ReadonlySet<string> {
  const components = isJsonObject(document.components) ? document.components : {};
  const used = new Set<string>();
  const queue: JsonValue[] = Object.entries(document).flatMap(([name, value]) =>
    name === 'components' ? [] : [value],
  );
  const use = (kind: string, name: string) => {
    const key = keyOf(kind, name);
    const members = components[kind];
    const value = isJsonObject(members) && Object.hasOwn(members, name) ? members[name] : undefined;
    if (value === undefined || used.has(key)) return;
    used.add(key);
    queue.push(value);
  };
  for (let value = queue.pop(); value !== undefined; value = queue.pop()) {
    // A mapping of a discriminator may name a schema without a path.
    if (typeof value === 'string') useText(value, use);
    else if (typeof value === 'object' && value !== null) queue.push(...Object.values(value));
  }
  return used;
}

function useText(text: string, use: (kind: string, name: string) => void): void {
  const [, kind, name] = /^#\/components\/([^/]+)\/([^/]+)/.exec(text) ?? [];
  if (kind === undefined || name === undefined) use('schemas', text);
  else use(kind, decode(name).replaceAll('~1', '/').replaceAll('~0', '~'));
}

function decode(token: string): string {
  try {
    return decodeURIComponent(token);
  } catch {
    return token;
  }
}

function keyOf(kind: string, name: string): string {
  return `${kind}/${name}`;
}
