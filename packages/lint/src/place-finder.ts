/**
 * Line and column of a pointer. JSON and middle-sized YAML are located by the engine's parsers; the lines of very large
 * YAML are found by their indentation, since composing the whole text would take longer than everything else.
 */
import { bundledPlace, locateJson, type OpenedDescription, parseYaml } from '@dragoman/core/light';
import type { Location } from '@dragoman/model';
import { locateInBlocks } from './locate-in-blocks.js';

/** Gives the place of a pointer, or of the nearest thing around it. */
export type PlaceFinder = (pointer: string) => Location;

/** Beyond so many bytes YAML is located by its lines. */
const carefulBytes = 400_000;

/** A text, with its places where they are known from parsing. */
type Opened = Pick<OpenedDescription, 'text' | 'locate'>;

const limits = { bytes: 64 * 1024 * 1024, depth: 256, values: 3_000_000 };

/** Makes the finder for one text that was read; nothing is looked for before the first question, and no place twice. */
export function createPlaceFinder(bytes: Uint8Array, opened: Opened): PlaceFinder {
  const known = new Map<string, Location>();
  let find: PlaceFinder | undefined;
  return (pointer) => {
    const kept = known.get(pointer);
    if (kept !== undefined) return kept;
    find ??= opened.locate ?? chooseFinder(bytes, opened.text);
    const found = { ...find(pointer), pointer };
    known.set(pointer, found);
    return found;
  };
}

/** A missing member is shown at its parent, as the parent's name. */
function chooseFinder(bytes: Uint8Array, text: string): PlaceFinder {
  if (/^\uFEFF?\s*[[{"]/.test(text.slice(0, 200))) return locateJson(text);
  const careful = bytes.byteLength > carefulBytes ? undefined : parseYaml(bytes, { limits }).value;
  return careful === undefined ? locateInBlocks(text) : careful.locate;
}

/** Places in the files that a document refers to are told with the name of the file. */
export function placeInFiles(places: PlaceFinder, files: readonly { uri: string; bytes: Uint8Array }[]): PlaceFinder {
  const finders = new Map<number, PlaceFinder>();
  return (pointer) => {
    const inside = bundledPlace(pointer);
    const file = inside === undefined ? undefined : files[inside.place];
    if (inside === undefined || file === undefined) return places(pointer);
    const find =
      finders.get(inside.place) ?? createPlaceFinder(file.bytes, { text: new TextDecoder().decode(file.bytes) });
    finders.set(inside.place, find);
    return { uri: file.uri, ...find(inside.pointer) };
  };
}
