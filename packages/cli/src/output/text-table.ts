/** Held texts for people: location, words, the text itself and how to release it. */
import type { HeldTexts } from '@dragoman/sdk';
import { line } from '../terminal/paint.js';
import type { Printer } from '../terminal/printer.js';

const maxShown = 400;

/** The part of a hash that people type. */
export function shortHash(hash: string): string {
  return hash.replace(/^sha256:/, '').slice(0, 12);
}

/** Prints the texts of a service. */
export function printTexts(print: Printer, { id, held, released, texts }: HeldTexts): void {
  const { color } = print;
  for (const { hash, state, text, reasons, places, released_by: by, released_at: at } of texts) {
    const [place] = places;
    const more = places.length > 1 ? ` and ${places.length - 1} more places` : '';
    const label = state === 'held' ? color.warning(state) : color.good(state);
    print.out(
      line`${label}  ${color.name(shortHash(hash))}  ${place?.operation ?? ''}  ${color.faint(place?.pointer ?? '')}${more}`,
    );
    for (const { code, words } of reasons) print.out(line`    ${code}: ${color.strong(words)}`);
    print.out(line`    ${text.length > maxShown ? `${text.slice(0, maxShown)}…` : text}`);
    if (by !== undefined) print.out(line`    ${color.faint(`released by ${by}, ${at ?? ''}`)}`);
  }
  if (texts.length === 0) print.note(line`No text of ${id} looks like an instruction to a model.`);
  else
    print.note(line`${held} held, ${released} released. "dragoman texts release ${id} <hash>" shows a text to models.`);
}
