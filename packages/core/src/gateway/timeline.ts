/**
 * When the parts of a call began, as one text for its record: `access:0 limit:14 try:81:200 answer:2310`, in
 * microseconds since the start. A part ends where the next one begins. Every call has a timeline and few are read, so it
 * appends text instead of keeping objects.
 */
import type { CallPart } from '@dragoman/model';
import { callParts } from '@dragoman/model';

/** Maximum number of parts; the rest of the call is one part, `more`. */
const maxParts = 40;

type PartName = CallPart | 'more';

/** The beginning of each part in the text: joining it for every part of every call takes longer than the rest. */
const begins = Object.fromEntries([...Object.keys(callParts), 'more'].map((name) => [name, ` ${name}:`])) as Readonly<
  Record<PartName, string>
>;

/** The timeline of one call. */
export class Timeline {
  /** The parts so far. */
  text = 'access:0';
  #count = 1;
  readonly #elapsed: () => number;
  readonly #started: number;

  /** Begins with the check of access. */
  constructor(elapsed: () => number) {
    this.#elapsed = elapsed;
    this.#started = elapsed();
  }

  /** Milliseconds since the start. */
  ms(): number {
    return this.#elapsed() - this.#started;
  }

  /** Begins a part. */
  enter(part: CallPart): void {
    if (this.#count > maxParts) return;
    this.#count += 1;
    this.text += begins[this.#count > maxParts ? 'more' : part] + Math.round(this.ms() * 1000);
  }

  /** Adds the result of the current part: the status of the service, or the code of a failure. */
  end(result: number | string): void {
    if (this.#count <= maxParts) this.text += `:${result}`;
  }
}

/** One part of a timeline that was read from its text. */
export interface TimedPart {
  part: CallPart;
  startMs: number;
  ms: number;
  /** Status of the service, or code of a failure. */
  result?: string;
}

const written = /^([a-z]{1,20}):(\d{1,12})(?::([A-Z_0-9]{1,60}))?$/;

/** Reads the text of a timeline; what is not a known part is left out. The last part ends with the call. */
export function readTimeline(text: string, durationMs: number): TimedPart[] {
  const found = text.split(' ', maxParts + 1).flatMap((each): (Omit<TimedPart, 'ms'> & { ms?: number })[] => {
    const [, name = '', micros, result] = written.exec(each) ?? [];
    if (!isCallPart(name)) return [];
    return [{ part: name, startMs: Number(micros) / 1000, ...(result === undefined ? {} : { result }) }];
  });
  return found.map((each, at) => ({
    ...each,
    ms: Math.max(0, Math.round(((found[at + 1]?.startMs ?? durationMs) - each.startMs) * 1000) / 1000),
  }));
}

function isCallPart(name: string): name is CallPart {
  return Object.hasOwn(callParts, name);
}
