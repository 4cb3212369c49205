/** Converts a document to its canonical form: order of members, methods in upper case, no shorthand, plain numbers. */

import { childPointer } from '@dragoman/documents';
import type { Fix, JsonObject, JsonValue } from '@dragoman/model';
import { isJsonObject } from '@dragoman/model';
import { editYaml } from './print/edit-yaml.js';
import type { PrintedSyntax } from './print/print-agis.js';
import { printAgis } from './print/print-agis.js';
import type { AgisSource } from './source.js';

/** The canonical text, in the syntax of the source unless another is requested; YAML for the illustrative notation. */
export function formatAgis(source: AgisSource, to?: PrintedSyntax): string {
  const syntax = to ?? (source.syntax === 'json' ? 'json' : 'yaml');
  const document = isJsonObject(source.document) ? source.document : {};
  const fixes = [...source.diagnostics.flatMap(({ fix }) => fix ?? []), ...listUpperCased(document)];
  if (syntax === 'yaml' && source.syntax === 'yaml') {
    const edited = editYaml(source.text, fixes, { order: true });
    if (edited !== undefined) return edited;
  }
  return printAgis(applyToDocument(document, fixes), syntax);
}

function listUpperCased({ endpoints, vocabulary }: JsonObject): Fix[] {
  const verbs = isJsonObject(vocabulary) ? vocabulary.declared_verbs : undefined;
  return [
    ...(Array.isArray(endpoints) ? endpoints : []).flatMap((node, index) =>
      isJsonObject(node) ? upperCase(node.method, `${childPointer('/endpoints', index)}/method`) : [],
    ),
    ...(Array.isArray(verbs) ? verbs : []).flatMap((verb, index) =>
      upperCase(verb, childPointer('/vocabulary/declared_verbs', index)),
    ),
  ];
}

/** Letters A to Z only, so that an invalid method identifier is not made to look valid. */
function upperCase(value: JsonValue | undefined, pointer: string): Fix[] {
  if (typeof value !== 'string' || !/^(?:[a-z]+|[A-Z][a-z]+)$/.test(value)) return [];
  return [{ description: 'write the method in upper case', pointer, value: value.toUpperCase() }];
}

/** A copy of the document with the fixes applied. */
export function applyToDocument(document: JsonObject, fixes: readonly Fix[]): JsonObject {
  const copy = structuredClone(document);
  for (const { pointer, value } of fixes) setPointer(copy, pointer, value as JsonValue | undefined);
  return copy;
}

function setPointer(root: JsonObject, pointer: string, value: JsonValue | undefined): void {
  const tokens = pointer
    .split('/')
    .slice(1)
    .map((token) => token.replaceAll('~1', '/').replaceAll('~0', '~'));
  const last = tokens.pop();
  let owner: JsonValue | undefined = root;
  for (const token of tokens) {
    if (typeof owner !== 'object' || owner === null) return;
    owner = Array.isArray(owner) ? owner[Number(token)] : Object.hasOwn(owner, token) ? owner[token] : undefined;
  }
  if (last === undefined || typeof owner !== 'object' || owner === null) return;
  if (Array.isArray(owner)) {
    if (value === undefined) owner.splice(Number(last), 1);
    else owner[Number(last)] = value;
  } else if (value === undefined) delete owner[last];
  else Object.defineProperty(owner, last, { value, enumerable: true, writable: true, configurable: true });
}
