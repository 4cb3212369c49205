/** Images, sounds and files of an answer. The gateway has verified their types by the first bytes. */
import type { FoundMedia } from '@dragoman/model';
import { findItemMedia, findMedia } from '@dragoman/model';

/** An image, a sound or a file. */
export interface AnswerMedia {
  mediaType: string;
  /** Size in bytes. */
  size: number;
  name?: string;
  /** JSON pointer of its Base64 in the output; empty when it is the whole output, absent when it is not in it. */
  pointer?: string;
  /** The decoded content. */
  bytes(): Uint8Array;
}

/** The media in an output, or in the list of outputs of a batch. */
export function readAnswerMedia(output: unknown, mediaType: string | undefined): AnswerMedia[] {
  if (Array.isArray(output) && mediaType !== undefined) return findItemMedia(output, mediaType).map(toAnswerMedia);
  return findMedia(output, mediaType).map(toAnswerMedia);
}

/** The media of parts, in the form of MCP, that the output does not have. */
export function readPartsMedia(parts: unknown): AnswerMedia[] {
  return readAnswerMedia({ content: parts }, undefined).map(({ pointer: _, ...media }) => media);
}

function toAnswerMedia({ mediaType, bytes: size, name, pointer, data }: FoundMedia): AnswerMedia {
  return {
    mediaType,
    size,
    ...(name === undefined ? {} : { name }),
    pointer,
    bytes: () => Uint8Array.from(atob(data), (character) => character.charCodeAt(0)),
  };
}
