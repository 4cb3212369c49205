import type { DocumentHost } from '@dragoman/core/http';
import { describe, expect, it } from 'vitest';
import { ada, bob, cardOf, createIntake } from '../routes/intake.support.js';
import type { CrawlerOptions } from './crawler.js';
import { startCrawler } from './crawler.js';
import { failuresUntilMissing } from './schedule.js';

const silent = { info: () => undefined, warn: () => undefined };
const url = 'https://cards.example/card';

/** A crawler that works only when its round is called. */
async function createCrawl(urls: string[] = [url], options: Partial<CrawlerOptions> = {}) {
  const intake = createIntake();
  const crawler = startCrawler({
    ports: intake.ports,
    logger: silent,
    concurrency: 4,
    pollMs: 1e9,
    hostPauseMs: 0,
    ...options,
  });
  await crawler.round();
  await intake.send('POST', '/sources', ada, { urls, interval_seconds: 600 });
  const source = async () => (await intake.ports.store.sources.list()).find((one) => one.url === urls[0]);
  /** Lets the interval pass and polls again. */
  const next = async (seconds = 660) => {
    intake.pass(seconds);
    return crawler.round();
  };
  return { ...intake, crawler, source, next };
}

describe('the crawler', () => {
  it('publishes a card, follows its changes, and fetches conditionally', async () => {
    const { ports, outside, crawler, source, next } = await createCrawl();
    outside.pages.set(url, cardOf('tides'));
    expect(await crawler.round()).toBe(1);
    expect(await crawler.round()).toBe(0);
    expect((await ports.store.entries.read('tides'))?.entry.owner).toBe('ada');
    expect(await next()).toBe(1);
    outside.pages.set(url, cardOf('tides', { description: 'Now with currents.' }));
    expect(await next()).toBe(1);
    expect(outside.log).toEqual([`${url} 200`, `${url} 304`, `${url} 200`]);
    expect((await ports.store.entries.read('tides'))?.entry.description).toBe('Now with currents.');
    expect(await source()).toMatchObject({ lastOutcome: 'changed', failures: 0, entryIds: ['tides'] });
    await crawler.stop();
  });

  it('backs off while a card is missing, marks it, deletes nothing, and recovers', async () => {
    const { ports, outside, crawler, source, next, send } = await createCrawl();
    outside.pages.set(url, cardOf('tides'));
    await crawler.round();
    outside.pages.delete(url);
    const pauses: number[] = [];
    for (let round = 0; round < failuresUntilMissing; round += 1) {
      expect(await next(90_000)).toBe(1);
      const { dueAt = '' } = (await source()) ?? {};
      pauses.push((Date.parse(dueAt) - ports.clock.now()) / 1_000);
    }
    expect(pauses).toEqual([600, 1_200, 2_400, 4_800, 9_600]);
    const { body } = await send('GET', '/sources', ada);
    expect(body.sources).toMatchObject([{ state: 'missing', last_outcome: 'UPSTREAM_ERROR', agent_ids: ['tides'] }]);
    expect((await ports.store.entries.read('tides'))?.deletedAt).toBeUndefined();
    expect(ports.index.size).toBe(1);
    outside.pages.set(url, cardOf('tides'));
    expect(await next(90_000)).toBe(1);
    expect(await source()).toMatchObject({ failures: 0 });
    await crawler.stop();
  });

  it('does not overwrite entries posted by the owner, nor touch entries of another owner', async () => {
    const { ports, outside, crawler, source, next, send } = await createCrawl();
    outside.pages.set(url, cardOf('tides'));
    await crawler.round();
    await send('POST', '/imports', ada, { items: [{ document: cardOf('tides', { description: 'By hand.' }) }] });
    outside.pages.set(url, cardOf('tides', { description: 'By the card.' }));
    await next();
    expect((await ports.store.entries.read('tides'))?.entry.description).toBe('By hand.');
    await send('POST', '/imports', bob, { items: [{ document: cardOf('foreign') }] });
    outside.pages.set(url, cardOf('foreign', { description: 'Theft.' }));
    await next();
    expect(await source()).toMatchObject({ lastOutcome: 'FORBIDDEN', failures: 1 });
    expect((await ports.store.entries.read('foreign'))?.entry.owner).toBe('bob');
    await crawler.stop();
  });

  it('continues with entries imported from the same address, however it was spelled', async () => {
    const { ports, outside, crawler, next, send } = await createCrawl(['https://CARDS.example']);
    outside.pages.set('https://cards.example/', cardOf('tides'));
    await send('POST', '/imports', ada, { items: [{ url: 'https://cards.example:443' }] });
    outside.pages.set('https://cards.example/', cardOf('tides', { description: 'Newer.' }));
    await next();
    expect((await ports.store.entries.read('tides'))?.entry.description).toBe('Newer.');
    await crawler.stop();
  });

  it('keeps reporting a faulty card instead of hiding it behind a 304, and publishes the valid ones', async () => {
    const { ports, outside, crawler, source, next } = await createCrawl();
    outside.pages.set(url, [cardOf('good'), cardOf('bad', { endpoint: 7 })]);
    await crawler.round();
    expect(await source()).toMatchObject({
      lastOutcome: 'INVALID_INPUT',
      lastError: expect.stringContaining('Card 1'),
    });
    expect(await ports.store.entries.read('good')).toBeDefined();
    await next(90_000);
    expect(outside.log).toEqual([`${url} 200`, `${url} 200`]);
    expect(await source()).toMatchObject({ failures: 2 });
    await crawler.stop();
  });

  it('gives a card without an id the same id in every round', async () => {
    const { ports, outside, crawler, source, next } = await createCrawl();
    const { id: _, ...card } = cardOf('nameless');
    outside.pages.set(url, [card, { ...card, name: 'Second' }]);
    await crawler.round();
    const before = (await source())?.entryIds;
    expect(before).toHaveLength(2);
    outside.pages.set(url, [card, { ...card, name: 'Second, renamed' }]);
    await next();
    expect((await source())?.entryIds).toEqual(before);
    expect(ports.index.size).toBe(2);
    await crawler.stop();
  });

  it('sends one request at a time to one host, in parallel with other hosts', async () => {
    const urls = [1, 2, 3].flatMap((n) => [`https://one.example/${n}`, `https://other${n}.example/`]);
    const busy = new Map<string, number>();
    let most = 0;
    let maxOfOne = 0;
    const { ports, crawler } = await createCrawl(urls);
    const host: DocumentHost = {
      async fetch(uri) {
        const name = new URL(uri).host;
        busy.set(name, (busy.get(name) ?? 0) + 1);
        maxOfOne = Math.max(maxOfOne, busy.get('one.example') ?? 0);
        most = Math.max(
          most,
          [...busy.values()].reduce((sum, count) => sum + count, 0),
        );
        await new Promise((resolve) => setTimeout(resolve, 5));
        busy.set(name, (busy.get(name) ?? 0) - 1);
        const bytes = Buffer.from(JSON.stringify(cardOf(name.replaceAll('.', '-'))));
        return { outcome: 'fetched', uri, bytes, mediaType: 'application/json' };
      },
    };
    ports.host = host;
    expect(await crawler.round()).toBe(6);
    expect(maxOfOne).toBe(1);
    expect(most).toBe(4);
    await crawler.stop();
  });

  it('stops cleanly in the middle of a fetch and leaves the source for the next node', async () => {
    const { ports, crawler, source } = await createCrawl();
    let begun: () => void = () => undefined;
    const beginning = new Promise<void>((resolve) => {
      begun = resolve;
    });
    ports.host = {
      fetch: (_uri, request) =>
        new Promise((_resolve, reject) => {
          request?.signal?.addEventListener('abort', () => reject(new Error('given up')));
          begun();
        }),
    };
    const round = crawler.round();
    await beginning;
    await crawler.stop();
    expect(await round).toBe(1);
    expect(await source()).toMatchObject({ failures: 0 });
    expect(await crawler.round()).toBe(0);
  });

  it('does not poll one source from two nodes at once', async () => {
    const { ports, outside, crawler } = await createCrawl();
    outside.pages.set(url, cardOf('tides'));
    const second = startCrawler({ ports, logger: silent, concurrency: 1, pollMs: 1e9 });
    await Promise.all([crawler.round(), second.round()]);
    expect(outside.log).toHaveLength(1);
    await Promise.all([crawler.stop(), second.stop()]);
  });
});
