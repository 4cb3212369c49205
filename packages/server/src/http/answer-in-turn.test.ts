import type { HttpReply, HttpRequest } from '@dragoman/core/http';
import { createReply } from '@dragoman/core/http';
import { isFailure } from '@dragoman/model';
import { describe, expect, it } from 'vitest';
import { addressAccount } from './address-account.js';
import { createAnswerInTurn } from './answer-in-turn.js';
import { Turns } from './turns.js';

const greedy = '192.0.2.1';
const other = '192.0.2.2';

/** An answerer that records its order, with an event loop that advances on request. */
function setUp() {
  const deferred: (() => void)[] = [];
  const turns = new Turns({
    slots: { heldBy: (account) => (account === addressAccount(greedy) ? 600 : 1) },
    defer: (next) => deferred.push(next),
    elapsed: () => 0,
    busy: () => 0,
  });
  const answered: string[] = [];
  const answer = createAnswerInTurn(async (_, { remoteAddress }) => {
    answered.push(remoteAddress);
    return createReply(null);
  }, turns);
  const send = (remoteAddress: string, hasLeft = false): Promise<HttpReply> =>
    answer({ hasLeft: () => hasLeft } as unknown as HttpRequest, { remoteAddress, target: '/' });
  const iterate = () => {
    for (const next of deferred.splice(0)) next();
  };
  return { answered, send, iterate };
}

describe('requests of an address', () => {
  it('start four per iteration of the event loop when it has many connections and others are active', () => {
    const { answered, send, iterate } = setUp();
    void send(other);
    for (let i = 0; i < 10; i += 1) void send(greedy);
    const lengths = Array.from({ length: 3 }, () => {
      iterate();
      return answered.length - 1;
    });
    expect(lengths).toEqual([4, 8, 10]);
  });

  it('start at once from an address with few connections, before those that wait', () => {
    const { answered, send } = setUp();
    void send(other);
    void send(greedy);
    void send(other);
    expect(answered).toEqual([other, other]);
  });

  it('start at once while no other address is active', () => {
    const { answered, send } = setUp();
    for (let i = 0; i < 10; i += 1) void send(greedy);
    expect(answered).toHaveLength(10);
  });

  it('are dropped when the client has left before its turn', async () => {
    const { answered, send, iterate } = setUp();
    void send(other);
    const left = send(greedy, true);
    iterate();
    await expect(left).rejects.toSatisfy((error) => isFailure(error) && error.code === 'CANCELLED');
    expect(answered).toEqual([other]);
  });
});
