/** Multiples of decimal numbers, computed exactly: in floating point 0.3 is not a multiple of 0.1. */

/** Whether a finite number is a multiple of a positive one. */
export function isMultiple(value: number, of: number): boolean {
  if (Number.isSafeInteger(value) && Number.isSafeInteger(of)) return value % of === 0;
  const places = Math.max(decimalsOf(value), decimalsOf(of));
  return toUnits(value, places) % toUnits(of, places) === 0n;
}

/** Number of decimal places. */
export function decimalsOf(value: number): number {
  const [mantissa = '', power = '0'] = String(value).split('e');
  return Math.max(0, (mantissa.split('.')[1] ?? '').length - Number(power));
}

/** A decimal number as a count of 10^-places. */
export function toUnits(value: number, places: number): bigint {
  const [mantissa = '', power = '0'] = String(value).split('e');
  const [whole = '', fraction = ''] = mantissa.split('.');
  return BigInt(whole + fraction) * 10n ** BigInt(places - fraction.length + Number(power));
}
