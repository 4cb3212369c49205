/** A route that shows something of one agent to whoever may see it. */
import type { BrowsePorts } from '@dragoman/core/engine';
import { readEntry } from '@dragoman/core/engine';
import type { Route } from '@dragoman/core/http';
import { jsonReply } from '@dragoman/core/http';
import type { Entry, JsonObject } from '@dragoman/model';

/** What is shown, and where. */
export interface EntryView {
  path: string;
  describe: Route['describe'];
  view: (entry: Entry) => JsonObject;
}

/** Makes the route. */
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
