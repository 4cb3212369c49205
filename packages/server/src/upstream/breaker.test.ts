import type { BreakerState } from '@dragoman/core/engine';
import { describe, expect, it } from 'vitest';
import type { Verdict } from './breaker.js';
import { createBreaker } from './breaker.js';

const limits = { windowMs: 1000, minSamples: 4, failureRatio: 0.5, coolDownMs: 500 };

function start() {
  const changes: BreakerState[] = [];
  let time = 0;
  const breaker = createBreaker({ limits, elapsed: () => time, onChange: (state) => changes.push(state) });
  return {
    breaker,
    changes,
    wait: (milliseconds: number) => {
      time += milliseconds;
    },
    call: (...verdicts: Verdict[]) => {
      for (const verdict of verdicts) breaker.enter()(verdict);
    },
  };
}

describe('a closed breaker', () => {
  it('stays closed after only a few calls', () => {
    const { breaker, call } = start();
    call('failure', 'failure', 'failure');
    expect(breaker.refusal()).toBeUndefined();
  });

  it('opens at the failure ratio and reports how long to wait', () => {
    const { breaker, call, wait, changes } = start();
    call('success', 'success', 'failure');
    call('failure');
    expect(breaker.state).toBe('open');
    wait(100);
    expect(breaker.refusal()).toBe(400);
    expect(changes).toEqual(['open']);
  });

  it('stays closed below the ratio, and ignores calls without a result', () => {
    const { breaker, call } = start();
    call('success', 'success', 'success', 'failure', 'nothing', 'nothing', 'nothing', 'failure');
    expect(breaker.state).toBe('closed');
  });

  it('forgets calls that have left the window', () => {
    const { breaker, call, wait } = start();
    call('failure', 'failure', 'failure');
    wait(1100);
    call('failure');
    expect(breaker.state).toBe('closed');
  });

  it('counts a call once', () => {
    const { breaker, call } = start();
    call('success', 'success');
    const tell = breaker.enter();
    tell('success');
    tell('failure');
    call('failure');
    expect(breaker.state).toBe('closed');
  });

  it('counts a response that was aborted as a failure instead of a success', () => {
    const { breaker, call } = start();
    call('success', 'success', 'success', 'success');
    breaker.fail();
    expect(breaker.state).toBe('closed');
    breaker.fail();
    expect(breaker.state).toBe('open');
  });

  it('corrects such a call for as long as it remembers it', () => {
    const { breaker, call, wait } = start();
    call('success', 'success', 'success', 'success');
    wait(150);
    breaker.fail();
    expect(breaker.state).toBe('closed');
    breaker.fail();
    expect(breaker.state).toBe('open');
    const late = start();
    late.call('success', 'success', 'success');
    late.wait(1100);
    late.breaker.fail();
    expect(late.breaker.state).toBe('closed');
  });
});

describe('after the cool-down', () => {
  function opened() {
    const made = start();
    made.call('failure', 'failure', 'failure', 'failure');
    made.wait(500);
    return made;
  }

  it('lets exactly one call through', () => {
    const { breaker } = opened();
    expect(breaker.refusal()).toBeUndefined();
    breaker.enter();
    expect(breaker.state).toBe('half-open');
    expect(breaker.refusal()).toBe(500);
  });

  it('closes when that call succeeds, and starts with empty counts', () => {
    const { breaker, call, changes } = opened();
    breaker.enter()('success');
    call('failure', 'failure', 'failure');
    expect(breaker.state).toBe('closed');
    expect(changes).toEqual(['open', 'half-open', 'closed']);
  });

  it('opens for another cool-down when it fails', () => {
    const { breaker } = opened();
    breaker.enter()('failure');
    expect(breaker.state).toBe('open');
    expect(breaker.refusal()).toBe(500);
  });

  it('allows another probe when the caller canceled the first one', () => {
    const { breaker } = opened();
    breaker.enter()('nothing');
    expect(breaker.refusal()).toBeUndefined();
    breaker.enter()('success');
    expect(breaker.state).toBe('closed');
  });
});
