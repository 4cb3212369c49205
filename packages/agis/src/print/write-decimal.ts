/** Numbers in plain decimal notation, as AGIS requires: never `8.5e-1`. */

/** The number without an exponent; exact to the precision of a double. */
export function writeDecimal(value: number): string {
  const text = String(value);
  const [, sign = '', digits = '', fraction = '', power = '0'] = /^(-?)(\d+)(?:\.(\d+))?e([+-]?\d+)$/.exec(text) ?? [];
  if (digits === '') return Object.is(value, -0) ? '0' : text;
  const point = digits.length + Number(power);
  const all = digits + fraction;
  if (point <= 0) return `${sign}0.${'0'.repeat(-point)}${all}`;
  if (point >= all.length) return `${sign}${all}${'0'.repeat(point - all.length)}`;
  return `${sign}${all.slice(0, point)}.${all.slice(point)}`;
}
