/** The document as a whole: local references and components. */
import { isJsonObject, type JsonObject, type JsonValue } from '@dragoman/model';

/** Kinds of components that properties add. */
export type ComponentKind = 'schemas' | 'parameters' | 'headers' | 'responses';

/** Access to the document as a whole. */
export interface DocumentParts {
  /** The value of a local reference, or the value itself. */
  resolve(value: JsonValue | undefined): JsonObject;
  /**
   * A reference to a component with this value; the value itself if the author uses the name for something else. A
   * reserved name always means our component.
   */
  share(kind: ComponentKind, name: string, value: JsonObject, isReserved?: boolean): JsonObject;
}

/** Maximum number of references in a row. */
const mostHops = 20;

/** Opens a document; components are added in place. */
export function createParts(document: JsonObject): DocumentParts {
  return {
    resolve(value) {
      let found = value;
      for (let hops = 0; isJsonObject(found) && typeof found.$ref === 'string' && hops < mostHops; hops += 1) {
        found = readLocal(document, found.$ref);
      }
      return isJsonObject(found) ? found : {};
    },
    share(kind, name, value, isReserved = false) {
      if (!isJsonObject(document.components)) document.components = {};
      const { components } = document;
      const all = isJsonObject(components[kind]) ? components[kind] : {};
      components[kind] = all;
      if (!Object.hasOwn(all, name)) all[name] = value;
      else if (!isReserved && JSON.stringify(all[name]) !== JSON.stringify(value)) return value;
      return { $ref: `#/components/${kind}/${name}` };
    },
  };
}

function readLocal(document: JsonObject, reference: string): JsonValue | undefined {
  if (!reference.startsWith('#/')) return undefined;
  const tokens = reference.slice(2).split('/');
  return tokens.reduce<JsonValue | undefined>((value, token) => {
    const name = decode(token).replaceAll('~1', '/').replaceAll('~0', '~');
    return isJsonObject(value) && Object.hasOwn(value, name) ? value[name] : undefined;
  }, document);
}

function decode(token: string): string {
  try {
    return decodeURIComponent(token);
  } catch {
    return token;
  }
}
