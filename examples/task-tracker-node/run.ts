/** The story of the task tracker, told on `node:http`. */
import { createServer } from 'node:http';
import { tellStory } from '../task-tracker/story.js';
import { createApp } from './app.js';

await tellStory((log) => createServer(createApp(log)));
