/**
 * Payloads of calls, captured for services where this is switched on for a limited time. Switches and payloads are
 * sessions of the store: they expire with the switch, and no part of them is in the audit chain.
 */
import { createHash } from 'node:crypto';
import type { CapturedCall, CapturePort, SessionRecord, SessionStore } from '@dragoman/core/engine';
import type { Clock } from '@dragoman/core/http';
import { timestamp } from '@dragoman/core/http';
import type { JsonObject } from '@dragoman/model';
import { Failure } from '@dragoman/model';
import { openText, sealText } from '../credentials/sealer.js';

/** Dependencies of capturing. */
export interface PayloadCapturePorts {
  sessions: SessionStore;
  clock: Clock;
  /** Secret that seals payloads in the store; the same on every node. */
  secret: string;
  /** Notifies other processes on this machine of a switch, which read it at once. */
  notifyChange?: () => void;
  onError: (error: unknown) => void;
}

/** A switch that is on. */
export interface CaptureSwitch {
  service: string;
  /** Subject of the caller that switched it on. */
  by: string;
  startedAt: string;
  until: string;
}

/** A stored call. */
export interface StoredCapture extends CapturedCall {
  /** When it ended; RFC 3339, UTC. */
  at: string;
  /** When its switch was switched on. */
  since: string;
}

/** Captures payloads. */
export interface PayloadCapture extends CapturePort {
  /** Switches a service on, or changes until when; throws `CONFLICT` when too many services are captured. */
  start(service: string, options: { minutes: number; by: string }): Promise<CaptureSwitch>;
  /** Switches a service off and removes its payloads; false when it was off. */
  stop(service: string): Promise<boolean>;
  /** The switch of a service; undefined when it is off. */
  read(service: string): Promise<CaptureSwitch | undefined>;
  /** Captured calls of a service, in no order. */
  list(service: string): Promise<StoredCapture[]>;
  /** Number of captured calls of a service. */
  count(service: string): Promise<number>;
  /** A captured call by its id. */
  find(id: string): Promise<StoredCapture | undefined>;
  /** Reads the switches of other processes; also done every few seconds. */
  refresh(): Promise<void>;
  close(): void;
}

/** Limits: services captured at once, calls of each, and calls that wait to be stored. */
export const captureLimits = Object.freeze({ services: 20, calls: 100, waiting: 50 });

/** No entry has this id, and no caller this name. */
const board = 'payload capture';

/** Milliseconds between two reads of the switches. */
const refreshEveryMs = 5000;

/** Starts to follow the switches. */
export function openPayloadCapture(ports: PayloadCapturePorts): PayloadCapture {
  const { clock, onError } = ports;
  const kept = createKept(ports);
  let on = new Map<string, CaptureSwitch & { untilMs: number }>();
  let waiting = 0;
  const refresh = async () => {
    const before = on.size;
    const found = await kept.switches();
    on = new Map(found.map((each) => [each.service, { ...each, untilMs: Date.parse(each.until) }]));
    // What has expired is never returned; here it is also deleted.
    if (on.size < before) await kept.prune();
  };
  const changed = async () => {
    await refresh();
    ports.notifyChange?.();
  };
  const store = async (captured: CapturedCall) => {
    const known = on.get(captured.service);
    if (known === undefined || (await kept.count(captured.service)) >= captureLimits.calls) return;
    await kept.add(captured, known);
  };
  const read = async (service: string) => (await kept.switches()).find((each) => each.service === service);
  const timer = setInterval(() => void refresh().catch(onError), refreshEveryMs).unref();
  refresh().catch(onError);
  return {
    isOn: (service) => on.size > 0 && (on.get(service)?.untilMs ?? 0) > clock.now(),
    take(captured) {
      if (waiting >= captureLimits.waiting) return;
      waiting += 1;
      const stored = () => {
        waiting -= 1;
      };
      store(captured).catch(onError).finally(stored);
    },
    onError,
    async start(service, { minutes, by }) {
      const switches = await kept.switches();
      const known = switches.find((each) => each.service === service);
      if (known === undefined && switches.length >= captureLimits.services) throw tooMany();
      const until = new Date(clock.now() + minutes * 60_000).toISOString();
      const next = { service, by, startedAt: known?.startedAt ?? timestamp(clock), until };
      await kept.put(next);
      await changed();
      return next;
    },
    async stop(service) {
      const known = await read(service);
      if (known === undefined) return false;
      on.delete(service);
      await kept.remove(known);
      await changed();
      return true;
    },
    read,
    async list(service) {
      const known = await read(service);
      return known === undefined ? [] : kept.calls(known);
    },
    count: kept.count,
    async find(id) {
      const found = await kept.find(id);
      const known = found === undefined ? undefined : await read(found.service);
      return found?.since === known?.startedAt ? found : undefined;
    },
    refresh,
    close: () => clearInterval(timer),
  };
}

/** Switches and captured calls as sessions of the store. */
function createKept({ sessions, clock, secret }: Pick<PayloadCapturePorts, 'sessions' | 'clock' | 'secret'>) {
  const key = { bytes: createHash('sha256').update('dragoman captured payloads\0').update(secret).digest() };
  const seal = (id: string, value: object) => sealText(key, JSON.stringify(value), Buffer.from(id));
  const open = ({ id, document }: SessionRecord): StoredCapture[] => {
    try {
      return [JSON.parse(openText(key, String(document.sealed), Buffer.from(id))) as StoredCapture];
    } catch {
      // Sealed with a secret that is gone, or changed in the store.
      return [];
    }
  };
  const now = () => timestamp(clock);
  const idOf = (service: string) => `${board} ${createHash('sha256').update(service).digest('hex')}`;
  const callId = (id: string) => `${board} call ${id}`;
  const put = async (record: SessionRecord) => void (await sessions.change(record.id, () => record, now()));
  const records = (service: string) => sessions.ofEntry(idOf(service), now(), captureLimits.calls * 2);
  return {
    async switches(): Promise<CaptureSwitch[]> {
      const found = await sessions.ofEntry(board, now(), captureLimits.services * 2);
      return found.map(({ document }) => document as unknown as CaptureSwitch);
    },
    /** Captured calls are kept as long as the switch is on. */
    async put(next: CaptureSwitch) {
      const { service, until: expiresAt } = next;
      await put({ id: idOf(service), entryId: board, owner: board, document: { ...next }, expiresAt });
      for (const call of await records(service)) await put({ ...call, expiresAt });
    },
    /** The content is overwritten at once; the rows are deleted with the next expired ones. */
    async remove({ service }: CaptureSwitch) {
      const own = { id: idOf(service), entryId: board, owner: board };
      for (const each of [own, ...(await records(service))]) await put({ ...each, document: {}, expiresAt: now() });
    },
    async add(captured: CapturedCall, { service, startedAt: since, until: expiresAt }: CaptureSwitch) {
      const id = callId(captured.id);
      const document: JsonObject = { sealed: seal(id, { ...captured, at: now(), since }) };
      await put({ id, entryId: idOf(service), owner: idOf(service), document, expiresAt });
    },
    /** A call that another process stored after the switch was changed does not belong to it. */
    async calls({ service, startedAt }: CaptureSwitch): Promise<StoredCapture[]> {
      return (await records(service)).flatMap(open).filter(({ since }) => since === startedAt);
    },
    count: (service: string) => sessions.count(idOf(service), now()),
    async find(id: string): Promise<StoredCapture | undefined> {
      const found = await sessions.read(callId(id), now());
      return found === undefined ? undefined : open(found)[0];
    },
    prune: () => sessions.prune(now(), 1000),
  };
}

function tooMany(): Failure {
  return new Failure('CONFLICT', {
    message: `Payloads of ${captureLimits.services} services are captured already; switch one of them off first.`,
  });
}
