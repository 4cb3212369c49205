/** A scripted test registry: returns the given responses in order, and records requests. */
import type { Fetch } from './transport.js';

/** A received request. */
export interface Received {
  method: string;
  url: URL;
  headers: Headers;
  body: unknown;
}

/** One scripted response, or a connection error. */
export type Scripted =
  | { status?: number; body?: unknown; text?: string; headers?: Record<string, string> }
  | 'broken'
  | 'silent';

/** A fetch function that follows the script and repeats its last response; with all received requests. */
export function scriptedRegistry(...script: Scripted[]): { fetch: Fetch; received: Received[] } {
  const received: Received[] = [];
  const fetch: Fetch = async (input, init) => {
    received.push({
      method: init.method ?? 'GET',
      url: new URL(input),
      headers: new Headers(init.headers),
      body: typeof init.body === 'string' ? JSON.parse(init.body) : undefined,
    });
    const line = script[Math.min(received.length, script.length) - 1] ?? 'broken';
    if (line === 'broken') throw new TypeError('fetch failed');
    if (line === 'silent') return silence(init.signal);
    const text = line.text ?? (line.body === undefined ? null : JSON.stringify(line.body));
    return new Response(text, { status: line.status ?? 200, headers: line.headers ?? {} });
  };
  return { fetch, received };
}

function silence(signal: AbortSignal | null | undefined): Promise<Response> {
  return new Promise((_, reject) => {
    signal?.addEventListener('abort', () => reject(signal.reason as Error));
  });
}

/** The error that a promise is rejected with. */
export async function rejection(promise: Promise<unknown>): Promise<unknown> {
  try {
    await promise;
  } catch (error) {
    return error;
  }
  throw new Error('nothing was thrown');
}

/** Minimal document of the sample freight service. */
export const freightDesk = {
  id: 'freight-desk',
  name: 'Northquay Freight Desk',
  description: 'Quotes container rates and tracks booked containers.',
  version: '2.3.0',
  publisher: 'Northquay Forwarding',
  capabilities: ['freight_quote', 'shipment_tracking'],
  tags: ['logistics', 'sea'],
  endpoint: 'https://agents.northquay.example/desk',
  supported_languages: ['en', 'pl', 'de'],
  inputs: { type: 'object' },
  outputs: { type: 'object' },
};

/** Document of the sample weather service. */
export const pierWeather = {
  id: 'pier-weather-001',
  name: 'Pier Weather',
  description: 'Wind and wave forecast for a harbour pier.',
  capabilities: ['weather_forecast'],
  tags: ['Weather', 'Sea'],
  endpoint: 'https://pierweather.example/forecast',
  authentication: { type: 'api_key' },
  certification: { verified: true, quality_score: 4.1 },
  inputs: { type: 'object' },
  outputs: { type: 'object' },
};
