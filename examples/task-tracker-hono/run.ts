/** Runs the task tracker scenario on Hono. */
import type { Server } from 'node:http';
import { createAdaptorServer } from '@hono/node-server';
import { runScenario } from '../task-tracker/scenario.js';
import { createApp } from './app.js';

await runScenario((log) => createAdaptorServer({ fetch: createApp(log).fetch }) as Server);
