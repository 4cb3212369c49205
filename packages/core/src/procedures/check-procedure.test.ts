/** Checks procedures against toolsets: valid ones give no finding, faulty ones give each error with its position. */
import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { checkProcedure } from './check-procedure.js';
import { procedureLimits } from './limits.js';
import { findingsOf, toolOf } from './procedures.support.js';
import { readProcedure, unresolvedNames } from './read-procedure.js';

const grid = toolOf('find_grid(city, country?) → grid_id, town=Town Name');
const forecast = toolOf('get_forecast(grid_id, days?) → temperature, rain');
const weather = [grid, forecast];

const clean: Record<string, string[]> = {
  weather: ['find_grid(city) → grid_id', 'get_forecast(grid_id) → temperature'],
  refill: [
    'check_refill_status_by_prescription(rx=Prescription Number) → state',
    'order_refill_for_prescription(rx=Prescription Number, days=Days of Supply, delivery=Delivery) → order_no=Order Number',
  ],
  freight: [
    'quote_rate(port, size) → quote_id',
    'book_pickup(quote) → booking_no',
    'cancel_booking(booking_no) → done',
  ],
  returns: [
    'find_order(order_no) → state',
    'open_return(order_no, reason) → label',
    'cancel_order(order_no) → done',
    'send_summary() → sent',
  ],
  bullets: ['book_room(room_id) → done', 'find_rooms() → room_id'],
  support: [
    'find_customer(email) → customer_id',
    'read_ticket(ticket_no) → text',
    'open_ticket(customer_id, topic) → ticket_no',
  ],
  travel: ['search_flights(from, to) → flight_no', 'hold_seat(flight) → hold_id', 'pay_hold(hold_id) → paid'],
  sections: [
    'register_claim() → claim_no',
    'attach_document(claim_no) → done',
    'settle_claim(claim_no, amount) → done',
    'assign_adjuster(claim_no) → name',
  ],
  inventory: ['count_stock(article) → packages', 'find_shelf(article) → aisle'],
  german: ['find_grid(city) → grid_id', 'get_forecast(grid_id) → temperature'],
  lazy: ['find_grid(city) → grid_id', 'get_forecast(grid_id) → temperature'],
};

describe('an ordinary procedure', () => {
  it.each(Object.keys(clean))('[NACT-DES-16] gives no finding: %s', (name) => {
    const text = readFileSync(new URL(`./fixtures/${name}.md`, import.meta.url), 'utf8');
    const tools = (clean[name] ?? []).map((line) => toolOf(line));
    expect(findingsOf(text, { tools })).toEqual([]);
  });
});

describe('a mention', () => {
  it('[NACT-SIG-13] is the name followed by parentheses, which are not part of it', () => {
    const { mentioned, diagnostics } = checkProcedure(readProcedure('Call find_grid() or `get_forecast()`.'), {
      tools: weather,
    });
    expect([mentioned, diagnostics]).toEqual([['find_grid', 'get_forecast'], []]);
  });

  it.each([
    ['of an unknown tool', 'First call find_town().', ['1:12 unknown-tool']],
    ['of an unknown tool with inputs', 'Call `find_town(city)`.', ['1:7 unknown-tool']],
    ['with an input that does not exist', 'Call `find_grid(city, zip)`.', ['1:23 unknown-input']],
    ['with a value for one that does not exist', 'Call find_grid(town: Oslo).', ['1:16 unknown-input']],
    ['of an input in words', 'The `zip` input of `find_grid()` is five digits.', ['1:6 unknown-input']],
    ['of an output that does not exist', 'Say `find_grid().zip`.', ['1:18 unknown-output']],
    ['of an output in words', 'Say the output `zip` of find_grid().', ['1:17 unknown-output']],
    ['of a value that the tool does not return', 'Take the `zip` from find_grid().', ['1:11 unlikely-output']],
    ['inside another', 'Call `get_forecast(grid_id: find_gird().grid_id)`.', ['1:29 unknown-tool']],
    ['in a heading', '# With find_town()\n\nfind_grid()', ['1:8 unknown-tool']],
    ['in a table', '| a |\n| --- |\n| `find_town()` |', ['3:4 unknown-tool']],
    ['after Windows line ends', 'One.\r\n\r\n- Call find_town().', ['3:8 unknown-tool']],
    ['after a quote mark', '> Call find_town().', ['1:8 unknown-tool']],
    ['after an escape', 'Call find\\_town().', ['1:6 unknown-tool']],
  ])('[NACT-DES-16] %s is found at its position', (_, text, expected) => {
    const found = findingsOf(text, { tools: weather, mentionedElsewhere: new Set(['find_grid', 'get_forecast']) });
    expect(found).toEqual(expected);
  });

  it.each([
    'The price is f(x) and the options(s) vary.',
    'Use `Math.max(a, b)`, `rgb(1, 2, 3)` or `await client.getUser()`.',
    '`const now = new Date();` is how a program says it.',
    'find_grid (the tool) is free.',
    'A `city` (town) of the country(ies) concerned.',
    'See [find](https://x.example/a_b()) and <https://x.example/c_d()> and <a href="e_f()">.',
    '```\nunknown_tool()\n```',
    '- item\n\n      unknown_tool()',
    '<!-- unknown_tool() -->',
  ])('is not detected in %s', (text) => {
    expect(unresolvedNames(readProcedure(text), weather)).toEqual([]);
  });

  it('that is nearly right gets a suggestion, for tools and parameters', () => {
    const { diagnostics } = checkProcedure(readProcedure('Call `find_gird(citty)`, then `find_grid(citty)`.'), {
      tools: [grid],
    });
    expect(diagnostics.map(({ help }) => help)).toEqual(['Did you mean find_grid()?', "Did you mean 'city'?"]);
  });

  it('of a tool that exists outside the toolset says which one to add', () => {
    const known = new Map([['book_room', { agentId: 'rooms', toolId: 'uuid-1' }]]);
    const text = 'Call `find_grid()`, `get_forecast()` and book_room().';
    expect(findingsOf(text, { tools: weather, known })).toEqual(['1:42 tool-not-in-set']);
    expect(findingsOf(text, { tools: weather, known, open: true })).toEqual([]);
  });

  it('[NACT-DES-14] by the vendor’s name still resolves to the tool after an alias was given, unless two share it', () => {
    const linden = toolOf('linden__check_status(parcel) → state', ['check_status']);
    const northquay = toolOf('northquay__check_status(booking) → state', ['check_status']);
    const text = 'Call `check_status()`.';
    expect(findingsOf(text, { tools: [linden] })).toEqual(['1:7 renamed-tool']);
    expect(
      findingsOf(text, { tools: [linden, northquay], mentionedElsewhere: new Set([linden.name, northquay.name]) }),
    ).toEqual(['1:7 ambiguous-tool']);
  });
});

describe('a parameter', () => {
  it.each(['town', 'Town_Name', 'town name', 'TOWN'])(
    'is recognized by its id or its name, in any spelling: %s',
    (word) => {
      expect(findingsOf(`Say the \`${word}\` from find_grid().`, { tools: [grid] })).toEqual([]);
    },
  );
});

describe('the whole toolset', () => {
  it('[NACT-DES-17] should be mentioned; a tool that is not gives a warning and no error', () => {
    const { diagnostics } = checkProcedure(readProcedure('Call find_grid().'), { tools: weather });
    expect(diagnostics).toMatchObject([{ code: 'procedure/tool-not-mentioned', severity: 'warning' }]);
    expect(diagnostics[0]?.message).toContain("'get_forecast'");
    expect(findingsOf('Call find_grid().', { tools: weather, mentionedElsewhere: new Set(['get_forecast']) })).toEqual(
      [],
    );
  });

  it('is not listed tool by tool when the text mentions no tool at all', () => {
    expect(findingsOf('Be kind.', { tools: weather })).toEqual(['no-tools-mentioned']);
  });
});

describe('a call that names its inputs', () => {
  const loan = toolOf('lend(book, until, note?) → loan');
  it.each([
    ['lacks a required one', 'Call `lend(book)`.', ['1:7 missing-input']],
    ['names all of them', 'Call `lend(book, until=Friday)`.', []],
    ['names the others in its paragraph', 'Call `lend(book)`; ask for the `until` input of `lend()` first.', []],
    ['takes one from another tool', 'Call `lend(book)` with the `until` from `plan()`.', ['1:42 unknown-tool']],
    ['misspells one, which is reported instead', 'Call `lend(book, untl)`.', ['1:18 unknown-input']],
    ['names none and leaves them to the model', 'Call lend().', []],
  ])('%s', (_, text, expected) => {
    expect(findingsOf(text, { tools: [loan] })).toEqual(expected);
  });
});

describe('the order of steps', () => {
  const check = (text: string) => findingsOf(text, { tools: weather });
  it.each([
    [
      'a use before the step that obtains it',
      '1. `get_forecast()` with the `grid_id` from `find_grid()`.\n2. `find_grid(city)`.',
      ['1:46 used-before-obtained'],
    ],
    [
      'a use by its dot',
      '1. Call `get_forecast(grid_id: find_grid().grid_id)`.\n2. Call find_grid().',
      ['1:32 used-before-obtained'],
    ],
    [
      'a use in a sub-step',
      '1. Begin.\n   - `get_forecast()` with `grid_id` from find_grid()\n2. find_grid()',
      ['2:43 used-before-obtained'],
    ],
    [
      'a use before a numbered section',
      '## Step 1\n\nget_forecast() with `grid_id` from find_grid().\n\n## Step 2\n\nCall find_grid().',
      ['3:36 used-before-obtained'],
    ],
    [
      'numbers that continue after a paragraph',
      '1. Call get_forecast() with `grid_id` from find_grid().\n\nWait.\n\n2. Call find_grid().',
      ['1:44 used-before-obtained'],
    ],
    [
      'a use in the other branch',
      '1. If it is near:\n   - call find_grid()\n2. Otherwise:\n   - get_forecast() with `grid_id` from find_grid()',
      ['4:41 obtained-in-other-branch'],
    ],
    [
      'a use in a third branch',
      '- If a: call find_grid().\n- Else if b: wait.\n- Else: get_forecast() with `grid_id` from find_grid().',
      ['3:44 obtained-in-other-branch'],
    ],
    [
      'a use after both branches',
      '1. If it is near, call find_grid().\n2. Otherwise ask.\n3. Call get_forecast() with `grid_id` from find_grid().',
      [],
    ],
    [
      'a use in the same branch',
      '1. If it is near:\n   1. call find_grid()\n   2. get_forecast() with `grid_id` from find_grid()\n2. Otherwise stop.',
      [],
    ],
    ['a use of a tool that no step calls', '1. Call get_forecast() with the `grid_id` from find_grid().', []],
    [
      'a use in the same step',
      '1. Call get_forecast() with the `grid_id` from find_grid(), which you call first: find_grid(city).',
      [],
    ],
    ['a list without numbers', '- get_forecast() with `grid_id` from find_grid()\n- call find_grid()', []],
    [
      'a call before the steps',
      'Always call find_grid() first.\n\n1. get_forecast() with `grid_id` from find_grid()\n2. find_grid() again',
      [],
    ],
    [
      'a list of tools before the steps',
      '- `find_grid()`: the cell of a town\n\n1. get_forecast() with `grid_id` from find_grid()\n2. call find_grid()',
      ['3:39 used-before-obtained'],
    ],
  ])('is checked where the text states one: %s', (_, text, expected) => {
    expect(check(text)).toEqual(expected);
  });

  it('names the late step', () => {
    const { diagnostics } = checkProcedure(
      readProcedure('1. get_forecast() with `grid_id` from find_grid()\n2. call find_grid()'),
      { tools: weather },
    );
    expect(diagnostics[0]).toMatchObject({ related: [{ start: { line: 2, column: 9 } }] });
    expect(diagnostics[0]?.message).toContain('line 2');
  });
});

describe('hostile text', () => {
  it('beyond the limits is rejected and not read', () => {
    expect(findingsOf('a'.repeat(procedureLimits.characters + 1), { tools: weather })).toEqual(['too-long']);
    const many = 'find_grid() '.repeat(procedureLimits.mentions + 1);
    expect(findingsOf(many, { tools: [grid] })).toEqual(['too-many-mentions']);
    expect(findingsOf('x_y() '.repeat(1000), { tools: [grid] })).toHaveLength(procedureLimits.findings);
  });

  it.each([
    ['quotes', '>'.repeat(50_000)],
    ['backticks', '`'.repeat(100_000)],
    ['open spans', '`a '.repeat(50_000)],
    ['brackets', 'a_b('.repeat(40_000)],
    ['lists', `${'- '.repeat(5_000)}\n${'1. '.repeat(5_000)}`],
    ['deep lists', Array.from({ length: 400 }, (_, depth) => `${'  '.repeat(depth)}- x_y()`).join('\n')],
    ['phrases', '`a`, '.repeat(30_000)],
    ['names', `${'a'.repeat(100_000)}()`],
    ['tags', '<a '.repeat(50_000)],
    ['links', ']('.repeat(80_000)],
  ])('is read to its end: %s', (_, text) => {
    expect(Array.isArray(findingsOf(text, { tools: weather }))).toBe(true);
  });

  it('never makes reading throw, and every position is inside the text', () => {
    const piece = fc.constantFrom(
      'find_grid()',
      'x_y(',
      '`',
      '\n',
      '- ',
      '1. ',
      '# ',
      '> ',
      '```\n',
      '<!--',
      '-->',
      '    ',
      'from ',
      '`a` ',
      ').b',
      '\\',
      '\t',
      'é',
      '\r',
      '🙂',
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 60 }), (pieces) => {
        const text = pieces.join('');
        const lines = text.split(/\r\n|\n|\r/);
        for (const { location } of checkProcedure(readProcedure(text), { tools: weather }).diagnostics) {
          const { line, column } = location.start ?? { line: 1, column: 1 };
          expect(line).toBeLessThanOrEqual(lines.length);
          expect(column).toBeLessThanOrEqual((lines[line - 1] ?? '').length + 1);
        }
      }),
    );
  });
});
