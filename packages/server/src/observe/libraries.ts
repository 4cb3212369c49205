/** Loads the libraries of metrics and traces on first use: most starts need neither before the first response. */
import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);

/** The library that writes metrics in the Prometheus format. */
export const loadPromClient = (): typeof import('prom-client') => require('prom-client');

/** The API of OpenTelemetry. */
export const loadOpenTelemetry = (): typeof import('@opentelemetry/api') => require('@opentelemetry/api');
