/** The three demo services: one well built, one badly built, one that fails by script. */
import { createHarbourDesk } from './harbour-desk.js';
import { createOldLedger } from './old-ledger.js';
import type { Script } from './storm-relay.js';
import { createStormRelay } from './storm-relay.js';
import type { DemoUpstream } from './upstream.js';
import { startUpstream } from './upstream.js';

/** The three demo services. */
export interface DemoUpstreams {
  harbourDesk: DemoUpstream;
  oldLedger: DemoUpstream;
  stormRelay: DemoUpstream;
  /** Settings with which a local server can call them. */
  settings: { 'outbound.allow': string[]; 'outbound.allowHttp': boolean };
  close(): Promise<void>;
}

/** Starts the three services on free local ports. */
export async function startDemoUpstreams(script?: Script): Promise<DemoUpstreams> {
  const started: DemoUpstream[] = [];
  const close = async () => void (await Promise.all(started.map((upstream) => upstream.close())));
  const start = async (definition: Parameters<typeof startUpstream>[0]) => {
    const upstream = await startUpstream(definition);
    started.push(upstream);
    return upstream;
  };
  try {
    const harbourDesk = await start(createHarbourDesk());
    const oldLedger = await start(createOldLedger());
    const stormRelay = await start(createStormRelay(script));
    const allow = started.map(({ document }) => new URL(document.endpoint).host);
    return {
      harbourDesk,
      oldLedger,
      stormRelay,
      settings: { 'outbound.allow': allow, 'outbound.allowHttp': true },
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}
