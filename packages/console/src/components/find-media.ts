/** Images and sounds in a result, as data URLs that can be shown without running anything. */
import { isJsonObject } from '@dragoman/model';

/** One image or sound. */
export interface Media {
  /** Its position among the media. */
  id: string;
  kind: 'image' | 'audio';
  type: string;
  /** A data URL. */
  url: string;
}

/** Types that browsers decode without scripts or outside requests; SVG is left out. */
const types = /^(?:image\/(?:png|jpeg|gif|webp|avif)|audio\/(?:mpeg|mp3|wav|x-wav|ogg|webm|aac|mp4))$/;
const base64 = /^[A-Za-z0-9+/]+={0,2}$/;
const maxCharacters = 14_000_000;
const maxMedia = 12;
const maxValues = 20_000;

/** The media in a value: the value itself when it has a media type, content of MCP tools, texts that are data URLs. */
export function findMedia(value: unknown, mediaType?: string): Media[] {
  const found: Media[] = [];
  if (mediaType !== undefined && typeof value === 'string') {
    add(found, media(mediaType, value));
    return found;
  }
  const waiting: unknown[] = [value];
  for (let seen = 0; waiting.length > 0 && seen < maxValues && found.length < maxMedia; seen += 1) {
    const next = waiting.shift();
    if (Array.isArray(next)) waiting.push(...next.slice(0, maxValues));
    else if (typeof next === 'string') add(found, readDataUrl(next));
    else if (isJsonObject(next)) {
      const own = readContent(next);
      if (own === undefined) waiting.push(...Object.values(next));
      else add(found, own);
    }
  }
  return found;
}

function add(found: Media[], one: Omit<Media, 'id'> | undefined): void {
  if (one !== undefined) found.push({ ...one, id: String(found.length + 1) });
}

function readContent({ data, mimeType, type }: Readonly<Record<string, unknown>>): Omit<Media, 'id'> | undefined {
  if (type !== 'image' && type !== 'audio') return undefined;
  return typeof data === 'string' && typeof mimeType === 'string' ? media(mimeType, data) : undefined;
}

function readDataUrl(text: string): Omit<Media, 'id'> | undefined {
  if (!text.startsWith('data:')) return undefined;
  const comma = text.indexOf(',');
  const [type = '', encoding] = text.slice('data:'.length, Math.min(comma, 100)).split(';');
  return encoding === 'base64' ? media(type, text.slice(comma + 1)) : undefined;
}

function media(mimeType: string, data: string): Omit<Media, 'id'> | undefined {
  const type = mimeType.toLowerCase();
  if (!types.test(type) || data.length > maxCharacters) return undefined;
  const text = data.replace(/\s/g, '');
  if (!base64.test(text)) return undefined;
  return { kind: type.startsWith('image/') ? 'image' : 'audio', type, url: `data:${type};base64,${text}` };
}
