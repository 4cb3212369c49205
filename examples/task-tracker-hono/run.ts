/** The story of the task tracker, told on Hono. */
import type { Server } from 'node:http';
import { createAdaptorServer } from '@hono/node-server';
import { tellStory } from '../task-tracker/story.js';
import { createApp } from './app.js';

await tellStory((log) => createAdaptorServer({ fetch: createApp(log).fetch }) as Server);
