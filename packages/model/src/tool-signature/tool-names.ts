/**
 * Names that every model API accepts: at most 64 characters of `[A-Za-z0-9_-]`, starting with a letter, unique. Equal
 * names of two vendors are prefixed with the vendor; truncated names get a hash of the original. Independent of order.
 */

/** Maximum name length that every model API accepts. */
export const longestName = 64;

/** A tool that needs a name. */
export interface Unnamed {
  /** The server's own name. */
  name: string;
  /** Vendor label. */
  label: string;
  /** Unique key: root and id. */
  identity: string;
  /** Name assigned earlier, which is kept. */
  alias?: string;
}

/** A valid form of a name; `identity` determines the hash when the name is truncated. */
export function legalName(text: string, identity: string, longest = longestName): string {
  const plain = text
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[^A-Za-z0-9_-]+/g, '_')
    .replaceAll(/^_+|_+$/g, '');
  const named = /^[A-Za-z]/.test(plain) ? plain : `t_${plain === '' ? mark(identity) : plain}`;
  return named.length <= longest ? named : `${named.slice(0, longest - 9)}_${mark(identity)}`;
}

/** True for a name that every model API accepts. */
export function isLegalName(name: string): boolean {
  return /^[A-Za-z_][A-Za-z0-9_-]{0,63}$/.test(name);
}

/** A valid name for each tool, in order; names that differ only in case count as equal. */
export function nameTools(tools: readonly Unnamed[], reserved: readonly string[] = []): string[] {
  const fixed = new Set([...reserved, ...tools.flatMap(({ alias }) => alias ?? [])].map(fold));
  const plain = tools.map((tool) => tool.alias ?? legalName(tool.name, tool.identity));
  const clashing = repeated(tools.flatMap((tool, at) => (tool.alias === undefined ? [plain[at] ?? ''] : [])));
  const named = tools.map((tool, at) => {
    const name = plain[at] ?? '';
    if (tool.alias !== undefined || !(clashing.has(fold(name)) || fixed.has(fold(name)))) return name;
    return legalName(
      `${legalName(tool.label, tool.label, 24)}__${legalName(tool.name, tool.identity, 254)}`,
      tool.identity,
    );
  });
  const still = repeated([...reserved, ...named]);
  return named.map((name, at) => {
    const tool = tools[at];
    if (tool === undefined || tool.alias !== undefined || !still.has(fold(name))) return name;
    return `${name.slice(0, longestName - 9)}_${mark(tool.identity)}`;
  });
}

/** A valid name for each parameter of one tool, in order. */
export function nameParameters(names: readonly string[]): string[] {
  const taken = new Set<string>();
  return names.map((name) => {
    const legal = legalName(name, name).replaceAll('-', '_');
    const free = taken.has(fold(legal)) ? `${legal.slice(0, longestName - 9)}_${mark(name)}` : legal;
    taken.add(fold(free));
    return free;
  });
}

function repeated(names: readonly string[]): Set<string> {
  const seen = new Set<string>();
  return new Set(names.map(fold).filter((name) => seen.has(name) || !seen.add(name)));
}

function fold(name: string): string {
  return name.toLowerCase();
}

/** Eight-character hash of a text (FNV-1a); not cryptographic. */
function mark(text: string): string {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  return (hash >>> 0).toString(16).padStart(8, '0');
}
