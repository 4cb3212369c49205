/** The request that a protocol prepares for an upstream. */
import type { JsonObject, JsonValue } from '@dragoman/model';

/** The body of an upstream request and where it goes, made by a protocol from an operation and its input. */
export interface PreparedCall {
  url: string;
  method: string;
  /** Scheme, host and port of the URL, where the protocol knows them already. */
  origin?: string;
  /** By lower-case name, without credentials. */
  headers: Record<string, string>;
  body?: JsonObject | JsonValue;
  /** An encoded body, instead of `body`; its type is in the headers. */
  bytes?: Uint8Array;
  /**
   * Set for a gRPC call: it is sent over HTTP/2, and the trailers of its response are the last frame of the body.
   * `stream` when the response has any number of messages.
   */
  grpc?: 'unary' | 'stream';
}
