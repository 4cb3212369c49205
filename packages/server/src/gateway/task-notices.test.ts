/** Notifications of remote tasks that reach another server than the one that waits. */
import type { SessionStore } from '@dragoman/core/engine';
import { createMemoryStore } from '@dragoman/core/engine';
import { createNotificationInbox } from '@dragoman/core/faces';
import { afterEach, describe, expect, it } from 'vitest';
import type { TaskNotices } from './task-notices.js';
import { passTaskNotices } from './task-notices.js';

const open: TaskNotices[] = [];
afterEach(async () => {
  for (const each of open.splice(0)) await each.stop();
});

function createMachines() {
  const { sessions } = createMemoryStore();
  const clock = { time: Date.parse('2026-03-01T00:00:00Z'), now: () => clock.time };
  let marks = 0;
  const start = (more: { awaiting?: boolean; sessions?: Pick<SessionStore, 'change' | 'ofEntry'> } = {}) => {
    const knocks: string[] = [];
    const errors: unknown[] = [];
    const machine = passTaskNotices({
      sessions: more.sessions ?? sessions,
      clock,
      newId() {
        marks += 1;
        return `m${marks}`;
      },
      isAwaiting: () => more.awaiting ?? true,
      wake: (id) => knocks.push(id),
      onError: (error) => errors.push(error),
    });
    open.push(machine);
    return { ...machine, knocks, errors };
  };
  return { clock, start };
}

describe('a notification that another server receives', () => {
  it('wakes the waiting caller, once for each notification', async () => {
    const { start } = createMachines();
    const [told, waits] = [start(), start()];
    told.tell('n1');
    await waits.look();
    await waits.look();
    expect(waits.knocks).toEqual(['n1']);
    told.tell('n1');
    told.tell('n2');
    await waits.look();
    expect(waits.knocks).toEqual(['n1', 'n1', 'n2']);
  });

  it('ends the wait on this server, without a request for the task', async () => {
    const { sessions } = createMemoryStore();
    const createMachine = (name: string) => {
      const desk = createNotificationInbox({
        origin: () => 'https://gateway.example',
        secret: 'one for all',
        newId: () => name,
        pause: (_, signal) => new Promise((resolve) => signal.addEventListener('abort', () => resolve())),
        notifyOthers: (id) => passed.tell(id),
      });
      const ports = { sessions, clock: { now: Date.now }, newId: () => name, onError: expect.unreachable };
      const passed = passTaskNotices({ ...ports, isAwaiting: desk.isAwaiting, wake: desk.wake });
      open.push(passed);
      return desk;
    };
    const [waits, told] = [createMachine('waits'), createMachine('told')];
    const place = waits.open();
    const waiting = place?.wait(60_000, new AbortController().signal);
    expect(told.receive('waits', place?.token ?? '')).toBe(true);
    await waiting;
  });

  it('is forgotten after a minute', async () => {
    const { start, clock } = createMachines();
    const [told, waits] = [start(), start()];
    told.tell('n1');
    clock.time += 61_000;
    await waits.look();
    expect(waits.knocks).toEqual([]);
  });

  it('is not looked for where no caller waits', async () => {
    const { start } = createMachines();
    const broken = async () => {
      throw new Error('the store was queried');
    };
    const idle = start({ awaiting: false, sessions: { change: broken, ofEntry: broken } });
    await idle.look();
    expect(idle.knocks).toEqual([]);
    idle.tell('n1');
    await expect.poll(() => idle.errors.length).toBe(1);
  });
});
