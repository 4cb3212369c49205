/** Recorded responses of the running server to the examples of its own API description. */
import { readFileSync } from 'node:fs';
import type { JsonObject, JsonValue } from '@dragoman/model';
import { packageFile } from '../runtime/package-file.js';

/** By operation: bodies of successful responses by status. */
export type RecordedAnswers = Readonly<Record<string, Readonly<Record<string, JsonValue>>>>;

/** Reads the recorded responses. */
export function readAnswers(): RecordedAnswers {
  return JSON.parse(readFileSync(packageFile('answers.json'), 'utf8')) as RecordedAnswers;
}

/** Adds the recorded response, if any, as the example of a response description that has no example. */
export function withAnswer(response: JsonObject, answer: JsonValue | undefined): JsonObject {
  const content = response.content as JsonObject | undefined;
  const media = content?.['application/json'] as JsonObject | undefined;
  if (answer === undefined || media === undefined || media.example !== undefined || media.examples !== undefined)
    return response;
  return { ...response, content: { ...content, 'application/json': { ...media, example: answer } } };
}
