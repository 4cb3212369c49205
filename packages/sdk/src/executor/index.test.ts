/** Tests the runtime exports of the entry point. */
import { expect, it } from 'vitest';
import * as entry from './index.js';

it('exports executors, teams, conversations, the root client, and the shapes', () => {
  expect(Object.keys(entry).sort()).toEqual([
    'chosenTools',
    'conversationApis',
    'createConversation',
    'createExecutor',
    'createScriptedModel',
    'createTeam',
    'createToolRoot',
    'createToolsetExecutor',
    'readScript',
    'shapes',
    'startConversation',
    'waitForApproval',
  ]);
});
