/**
 * What the demonstration shows, step by step. Each step is a command as a newcomer would type it, run for real; the
 * exit code says whether what was told came true.
 */

/** One step. */
export interface DemoStep {
  title: string;
  /** What there is to see. */
  words: string;
  /** The words after `dragoman`. */
  argv: readonly string[];
  /** Exit code that the command ends with when all is as told. */
  code: 0 | 1;
  /** Texts that the command must print for the step to have shown what it says. */
  shows: readonly string[];
}

/** The steps, for a store at this place and documents in files of these names. */
export function demoSteps(files: readonly string[], store: string): DemoStep[] {
  return [...finding(files), ...calling(), ...trouble(), ...consent(), ...afterwards(store)];
}

function finding(files: readonly string[]): DemoStep[] {
  return [
    {
      title: 'Register',
      words: 'Three agents are running on this machine: a good one, a clumsy one, and one that fails. Register them.',
      argv: ['add', ...files],
      code: 0,
      shows: ['harbour-desk', 'old-ledger', 'storm-relay'],
    },
    {
      title: 'Search',
      words: 'Say what you need in your own words.',
      argv: ['search', 'is it too windy to load containers'],
      code: 0,
      shows: ['harbour-desk'],
    },
    {
      title: 'Inspect',
      words: 'See what the best hit can do.',
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
      words:
        'Call it through the gateway. The input is typed and checked by the agent’s own schema, and so is the output.',
      argv: ['call', 'harbour-desk', 'forecast', '--input', 'pier=North', '--input', 'hours=6'],
      code: 0,
      shows: ['"knots"', 'fits its schema'],
    },
    {
      title: 'A mistake',
      words: 'Leave something out: the refusal names the field, and the agent never hears of it.',
      argv: ['call', 'harbour-desk', 'forecast', '--input', 'hours=6'],
      code: 1,
      shows: ['pier', 'INVALID_INPUT'],
    },
    {
      title: 'A clumsy agent',
      words:
        'This one answers a text where it promised a number, and tries to give you orders. You get it, with a warning.',
      argv: ['call', 'old-ledger', '--input', 'vessel=Anna'],
      code: 0,
      shows: ['breaks its schema', 'text/instruction-override'],
    },
  ];
}

function trouble(): DemoStep[] {
  return [
    {
      title: 'Retry',
      words:
        'The relay is busy, then cuts the connection, then answers. The operation says it may be repeated, so it is.',
      argv: ['call', 'storm-relay', 'relay', '--input', 'message=ahoy'],
      code: 0,
      shows: ['"relayed": "ahoy"'],
    },
    {
      title: 'No retry',
      words:
        'The same trouble with a call that would act twice: it is not repeated, and you are told that nobody knows.',
      argv: ['call', 'storm-relay', 'send_notice', '--input', 'message=storm', '--key-for-retry', 'notice-1'],
      code: 1,
      shows: ['It may have taken effect'],
    },
    {
      title: 'Once',
      words: 'Book a berth under a key of your own.',
      argv: ['call', 'harbour-desk', 'book_berth', '-i', 'vessel=Anna', '-i', 'nights=2', '--key-for-retry', 'anna-1'],
      code: 0,
      shows: ['B-1001'],
    },
    {
      title: 'Once more',
      words: 'Send exactly that again, as after a broken connection: the same booking, and no second one.',
      argv: ['call', 'harbour-desk', 'book_berth', '-i', 'vessel=Anna', '-i', 'nights=2', '--key-for-retry', 'anna-1'],
      code: 0,
      shows: ['B-1001', 'nothing was done again'],
    },
  ];
}

function consent(): DemoStep[] {
  return [
    {
      title: 'Preview',
      words: 'A cancellation cannot be undone. Look first.',
      argv: ['call', 'harbour-desk', 'cancel_booking', '--input', 'booking=B-1001', '--dry-run'],
      code: 0,
      shows: ['nothing was done', 'irreversible', '--confirm='],
    },
    {
      title: 'Confirm',
      words: 'Then agree: the preview’s token is good for this call, this input and you alone, and for a short time.',
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
      words:
        'Everything left a record: who, what, with which outcome, in how many tries. Inputs stand there as a hash only.',
      argv: ['audit', 'list', '--action', 'call', '--store', store],
      code: 0,
      shows: ['3 tries', 'INVALID_INPUT'],
    },
    {
      title: 'Verify',
      words: 'The records are chained, so that none can be changed or taken away unseen.',
      argv: ['audit', 'verify', '--store', store],
      code: 0,
      shows: [],
    },
  ];
}
