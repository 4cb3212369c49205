/** Reads the parts of an Arazzo document that an editor shows, from any JSON value: what is missing or wrong is empty. */
import type { JsonObject, JsonValue } from '@dragoman/model';
import { isJsonObject } from '@dragoman/model';

/** The list of objects at a member; other items become empty objects, so that positions stay. */
export function objectsOf(value: JsonValue | undefined, name: string): JsonObject[] {
  const list = isJsonObject(value) ? value[name] : undefined;
  return Array.isArray(list) ? list.map((item) => (isJsonObject(item) ? item : {})) : [];
}

/** The object at a member. */
export function objectOf(value: JsonValue | undefined, name: string): JsonObject {
  const member = isJsonObject(value) ? value[name] : undefined;
  return isJsonObject(member) ? member : {};
}

/** A text, or nothing. */
export function wordOf(value: JsonValue | undefined): string {
  return typeof value === 'string' ? value : '';
}

/** The service and operation of each source: name of the source → id of the service. */
export function sourcesOf(document: JsonValue | undefined): Map<string, string> {
  return new Map(
    objectsOf(document, 'sourceDescriptions').map(({ name, url }) => {
      const [, encoded = wordOf(url)] = /\/agents\/([^/?#]+)/.exec(wordOf(url)) ?? [];
      return [wordOf(name), decode(encoded)];
    }),
  );
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** What a step calls; the service is absent for a workflow of the same document. */
export interface StepTarget {
  agent?: string;
  operation: string;
}

/** The target of a step as it is written. */
export function targetOf(step: JsonObject, sources: ReadonlyMap<string, string>): StepTarget {
  const text = wordOf(step.operationId) || wordOf(step.workflowId);
  const [, source, operation = text] = /^\$sourceDescriptions\.([\w-]+)\.(.+)$/s.exec(text) ?? [];
  if (source !== undefined) return { agent: sources.get(source) ?? source, operation };
  const [only] = sources.values();
  return step.workflowId === undefined && only !== undefined ? { agent: only, operation } : { operation };
}

/** Names of the inputs of a workflow. */
export function inputNames(workflow: JsonObject | undefined): string[] {
  return Object.keys(objectOf(objectOf(workflow, 'inputs'), 'properties'));
}
