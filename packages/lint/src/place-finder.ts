/**
 * Line and column of a pointer. JSON and middle-sized YAML are located by the engine's parsers; the lines of very large
 * YAML are found by their indentation, since composing the whole text would take longer than everything else.
 */
import type { LocatedDocument } from '@dragoman/core';
import { parseLocatedJson, parseYaml } from '@dragoman/core';
import type { Location } from '@dragoman/model';
import { locateInBlocks } from './locate-in-blocks.js';

/** Gives the place of a pointer, or of the nearest thing around it. */
export type PlaceFinder = (pointer: string) => Location;

/** Beyond so many bytes YAML is located by its lines. */
const carefulBytes = 400_000;

const limits = { bytes: 64 * 1024 * 1024, depth: 256, values: 3_000_000 };

/** Makes the finder for one text; nothing is parsed before the first question. */
export function createPlaceFinder(bytes: Uint8Array, text: string): PlaceFinder {
  let find: PlaceFinder | undefined;
  return (pointer) => {
    find ??= chooseFinder(bytes, text);
    return find(pointer);
  };
}

function chooseFinder(bytes: Uint8Array, text: string): PlaceFinder {
  const isJson = /^\uFEFF?\s*[[{"]/.test(text.slice(0, 200));
  if (!isJson && bytes.byteLength > carefulBytes) return locateInBlocks(text);
  const { value } = isJson ? parseLocatedJson(bytes, { limits }) : parseYaml(bytes, { limits });
  if (value === undefined) return isJson ? (pointer) => ({ pointer }) : locateInBlocks(text);
  return (pointer) => atOrAbove(value, pointer);
}

/** A missing member is shown at its parent, as the parent's name. */
function atOrAbove(document: LocatedDocument, pointer: string): Location {
  return { ...document.locate(pointer), pointer };
}
