/**
 * Line and column of a JSON pointer. The engine's parsers locate JSON and mid-sized YAML; in very large YAML, lines are
 * found by indentation, because composing the whole text would take longer than everything else.
 */
import { bundledPlace } from '@dragoman/core/descriptions';
import { locateJson, type OpenedDescription, parseYaml } from '@dragoman/documents';
import type { Location } from '@dragoman/model';
import { locateInBlocks } from './locate-in-blocks.js';

/** Returns the location of a pointer, or of its nearest ancestor. */
export type LocationFinder = (pointer: string) => Location;

/** Above this size in bytes, YAML is located by its lines. */
const carefulBytes = 400_000;

/** A text, with its locations when the parser recorded them. */
type Opened = Pick<OpenedDescription, 'text' | 'locate'>;

const limits = { bytes: 64 * 1024 * 1024, depth: 256, values: 3_000_000 };

/** Creates the finder for one parsed text; it does no work before the first lookup and caches each location. */
export function createLocationFinder(bytes: Uint8Array, opened: Opened): LocationFinder {
  const known = new Map<string, Location>();
  let find: LocationFinder | undefined;
  return (pointer) => {
    const kept = known.get(pointer);
    if (kept !== undefined) return kept;
    find ??= opened.locate ?? chooseFinder(bytes, opened.text);
    const found = { ...find(pointer), pointer };
    known.set(pointer, found);
    return found;
  };
}

/** A missing member is located at its parent's name. */
function chooseFinder(bytes: Uint8Array, text: string): LocationFinder {
  if (/^\uFEFF?\s*[[{"]/.test(text.slice(0, 200))) return locateJson(text);
  const careful = bytes.byteLength > carefulBytes ? undefined : parseYaml(bytes, { limits }).value;
  return careful === undefined ? locateInBlocks(text) : careful.locate;
}

/** Locations in referenced files are reported with the file name. */
export function locateInFiles(
  places: LocationFinder,
  files: readonly { uri: string; bytes: Uint8Array }[],
): LocationFinder {
  const finders = new Map<number, LocationFinder>();
  return (pointer) => {
    const inside = bundledPlace(pointer);
    const file = inside === undefined ? undefined : files[inside.place];
    if (inside === undefined || file === undefined) return places(pointer);
    const find =
      finders.get(inside.place) ?? createLocationFinder(file.bytes, { text: new TextDecoder().decode(file.bytes) });
    finders.set(inside.place, find);
    return { uri: file.uri, ...find(inside.pointer) };
  };
}
