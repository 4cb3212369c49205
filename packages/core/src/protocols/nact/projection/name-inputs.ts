/** Names of tool inputs: the path in the operation's input, made unique, not blank and at most 255 characters long. */
import { sha256Hex } from '#digest';
import type { PlannedInput } from './planned-input.js';

const maxLength = 255;

/** The inputs with their names and ids; of two equal names, the input at the top level keeps its own. */
export function nameInputs(inputs: readonly PlannedInput[]): PlannedInput[] {
  const shortest = new Map<string, number>();
  for (const { path } of inputs) {
    const name = path.join('.');
    shortest.set(name, Math.min(path.length, shortest.get(name) ?? path.length));
  }
  return inputs.map((planned) => {
    const plain = planned.path.join('.');
    const isFirst = shortest.get(plain) === planned.path.length;
    const name = isFirst && plain.trim() !== '' && plain.length <= maxLength ? plain : hashed(planned.path);
    return { ...planned, input: { ...planned.input, id: name, name } };
  });
}

function hashed(path: readonly string[]): string {
  const hash = sha256Hex(JSON.stringify(path)).slice(0, 8);
  const plain = path.join('.').trim();
  return `${plain === '' ? 'input' : plain.slice(0, maxLength - 9).replace(/[\ud800-\udbff]$/, '')}_${hash}`;
}
