import { describeAdapter } from './adapters.contract.js';
import { describeAnswers } from './answers.contract.js';
import { describeProperties } from './properties.contract.js';
import { mountFetch, mountHono } from './web-apps.support.js';

for (const [title, mount] of Object.entries({ 'plain fetch': mountFetch, Hono: mountHono })) {
  describeAdapter(title, mount);
  describeProperties(title, mount);
  describeAnswers(title, mount);
}
