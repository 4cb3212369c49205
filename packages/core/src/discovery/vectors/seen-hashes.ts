/**
 * Records which hashes were seen, in about fourteen bytes each, compared with ninety for a set of strings. It uses six
 * bytes of a hash, so very rarely an unseen hash counts as seen.
 */

/** Hashes that were seen; they cannot be removed. */
export interface SeenHashes {
  /** Hashes are in base64url. */
  add(hash: string): void;
  has(hash: string): boolean;
}

/** Number of bytes of a hash that are used: as many as a number represents exactly. */
const usedBytes = 6;
/** Load factor at which the table is doubled. */
const fullest = 0.75;

/** Creates an empty set. */
export function createSeenHashes(): SeenHashes {
  /** Open addressing; 0 marks an empty slot. */
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

/** The first bytes as an integer; never 0. */
function readValue(hash: string): number {
  const bytes = Buffer.alloc(usedBytes);
  bytes.write(hash.slice(0, 2 * usedBytes), 'base64url');
  return bytes.readUIntBE(0, usedBytes) + 1;
}
