/** A route that shows one aspect of a service to callers that may see the service. */
import type { BrowsePorts } from '@dragoman/core/engine';
import { readEntry } from '@dragoman/core/engine';
import type { Route } from '@dragoman/core/http';
import { jsonReply } from '@dragoman/core/http';
import type { Entry, JsonObject } from '@dragoman/model';

/** What is shown, and under which path. */
export interface EntryView {
  path: string;
  describe: Route['describe'];
  view: (entry: Entry) => JsonObject;
}

/** Creates the route. */
export function createEntryViewRoute(ports: BrowsePorts, { path, describe, view }: EntryView): Route {
  return {
    method: 'GET',
    path,
    budget: 'read',
    access: 'public',
    describe,
    async handle({ params, caller }) {
      const { entry } = await readEntry(ports, params.id ?? '', caller);
      return jsonReply(view(entry), { headers: { 'Cache-Control': 'private, no-cache', Vary: 'Authorization' } });
    },
  };
}
