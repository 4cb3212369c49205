import { describe, expect, it } from 'vitest';
import type { PipelineStep } from './compose.js';
import { compose } from './compose.js';

describe('composed steps', () => {
  it('wrap one another, the first one outermost', async () => {
    const passed: string[] = [];
    const step =
      (name: string): PipelineStep<string, string> =>
      async (value, next) => {
        passed.push(`${name} in`);
        const result = name === 'c' ? `${value}!` : await next(value);
        passed.push(`${name} out`);
        return result;
      };
    expect(await compose([step('a'), step('b'), step('c')])('ahoy')).toBe('ahoy!');
    expect(passed).toEqual(['a in', 'b in', 'c in', 'c out', 'b out', 'a out']);
  });

  it('end with the last function, or with an error when it is missing', async () => {
    const pass: PipelineStep<number, number> = (value, next) => next(value + 1);
    expect(await compose([pass, pass], async (value) => value * 10)(1)).toBe(30);
    await expect(compose([pass])(1)).rejects.toThrow('no next one');
  });
});
