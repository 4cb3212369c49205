/** Answers of this server to the examples of its own description, recorded from the running server. */
import { readFileSync } from 'node:fs';
import type { JsonObject, JsonValue } from '@dragoman/model';
import { packageFile } from '../runtime/package-file.js';

/** By operation: bodies of successful answers by their status. */
export type RecordedAnswers = Readonly<Record<string, Readonly<Record<string, JsonValue>>>>;

/** Reads the recorded answers. */
export function readAnswers(): RecordedAnswers {
  return JSON.parse(readFileSync(packageFile('answers.json'), 'utf8')) as RecordedAnswers;
}

/** The response with the recorded answer, if there is one, as its example; a response that has an example keeps it. */
export function withAnswer(response: JsonObject, answer: JsonValue | undefined): JsonObject {
  const content = response.content as JsonObject | undefined;
  const media = content?.['application/json'] as JsonObject | undefined;
  if (answer === undefined || media === undefined || media.example !== undefined || media.examples !== undefined)
    return response;
  return { ...response, content: { ...content, 'application/json': { ...media, example: answer } } };
}
