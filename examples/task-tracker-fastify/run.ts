/** The story of the task tracker, told on Fastify. */
import { tellStory } from '../task-tracker/story.js';
import { createApp } from './app.js';

await tellStory(async (log) => {
  const app = createApp(log);
  await app.ready();
  return app.server;
});
