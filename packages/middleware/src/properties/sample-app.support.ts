/** One small application that every framework mounts in its own way, for the suites that all of them share. */
import type { CallerOptions } from './call-context.js';
import type { Property } from './property.js';

/** A request as the sample's handlers see it. */
export interface SampleRequest {
  method: string;
  path: string;
  /** What the framework's own parser made of the body. */
  body: unknown;
  header(name: string): string | undefined;
  /** The request, or context, that the framework hands to handlers. */
  host: object;
}

/** An answer that each framework writes as its users would. */
export interface SampleAnswer {
  status?: number;
  headers?: Record<string, string | string[]>;
  /** Sent as JSON, with whatever the framework has for that. */
  json?: unknown;
  /** Sent as it is. */
  text?: string;
  /** Written one after the other, with a pause between. */
  chunks?: readonly string[];
}

/** What the application does; may throw. */
export type SampleHandler = (request: SampleRequest) => SampleAnswer | Promise<SampleAnswer>;

/** The application with properties, ready to be asked. */
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

/** Mounts the application; its handler has every path but `/missing`, which no route has. */
export type MountApp = (app: SampleApp) => Promise<MountedApp>;

/** The option that tells who calls, from the way in which a framework shows headers. */
export function callerOption<Host>(
  { caller }: SampleApp,
  headerOf: (host: Host, name: string) => string | undefined,
): CallerOptions<Host> {
  return caller === undefined ? {} : { caller: (host) => caller((name) => headerOf(host, name)) };
}

/** A bit of time, so that what is written comes in parts. */
export function pause(milliseconds = 5): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}

/** A POST of JSON. */
export function postJson(body: unknown, headers: Record<string, string> = {}): RequestInit {
  return { method: 'POST', headers: { 'content-type': 'application/json', ...headers }, body: JSON.stringify(body) };
}
