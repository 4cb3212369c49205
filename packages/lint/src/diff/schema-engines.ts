/** The comparison of schemas for two versions of an API: requests go to the newer version, responses come from it. */
import type { Containment, SchemaComparison } from '@dragoman/documents';
import { createSchemaComparison } from '@dragoman/documents';
import type { Direction } from '@dragoman/model';
import type { Api } from '../api/api.js';

/** One engine for each direction. */
export interface SchemaEngines extends Readonly<Record<Direction, SchemaComparison>> {
  /** The same directions with the two versions exchanged; both ways contained means that the values are the same. */
  exchanged: Readonly<Record<Direction, SchemaComparison>>;
  /** Decisions about parts of rules, which operations share. */
  decisions: Map<string, Containment>;
}

/** Creates the engines; what they learn about shared schemas is kept for the whole comparison. */
export function createSchemaEngines(before: Api, after: Api): SchemaEngines {
  const engine = (sender: Api, acceptor: Api, use: 'request' | 'response') =>
    createSchemaComparison({
      sender: sender.root,
      acceptor: acceptor.root,
      use,
      nullable: sender.target === 'openapi',
    });
  return {
    input: engine(before, after, 'request'),
    output: engine(after, before, 'response'),
    exchanged: { input: engine(after, before, 'request'), output: engine(before, after, 'response') },
    decisions: new Map(),
  };
}
