/** The two services of the weather example over real HTTP, which workflows of the tests call. */
import type { AgentDocument, Client } from '@dragoman/sdk';
import { startGeocoder, startGridForecast } from '../../../examples/sculpt-a-weather-tool/services.js';

/** The running services. */
export interface WeatherServices {
  /** Settings of a server that may call them. */
  env: Record<string, string>;
  /** Number of requests that each received. */
  received(): [number, number];
  register(client: Client): Promise<void>;
  close(): Promise<void>;
}

/** Starts both on loopback. */
export async function startWeatherServices(): Promise<WeatherServices> {
  const services = [await startGeocoder({ left: 0 }), await startGridForecast()] as const;
  const hosts = services.map(({ document }) => new URL(document.endpoint).host);
  return {
    env: { DRAGOMAN_OUTBOUND_ALLOW: hosts.join(','), DRAGOMAN_OUTBOUND_ALLOW_HTTP: 'true' },
    received: () => [services[0].received.length, services[1].received.length],
    async register(client) {
      for (const { document } of services) await client.agents.register(document as unknown as AgentDocument);
    },
    async close() {
      for (const { close } of services) await close();
    },
  };
}
