/** Scenarios that the gateway fails, with the reason. A listed scenario that passes fails the run. */
export const expectedFailures: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  auth: {},
  '2025-11-25': {},
  '2026-07-28': {
    'tasks-required-task-error':
      'expects a refusal of clients without the tasks extension; the gateway follows the task for them instead',
  },
};
