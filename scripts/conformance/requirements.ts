/** Reads the requirement lines of docs/spec, the only place that defines the ids in test titles. */

/** Requirement levels; a star marks a requirement without the capitalized keyword. */
export const levels = ['MUST', 'MUST*', 'SHOULD', 'SHOULD*', 'MAY', 'MAY*'] as const;

/** One of the six levels. */
export type Level = (typeof levels)[number];

/** One requirement line. */
export interface Requirement {
  /** `AIDIP-META-01`: document, group and number. */
  id: string;
  /** First part of the id. */
  document: string;
  /** Second part of the id. */
  group: string;
  level: Level;
  /** The requirement itself, without its check. */
  text: string;
}

const line = /^- (([A-Z]+)-([A-Z0-9]+)-\d+) +((?:MUST|SHOULD|MAY)\*?) +(.+)$/;
const anyId = /^- ([A-Z]+-[A-Z0-9]+-\d+)/;

/** Reads one page. Throws on a malformed requirement line and on a duplicate id. */
export function parseRequirements(page: string): Requirement[] {
  const found = new Map<string, Requirement>();
  for (const row of page.split('\n')) {
    const started = anyId.exec(row)?.[1];
    if (started === undefined) continue;
    const requirement = parseLine(row);
    if (requirement === undefined) throw new Error(`The requirement line of ${started} has no level or no text.`);
    if (found.has(started)) throw new Error(`The requirement ${started} is defined twice.`);
    found.set(started, requirement);
  }
  return [...found.values()];
}

function parseLine(row: string): Requirement | undefined {
  const [, id, document, group, level, rest] = line.exec(row) ?? [];
  if (id === undefined || document === undefined || group === undefined || rest === undefined) return undefined;
  const text = rest.split(' · check:')[0] ?? rest;
  return { id, document, group, level: level as Level, text: text.replace(/ {2,}/g, ' ').trim() };
}
