/** Which media of a reply a model API shows, and the lines for those that it does not. */
import type { JsonObject, Media } from '@dragoman/model';
import { base64Bytes, describeMedia, isModelImage } from '@dragoman/model';
import type { ToolReply } from './model-shape.js';

/** The smallest limits of the APIs: bytes of one image, and images of one reply. */
const limits = { bytes: 3_750_000, images: 20 };

/** The media of a reply. */
export interface ReplyParts {
  images: Media[];
  /** One line for each of the others: its type, its size, and where it is. */
  lines: string[];
}

/** Divides the media of a reply; `none` for an API whose tool results cannot have images. */
export function divideMedia(
  { media = [] }: Pick<ToolReply, 'media'>,
  images: 'images' | 'none' = 'images',
): ReplyParts {
  const parts: ReplyParts = { images: [], lines: [] };
  for (const item of media) {
    const bytes = base64Bytes(item.data) ?? 0;
    const isShown = images === 'images' && isModelImage(item.mediaType) && bytes <= limits.bytes;
    if (isShown && parts.images.length < limits.images) parts.images.push(item);
    else
      parts.lines.push(`Received ${describeMedia({ ...item, bytes })}; it is not shown here, the application has it.`);
  }
  return parts;
}

/** The text of a reply with these lines after it. */
export function withLines(text: string, lines: readonly string[]): string {
  return [text, ...lines].join('\n');
}

/** The result of a reply with these lines in it. */
export function resultWithLines(result: JsonObject, lines: readonly string[]): JsonObject {
  return lines.length === 0 ? result : { ...result, media: [...lines] };
}
