/** The A2A front end of every service: card, messages and tasks. Tasks are background calls. */
import { randomUUID, sign } from 'node:crypto';
import { promisify } from 'node:util';
import type { RankerPorts } from '@dragoman/core/engine';
import { createResolver, operationsOf } from '@dragoman/core/engine';
import type { ResolveSkill } from '@dragoman/core/faces';
import { createA2aRoutes } from '@dragoman/core/faces';
import type { Route } from '@dragoman/core/http';
import { searchInTurn } from '../http/rank-in-turn.js';
import { pause } from '../runtime/pause.js';
import type { RoutesPorts } from './ports.js';
import { signingKeysPath } from './signing-keys.js';

/** Signs on a thread of Node: a card may have megabytes. */
const signInBackground = promisify(sign);

/** Creates the A2A routes. */
export function createA2aFace(ports: RoutesPorts, ranking: RankerPorts): Route[] {
  const { config, crawl, calls, origin, grpcAddress, ownKey } = ports;
  const { store, index, clock } = crawl;
  return createA2aRoutes({
    store,
    index,
    clock,
    origin,
    ...(grpcAddress === undefined ? {} : { grpcAddress }),
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
      sign: (content) => signInBackground(null, content, ownKey.privateKey),
    },
    writeCard: ports.projections.writeCard,
    secured: config.auth.mode !== 'open',
    bodyBytes: config.limits.bodyBytes,
    notices: calls.notices,
    ids: calls.ids,
    pushSecret: calls.pushSecret,
    ...(config.search.resolution ? { resolveSkill: createResolveSkill(ports, ranking) } : {}),
  });
}

/** Maximum number of skills in a question. */
const maxCandidates = 5;

/** Resolution among the operations of one service; it takes turns like every search. */
function createResolveSkill({ shares }: RoutesPorts, ranking: RankerPorts): ResolveSkill {
  const resolver = createResolver(ranking);
  return (text, entryId, caller, signal) => {
    const context = { languages: [], residency: [], holds: [] };
    const request = { intent: text.slice(0, 2000), context, policy: {}, top: maxCandidates, ranked: true };
    return searchInTurn(shares.turns, { caller, signal }, () =>
      resolver.resolve(request, caller, signal, operationsOf([entryId])),
    );
  };
}
