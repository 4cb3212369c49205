/**
 * Walks the audit chain from the anchor to the head and reports every break: a changed, removed or moved record, a
 * truncated tail, a head or an anchor without a matching record. An attacker who can rewrite the whole store can
 * rewrite the whole chain; a point noted elsewhere earlier reveals that too. Calls that were started and have no end
 * are reported as gaps.
 */
import type { AuditBreak, AuditBreakKind, AuditGap, AuditPoint, AuditVerdict } from '@dragoman/model';
import type { AuditRecord, AuditStore } from './audit.js';
import { genesis, hashRecord, MissingAuditHead } from './audit.js';
import type { Intent, IntentStore } from './intents.js';

/** A head of the chain, as noted in a second place. */
export interface NotedHead extends AuditPoint {
  /** When it was noted. */
  at: string;
  /** False when its signature does not match; true also where it cannot be checked. */
  genuine: boolean;
}

/** Options of a verification. */
export interface VerifyAuditOptions {
  /** A point noted earlier elsewhere, which the chain must still contain. */
  expected?: AuditPoint;
  /** Heads of the chain that were written to a second place. */
  anchors?: readonly NotedHead[];
  /** Records per page. */
  pageSize?: number;
  /** Calls that have left, and the time at which they are compared with their leases; gaps are not checked without. */
  started?: { intents: Pick<IntentStore, 'list'>; now: string };
}

const maxBreaks = 100;
/** Calls that run at the same time are far fewer: each process limits them. */
const maxIntents = 100_000;
/** How far from its position a moved record is searched. */
const moveWindow = 500;

/** Verifies the chain; correct also while records are being appended or pruned. */
export async function verifyAudit(audit: AuditStore, options: VerifyAuditOptions = {}): Promise<AuditVerdict> {
  const { expected, anchors = [], pageSize = 1000, started } = options;
  const headBefore = await unlessMissing(audit.head());
  const kept = await unlessMissing(audit.anchor());
  const anchor = kept ?? genesis;
  const walk = createWalk(
    anchor,
    [headBefore, expected, ...anchors].filter((point) => point !== undefined),
  );
  if (kept === undefined) walk.report('anchor-mismatch', 0, 'The point where retention stopped is missing.');
  for (;;) {
    const page = await audit.list({ after: walk.last().seq, limit: pageSize });
    const first = page[0];
    if (first === undefined) break;
    // Retention may have overtaken the walk: records that it removed meanwhile are not a gap.
    if (kept !== undefined && first.seq !== walk.last().seq + 1) walk.skipTo(await audit.anchor());
    for (const record of page) walk.visit(record);
  }
  if (headBefore === undefined) walk.report('head-mismatch', walk.last().seq, 'The head of the chain is missing.');
  else checkHead(walk, headBefore, await audit.head());
  if (expected !== undefined) checkExpected(walk, expected, anchor);
  for (const noted of anchors) checkNoted(walk, noted, anchor);
  const breaks = walk.breaks();
  const { running, gaps } = started === undefined ? { running: 0, gaps: [] } : await findGaps(started);
  const ok = breaks.length === 0 && gaps.length === 0;
  const unknown = walk.unknown();
  const points = { from: anchor, to: walk.last() };
  return { ok, checked: walk.checked(), ...points, breaks, unknown, running, gaps, anchors: anchors.length };
}

/** A call is running while its lease lasts; a call whose lease has ended without a record of its end is a gap. */
async function findGaps({ intents, now }: NonNullable<VerifyAuditOptions['started']>) {
  const open = await intents.list(maxIntents);
  const abandoned = open.filter(({ leaseUntil }) => leaseUntil <= now);
  return { running: open.length - abandoned.length, gaps: abandoned.slice(0, maxBreaks).map(toGap) };
}

function toGap({ id, draft: { at, actor, target, traceId } }: Intent): AuditGap {
  return { call: id, at, actor, target, trace_id: traceId };
}

/** The point; undefined when the store has lost it. */
async function unlessMissing(point: Promise<AuditPoint>): Promise<AuditPoint | undefined> {
  try {
    return await point;
  } catch (thrown) {
    if (thrown instanceof MissingAuditHead) return undefined;
    throw thrown;
  }
}

type Walk = ReturnType<typeof createWalk>;

/** The state of the walk: the last point passed, the breaks found, and the hashes at the watched points. */
function createWalk(anchor: AuditPoint, points: readonly AuditPoint[]) {
  const watched = new Set(points.map(({ seq }) => seq));
  const breaks: AuditBreak[] = [];
  const seen = new Map<number, string>([[anchor.seq, anchor.hash]]);
  let start: AuditPoint = anchor;
  let last: AuditPoint = anchor;
  let lastBroken = false;
  let checked = 0;
  let unknown = 0;

  function report(kind: AuditBreakKind, seq: number, detail: string) {
    if (breaks.length < maxBreaks) breaks.push({ kind, seq, detail });
  }

  return {
    report,
    breaks: () => breaks,
    checked: () => checked,
    unknown: () => unknown,
    last: () => last,
    hashAt: (seq: number) => seen.get(seq),
    skipTo(point: AuditPoint) {
      if (point.seq <= last.seq) return;
      start = point;
      last = point;
      lastBroken = false;
    },
    visit(record: AuditRecord) {
      if (record.seq <= last.seq) return;
      const broken = hashRecord(record) !== record.hash;
      if (record.seq !== last.seq + 1) {
        report('removed', last.seq + 1, `${missing(last.seq + 1, record.seq - 1)} before record ${record.seq}.`);
      } else if (record.previous !== last.hash && !broken && !lastBroken) {
        reportLink(report, last, start);
      }
      if (broken && breaks.length < maxBreaks) reportContent(report, record);
      if (watched.has(record.seq)) seen.set(record.seq, record.hash);
      last = { seq: record.seq, hash: record.hash };
      lastBroken = broken;
      checked += 1;
      if (record.outcome === 'unknown') unknown += 1;
    },
  };
}

type Report = (kind: AuditBreakKind, seq: number, detail: string) => void;

function reportLink(report: Report, last: AuditPoint, start: AuditPoint) {
  if (last.seq === start.seq) {
    report('anchor-mismatch', last.seq, `Record ${last.seq + 1} does not follow the point where retention stopped.`);
  } else {
    report('changed', last.seq, `Record ${last.seq} is not the one that record ${last.seq + 1} is chained to.`);
  }
}

/** A record whose hash is wrong here but right at another position was moved; otherwise it was changed. */
function reportContent(report: Report, record: AuditRecord) {
  for (let distance = 1; distance <= moveWindow; distance += 1) {
    for (const seq of [record.seq - distance, record.seq + distance]) {
      if (hashRecord({ ...record, seq }) !== record.hash) continue;
      report('reordered', record.seq, `Record ${record.seq} was record ${seq}.`);
      return;
    }
  }
  report('changed', record.seq, `The content of record ${record.seq} does not match its hash.`);
}

/** `before` was read before the walk and `after` after it: a valid chain ends between them. */
function checkHead(walk: Walk, before: AuditPoint, after: AuditPoint) {
  const last = walk.last();
  if (last.seq < before.seq) {
    walk.report('tail-missing', last.seq + 1, `${missing(last.seq + 1, before.seq)} at the end of the chain.`);
  } else if (last.seq > after.seq) {
    walk.report(
      'head-mismatch',
      after.seq,
      `The head names record ${after.seq}, but the chain continues to ${last.seq}.`,
    );
  } else if (!matches(walk, before) || (after.seq === last.seq && after.hash !== last.hash)) {
    walk.report('head-mismatch', before.seq, `The head does not have the hash of record ${before.seq}.`);
  }
}

/** Heads from before the kept records cannot be compared any more. */
function checkNoted(walk: Walk, { seq, hash, at, genuine }: NotedHead, anchor: AuditPoint) {
  if (!genuine) {
    walk.report('anchor-forged', seq, `The signature of the anchor of ${at}, record ${seq}, does not match.`);
    return;
  }
  if (seq < anchor.seq || walk.hashAt(seq) === hash) return;
  const reason =
    seq > walk.last().seq
      ? `the chain ends at record ${walk.last().seq}: its end was cut off`
      : 'the record has a different hash: the chain was rewritten';
  walk.report('point-missing', seq, `The anchor of ${at} names record ${seq}, but ${reason}.`);
}

function checkExpected(walk: Walk, expected: AuditPoint, anchor: AuditPoint) {
  if (walk.hashAt(expected.seq) === expected.hash) return;
  const reason =
    expected.seq < anchor.seq
      ? 'is before the records that retention kept'
      : expected.seq > walk.last().seq
        ? 'is beyond the end of the chain'
        : 'has a different hash';
  walk.report('point-missing', expected.seq, `The point noted earlier, record ${expected.seq}, ${reason}.`);
}

/** True also when the walk skipped the position because retention overtook it. */
function matches(walk: Walk, point: AuditPoint): boolean {
  const hash = walk.hashAt(point.seq);
  return hash === undefined || hash === point.hash;
}

function missing(from: number, to: number): string {
  return from === to ? `Record ${from} is missing` : `Records ${from} to ${to} are missing`;
}
