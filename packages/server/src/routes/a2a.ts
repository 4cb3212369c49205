/** The A2A front end of every service: card, messages and tasks. Tasks are background calls. */
import { randomUUID, sign } from 'node:crypto';
import { createA2aRoutes } from '@dragoman/core/faces';
import type { Route } from '@dragoman/core/http';
import { pause } from '../runtime/pause.js';
import type { RoutesPorts } from './ports.js';
import { signingKeysPath } from './signing-keys.js';

/** Creates the A2A routes. */
export function createA2aFace(ports: RoutesPorts): Route[] {
  const { config, crawl, calls, origin, ownKey } = ports;
  const { store, index, clock } = crawl;
  return createA2aRoutes({
    store,
    index,
    clock,
    origin,
    gateway: calls.gateway,
    runs: store.runs,
    keepSeconds: calls.runSettings.keepSeconds,
    abort: calls.runner.abort,
    pause,
    newId: randomUUID,
    key: {
      kid: ownKey.id,
      jku: `${origin}${signingKeysPath}`,
      alg: 'EdDSA',
      sign: (content) => sign(null, content, ownKey.privateKey),
    },
    secured: config.auth.mode !== 'open',
    bodyBytes: config.limits.bodyBytes,
    notices: calls.notices,
  });
}
