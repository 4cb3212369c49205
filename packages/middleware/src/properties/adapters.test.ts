import { describeAdapter } from './adapters.contract.js';
import { mountFetch, mountHono } from './web-apps.support.js';

describeAdapter('plain fetch', mountFetch);
describeAdapter('Hono', mountHono);
