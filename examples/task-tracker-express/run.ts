/** Runs the task tracker scenario on Express. */
import { createServer } from 'node:http';
import { runScenario } from '../task-tracker/scenario.js';
import { createApp } from './app.js';

await runScenario((log) => createServer(createApp(log)));
