/**
 * Remembers which hashes were seen, in some fourteen bytes each where a set of strings takes ninety. It goes by six
 * bytes of a hash, so that very rarely one that was not seen is taken for one that was.
 */

/** Hashes that were seen; there is no way to forget one. */
export interface SeenHashes {
  /** Hashes are in base64url. */
  add(hash: string): void;
  has(hash: string): boolean;
}

/** Bytes of a hash that count: as many as a number holds exactly. */
const usedBytes = 6;
/** Share of the places that may be taken before there are twice as many. */
const fullest = 0.75;

/** Makes it without hashes. */
export function createSeenHashes(): SeenHashes {
  /** Open addressing; 0 where nothing stands. */
  let places = new Float64Array(64);
  let taken = 0;

  function placeOf(value: number): number {
    let at = value % places.length;
    while (places[at] !== 0 && places[at] !== value) at = (at + 1) % places.length;
    return at;
  }

  function grow(): void {
    const before = places;
    places = new Float64Array(before.length * 2);
    for (const value of before) if (value !== 0) places[placeOf(value)] = value;
  }

  return {
    add(hash) {
      const value = readValue(hash);
      const at = placeOf(value);
      if (places[at] === value) return;
      places[at] = value;
      taken += 1;
      if (taken > places.length * fullest) grow();
    },
    has(hash) {
      const value = readValue(hash);
      return places[placeOf(value)] === value;
    },
  };
}

/** The first bytes as a whole number; never 0. */
function readValue(hash: string): number {
  const bytes = Buffer.alloc(usedBytes);
  bytes.write(hash.slice(0, 2 * usedBytes), 'base64url');
  return bytes.readUIntBE(0, usedBytes) + 1;
}
