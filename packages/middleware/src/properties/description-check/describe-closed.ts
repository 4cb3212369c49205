/** What closed inputs add to the description: objects of request bodies list all members that are accepted. */
import { isJsonObject, type JsonObject, type JsonValue } from '@dragoman/model';
import type { DescriptionDraft } from '../../describing/description-draft.js';
import type { DocumentParts } from '../../describing/document-parts.js';

/** Closes the objects of all request bodies that the author left open without saying so. */
export function describeClosed({ operations }: DescriptionDraft): void {
  for (const operation of operations) operation.changeInput((schema, parts) => close(schema, { parts, inside: [] }));
}

interface Place {
  parts: DocumentParts;
  /** The schemas around it; a recursive schema ends where it repeats. */
  inside: readonly JsonObject[];
}

/** The schema itself if there is nothing to close, so that references stay; else a copy, because responses may share it. */
function close(schema: JsonObject, { parts, inside }: Place): JsonObject {
  const own = parts.resolve(schema);
  // A closed part of a combination would reject the members of the others.
  if (inside.includes(own) || ['allOf', 'anyOf', 'oneOf', 'if'].some((keyword) => own[keyword] !== undefined))
    return schema;
  const place = { parts, inside: [...inside, own] };
  const closed: JsonObject = { ...own };
  if (isJsonObject(own.items)) closed.items = close(own.items, place);
  if (isJsonObject(own.properties)) {
    closed.properties = Object.fromEntries(
      Object.entries(own.properties).map(([name, member]): [string, JsonValue] => [
        name,
        isJsonObject(member) ? close(member, place) : member,
      ]),
    );
    if (!['additionalProperties', 'unevaluatedProperties', 'patternProperties'].some((each) => each in own))
      closed.additionalProperties = false;
  }
  const isSame = JSON.stringify(closed) === JSON.stringify(own);
  return isSame ? schema : closed;
}
