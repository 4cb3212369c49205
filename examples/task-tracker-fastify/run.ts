/** Runs the task tracker scenario on Fastify. */
import { runScenario } from '../task-tracker/scenario.js';
import { createApp } from './app.js';

await runScenario(async (log) => {
  const app = createApp(log);
  await app.ready();
  return app.server;
});
