/**
 * Writes a card as text and signs it in two steps: the first needs no secret and may run on another thread, because a
 * card of ten thousand skills takes seconds; the second adds the signature to the text.
 */
import type { Entry } from '@dragoman/model';
import type { Awaitable } from '../../documents/awaitable.js';
import { olderSignedForm, signedForm } from './card-shape.js';
import type { CardKey } from './signature.js';
import { protectedPartOf, signingInput } from './signature.js';
import type { WriteCardOptions } from './write.js';
import { writeCard } from './write.js';
import { writeOlderCard } from './write-older.js';

/** A key that may sign on another thread. */
export type BackgroundCardKey = Omit<CardKey, 'sign'> & { sign(content: Uint8Array): Awaitable<Uint8Array> };

/** A card to write; plain data. */
export interface CardWriting {
  entry: Entry;
  /** Of 1.0 with the members of 0.3, or of 0.3 alone. */
  form: 'current' | 'older';
  options: Omit<WriteCardOptions, 'key'>;
  /** Header of the signature, encoded; absent when cards are unsigned. */
  protectedPart?: string;
}

/** A card without its signature, and what is to be signed. */
export interface UnsignedCard {
  text: string;
  signingInput?: Uint8Array;
}

/** Writes a card without its signature; a large one may be written on another thread. */
export type WriteUnsignedCard = (writing: CardWriting) => Awaitable<UnsignedCard>;

/** Writes a card without its signature. */
export function writeUnsignedCard({ entry, form, options, protectedPart }: CardWriting): UnsignedCard {
  const card = form === 'current' ? writeCard(entry, options).card : writeOlderCard(entry, options);
  const signed = form === 'current' ? signedForm : olderSignedForm;
  return {
    text: JSON.stringify(card),
    ...(protectedPart === undefined ? {} : { signingInput: signingInput(protectedPart, signed(card)) }),
  };
}

/** Writes a card with its signature, if there is a key. */
export async function writeCardText(
  write: WriteUnsignedCard,
  writing: Omit<CardWriting, 'protectedPart'>,
  key: BackgroundCardKey | undefined,
): Promise<string> {
  if (key === undefined) return (await write(writing)).text;
  const protectedPart = protectedPartOf(key);
  const { text, signingInput: content = new Uint8Array() } = await write({ ...writing, protectedPart });
  const signature = Buffer.from(await key.sign(content)).toString('base64url');
  return `${text.slice(0, -1)},"signatures":${JSON.stringify([{ protected: protectedPart, signature }])}}`;
}
