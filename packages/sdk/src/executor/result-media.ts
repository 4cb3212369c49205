/** Images, sounds and files of a result: the model sees a description instead of Base64, and images where it can. */
import type { JsonValue, Media, ToolArgument } from '@dragoman/model';
import { base64Bytes, checkMediaType, describeMedia, isJsonObject } from '@dragoman/model';

/** An image, a sound or a file of a result, with a verified type. */
export interface ResultMedia extends Media {
  /** Size of the decoded content. */
  bytes: number;
}

/** Maximum number of media of one result. */
const mostMedia = 50;

/** The outputs for the model, and the media of a result. The server is untrusted, so nothing it says is assumed. */
export function takeMedia(
  outputs: readonly ToolArgument[],
  body: unknown,
): { shown: ToolArgument[]; media: ResultMedia[] } {
  const list =
    isJsonObject(body) && Array.isArray(body.media) ? body.media.slice(0, mostMedia).filter(isJsonObject) : [];
  if (list.length === 0) return { shown: [...outputs], media: [] };
  const shown = structuredClone(outputs) as ToolArgument[];
  const media = list.flatMap(({ media_type: type, name, output, pointer, data }): ResultMedia[] => {
    if (typeof type !== 'string') return [];
    const about = { type, name: typeof name === 'string' && name !== '' ? name.slice(0, 255) : undefined };
    if (typeof data === 'string') return toMedia(data, about);
    const holder = shown.find((each) => each.name === output);
    if (holder === undefined || typeof pointer !== 'string') return [];
    const place = findText(holder, pointer);
    const taken = place === undefined ? [] : toMedia(place.text, about);
    const [first] = taken;
    if (first !== undefined) place?.replace(`(${describeMedia(first)})`);
    return taken;
  });
  return { shown, media };
}

function toMedia(data: string, { type, name }: { type: string; name: string | undefined }): ResultMedia[] {
  const bytes = base64Bytes(data);
  if (bytes === undefined) return [];
  const { mediaType } = checkMediaType(type, data);
  return [{ mediaType, data, bytes, ...(name === undefined ? {} : { name }) }];
}

/** A text in the value of an output, and how it is replaced. */
function findText(argument: ToolArgument, pointer: string): { text: string; replace(text: string): void } | undefined {
  const path = ['value', ...pointer.split('/').slice(1)].map((each) =>
    each.replaceAll('~1', '/').replaceAll('~0', '~'),
  );
  const last = path.pop() ?? '';
  let holder = argument as unknown as JsonValue | undefined;
  for (const key of path) holder = memberOf(holder, key);
  const text = memberOf(holder, last);
  if (typeof text !== 'string') return undefined;
  return { text, replace: (other) => Object.assign(holder as object, { [last]: other }) };
}

function memberOf(holder: JsonValue | undefined, key: string): JsonValue | undefined {
  if (typeof holder !== 'object' || holder === null || !Object.hasOwn(holder, key)) return undefined;
  return (holder as Record<string, JsonValue>)[key];
}
