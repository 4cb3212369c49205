/**
 * The steps of the demo. Each step is a command as a newcomer would type it, run for real; the
 * exit code says whether the step showed what it should.
 */

/** One step. */
export interface DemoStep {
  title: string;
  /** What to look for. */
  intro: string;
  /** The arguments after `dragoman`. */
  argv: readonly string[];
  /** Expected exit code. */
  code: 0 | 1;
  /** Texts that the command must print. */
  shows: readonly string[];
}

/** The steps, for this store and these document files. */
export function demoSteps(files: readonly string[], store: string): DemoStep[] {
  return [...finding(files), ...calling(), ...trouble(), ...consent(), ...afterwards(store)];
}

function finding(files: readonly string[]): DemoStep[] {
  return [
    {
      title: 'Register',
      intro:
        'Three services are running on this machine: a good one, a badly built one, and one that fails. Register them.',
      argv: ['add', ...files],
      code: 0,
      shows: ['harbour-desk', 'old-ledger', 'storm-relay'],
    },
    {
      title: 'Search',
      intro: 'Describe what you need in your own words.',
      argv: ['search', 'is it too windy to load containers'],
      code: 0,
      shows: ['harbour-desk'],
    },
    {
      title: 'Inspect',
      intro: 'See what the best result can do.',
      argv: ['show', 'harbour-desk'],
      code: 0,
      shows: ['cancel_booking'],
    },
  ];
}

function calling(): DemoStep[] {
  return [
    {
      title: 'Call',
      intro:
        'Call it through the gateway. The input is typed and validated by the schema of the service, and so is the output.',
      argv: ['call', 'harbour-desk', 'forecast', '--input', 'pier=North', '--input', 'hours=6'],
      code: 0,
      shows: ['"knots"', 'matches its schema'],
    },
    {
      title: 'A mistake',
      intro: 'Omit a required input: the error names the field, and the service is not called.',
      argv: ['call', 'harbour-desk', 'forecast', '--input', 'hours=6'],
      code: 1,
      shows: ['pier', 'INVALID_INPUT'],
    },
    {
      title: 'A badly built service',
      intro:
        'This one returns a string where it declared a number, and tries to give you instructions. You get the output, with a warning.',
      argv: ['call', 'old-ledger', '--input', 'vessel=Anna'],
      code: 0,
      shows: ['violates its schema', 'text/instruction-override'],
    },
  ];
}

function trouble(): DemoStep[] {
  return [
    {
      title: 'Retry',
      intro:
        'The relay is busy, then closes the connection, then responds. The operation is idempotent, so the gateway retries.',
      argv: ['call', 'storm-relay', 'relay', '--input', 'message=ahoy'],
      code: 0,
      shows: ['"relayed": "ahoy"'],
    },
    {
      title: 'No retry',
      intro:
        'The same failure with a call that must not run twice: the gateway does not retry, and reports that the outcome is unknown.',
      argv: ['call', 'storm-relay', 'send_notice', '--input', 'message=storm', '--key-for-retry', 'notice-1'],
      code: 1,
      shows: ['The call may have taken effect'],
    },
    {
      title: 'Idempotency key',
      intro: 'Book a berth with an idempotency key of your own.',
      argv: ['call', 'harbour-desk', 'book_berth', '-i', 'vessel=Anna', '-i', 'nights=2', '--key-for-retry', 'anna-1'],
      code: 0,
      shows: ['B-1001'],
    },
    {
      title: 'Replay',
      intro: 'Send exactly that again, as after a broken connection: the same booking, and no second one.',
      argv: ['call', 'harbour-desk', 'book_berth', '-i', 'vessel=Anna', '-i', 'nights=2', '--key-for-retry', 'anna-1'],
      code: 0,
      shows: ['B-1001', 'not executed again'],
    },
  ];
}

function consent(): DemoStep[] {
  return [
    {
      title: 'Preview',
      intro: 'A cancellation cannot be undone. Preview it first.',
      argv: ['call', 'harbour-desk', 'cancel_booking', '--input', 'booking=B-1001', '--dry-run'],
      code: 0,
      shows: ['nothing was called', 'irreversible', '--confirm='],
    },
    {
      title: 'Confirm',
      intro:
        'Then confirm: the token of the preview is valid only for this call, this input and you, for a short time.',
      argv: ['call', 'harbour-desk', 'cancel_booking', '--input', 'booking=B-1001', '--confirm'],
      code: 0,
      shows: ['"cancelled": "B-1001"'],
    },
  ];
}

function afterwards(store: string): DemoStep[] {
  return [
    {
      title: 'Audit',
      intro:
        'Every call left a record: who called what, with which outcome and how many attempts. Inputs are stored only as a hash.',
      argv: ['audit', 'list', '--action', 'call', '--store', store],
      code: 0,
      shows: ['3 attempts', 'INVALID_INPUT'],
    },
    {
      title: 'Verify',
      intro: 'The records are hash-chained, so that changing or removing one is detected.',
      argv: ['audit', 'verify', '--store', store],
      code: 0,
      shows: [],
    },
  ];
}
