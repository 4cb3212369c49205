/** Parts of prompts and resources for people: texts as they are, bytes described and never printed. */
import type { JsonObject } from '@dragoman/model';
import { describeMedia, findMedia, isJsonObject } from '@dragoman/model';
import type { AnswerMedia } from '@dragoman/sdk';
import type { Painted } from '../terminal/paint.js';
import { line, paintLines } from '../terminal/paint.js';

/** The images, sounds and files among the parts, with the URI of their resource. */
export function mediaIn(parts: readonly JsonObject[]): (AnswerMedia & { uri?: string })[] {
  return parts.flatMap((part) =>
    findMedia({ content: [part] }).map(({ mediaType, bytes: size, data }) => ({
      mediaType,
      size,
      bytes: () => Buffer.from(data, 'base64'),
      ...uriOf(part),
    })),
  );
}

function uriOf({ resource }: JsonObject): { uri?: string } {
  return isJsonObject(resource) && typeof resource.uri === 'string' ? { uri: resource.uri } : {};
}

/** A part as lines for a terminal. */
export function paintPart(part: JsonObject): Painted {
  const { type, text, resource, uri } = part;
  const [media] = mediaIn([part]);
  if (media !== undefined) return line`(${describeMediaOf(media)})`;
  if (type === 'text' && typeof text === 'string') return paintLines(text);
  if (type === 'resource_link' && typeof uri === 'string') return line`(link to ${uri})`;
  if (isJsonObject(resource) && typeof resource.text === 'string') return paintLines(resource.text);
  return line`${JSON.stringify(part)}`;
}

/** Type, size and URI. */
export function describeMediaOf({ mediaType, size, uri }: AnswerMedia & { uri?: string }): string {
  return describeMedia({ mediaType, bytes: size, ...(uri === undefined ? {} : { name: uri }) });
}
