/** One small application that every framework mounts, for the shared suites. */
import type { CallerOptions } from '../calls/call-context.js';
import type { Property } from '../calls/property.js';

/** A request as the sample's handlers see it. */
export interface SampleRequest {
  method: string;
  path: string;
  /** The body from the framework's own parser. */
  body: unknown;
  header(name: string): string | undefined;
  /** The request or context that the framework passes to handlers. */
  host: object;
}

/** A response that each framework writes idiomatically. */
export interface SampleAnswer {
  status?: number;
  headers?: Record<string, string | string[]>;
  /** Sent as JSON, with the framework's own function. */
  json?: unknown;
  /** Sent as it is. */
  text?: string;
  /** Written one after the other, with a pause in between. */
  chunks?: readonly string[];
}

/** The application's handler; may throw. */
export type SampleHandler = (request: SampleRequest) => SampleAnswer | Promise<SampleAnswer>;

/** The application with properties, ready for requests. */
export interface MountedApp {
  send(path: string, init?: RequestInit): Promise<Response>;
  close(): Promise<void>;
}

/** What is mounted: the same for every framework. */
export interface SampleApp {
  properties: readonly Property[];
  handler: SampleHandler;
  caller?(header: (name: string) => string | undefined): string | undefined;
}

/** Mounts the application; its handler serves every path except `/missing`, which has no route. */
export type MountApp = (app: SampleApp) => Promise<MountedApp>;

/** The option that identifies the caller, from a framework's headers. */
export function callerOption<Host>(
  { caller }: SampleApp,
  headerOf: (host: Host, name: string) => string | undefined,
): CallerOptions<Host> {
  return caller === undefined ? {} : { caller: (host) => caller((name) => headerOf(host, name)) };
}

/** A short delay, so that output arrives in parts. */
export function pause(milliseconds = 5): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}

/** A POST of JSON. */
export function postJson(body: unknown, headers: Record<string, string> = {}): RequestInit {
  return { method: 'POST', headers: { 'content-type': 'application/json', ...headers }, body: JSON.stringify(body) };
}
