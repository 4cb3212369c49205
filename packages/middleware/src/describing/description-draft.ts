/**
 * An OpenAPI document that properties complete with what they add to an API. Nothing that its author wrote is replaced
 * or removed, and shared parts are added once, as components.
 */
import { isJsonObject, type JsonObject } from '@dragoman/model';
import { createParts, type DocumentParts } from './document-parts.js';
import { createOperationDraft, type OperationDraft } from './operation-draft.js';
import { addProblemCodes } from './problem-schema.js';
import { dropUnusedComponents } from './unused-components.js';

/** A document that is being completed. */
export interface DescriptionDraft {
  /** All operations, including those that properties have added. */
  readonly operations: readonly OperationDraft[];
  /** Adds an operation that a property answers; `path` is the path of requests. An existing one stays. */
  addOperation(method: string, path: string, operation: JsonObject): void;
  /** Adds error codes of the application to those that properties send. */
  addCodes(codes: readonly string[]): void;
}

/** Completes a document; properties that apply to some routes get a draft with those operations only. */
export type Describe = (draft: DescriptionDraft) => void;

const methods = ['get', 'put', 'post', 'delete', 'patch'];

/** The document, completed by these functions in order; other documents than OpenAPI 3 stay unchanged. */
export function describeWith(description: object, describes: readonly Describe[]): JsonObject {
  const document = structuredClone(description) as JsonObject;
  if (typeof document.openapi !== 'string' || !document.openapi.startsWith('3.')) return document;
  const parts = createParts(document);
  const base = basePath(document);
  if (!isJsonObject(document.paths)) document.paths = {};
  const { paths } = document;
  const draft: DescriptionDraft = {
    get operations() {
      return Object.entries(paths).flatMap(([path, item]) =>
        isJsonObject(item)
          ? operationsOf(item, `${Array.isArray(item.servers) ? basePath(item) : base}${path}`, parts)
          : [],
      );
    },
    addOperation(method, path, operation) {
      const inside = path.startsWith(`${base}/`);
      const place = findPath(paths, inside ? path.slice(base.length) : path);
      const item: JsonObject = isJsonObject(paths[place]) ? paths[place] : inside ? {} : { servers: [{ url: '/' }] };
      if (item[method] === undefined) paths[place] = { ...item, [method]: operation };
    },
    addCodes: (codes) => addProblemCodes(document, codes),
  };
  // Twice, because an outer property may add a response, such as a preview, that inner ones have headers for.
  for (const describe of [...describes, ...describes]) describe(draft);
  dropUnusedComponents(document, description as JsonObject);
  return document;
}

function operationsOf(item: JsonObject, path: string, parts: DocumentParts): OperationDraft[] {
  return methods.flatMap((method) => {
    const operation = item[method];
    if (!isJsonObject(operation)) return [];
    const inherited = Array.isArray(item.parameters) ? item.parameters : [];
    return [createOperationDraft({ method: method.toUpperCase(), path, operation, inherited }, parts)];
  });
}

/** The same path, whatever its author calls the variables. */
function findPath(paths: JsonObject, path: string): string {
  const plain = (text: string) => text.replace(/\{[^{}]*\}/g, '{}');
  return Object.keys(paths).find((each) => plain(each) === plain(path)) ?? path;
}

/** Requests arrive with the path of the first server, of the path or of the document, before the described path. */
function basePath({ servers }: JsonObject): string {
  const [first] = Array.isArray(servers) ? servers : [];
  const url = isJsonObject(first) && typeof first.url === 'string' ? first.url : '';
  const path = url.replace(/^[a-z][a-z0-9+.-]*:\/\/[^/?#]*/i, '').replace(/[?#].*$/, '');
  return path.startsWith('/') ? path.replace(/\/+$/, '') : '';
}
