/** The two kinds of A2A methods. */
import type { JsonObject } from '@dragoman/model';
import type { RouteContext } from '../../../transport/route.js';
import type { A2aPorts } from '../ports.js';
import type { StreamEvents } from './stream.js';

/** A method with a single response. */
export type Method = (ports: A2aPorts, context: RouteContext, params: JsonObject) => Promise<JsonObject>;

/** A method that returns a stream of events. */
export type StreamMethod = (ports: A2aPorts, context: RouteContext, params: JsonObject) => Promise<StreamEvents>;
