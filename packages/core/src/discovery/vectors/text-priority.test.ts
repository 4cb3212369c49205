import { describe, expect, it } from 'vitest';
import { createTextPriority, type TextGroup, type WaitingText } from './text-priority.js';

let rows = 0;
function textsOf(owner: string, name: string, size: number): WaitingText[] {
  const group: TextGroup = { owner, size };
  return Array.from({ length: size }, (_, at) => ({ row: rows++, text: `${name} ${at}`, hash: name, group }));
}

const namesOf = (texts: readonly WaitingText[]) => texts.map(({ text }) => text);

describe('createTextPriority', () => {
  it('takes the newest entry first, each in the order of its operations', () => {
    const priority = createTextPriority(() => true);
    priority.add([...textsOf('ann', 'old', 2), ...textsOf('ann', 'new', 2)]);
    priority.add(textsOf('ann', 'newest', 2));
    expect(namesOf(priority.take(10))).toEqual(['newest 0', 'newest 1', 'new 0', 'new 1', 'old 0', 'old 1']);
    expect(priority.take(1)).toEqual([]);
  });

  it('takes small entries before large ones that came later', () => {
    const priority = createTextPriority(() => true);
    priority.add(textsOf('ann', 'small', 1));
    priority.add(textsOf('ann', 'large', 1_000));
    expect(namesOf(priority.take(2))).toEqual(['small 0', 'large 0']);
  });

  it('takes the only entry of one owner before the import of another, whichever came first', () => {
    const priority = createTextPriority(() => true);
    priority.add(textsOf('ben', 'early', 1));
    for (let at = 0; at < 500; at += 1) priority.add(textsOf('ann', `import ${at}`, 1));
    priority.add(textsOf('eve', 'late', 8));
    expect(namesOf(priority.take(10))).toEqual([
      'early 0',
      ...Array.from({ length: 8 }, (_, at) => `late ${at}`),
      'import 499 0',
    ]);
  });

  it('drops texts that are no longer wanted', () => {
    const priority = createTextPriority(({ text }) => text !== 'gone 0');
    priority.add([...textsOf('ann', 'kept', 1), ...textsOf('ann', 'gone', 1)]);
    expect(namesOf(priority.take(10))).toEqual(['kept 0']);
  });
});
