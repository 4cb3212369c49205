/** One wording for the number of problems in error messages. */

/** The number of problems in a message: "1 problem", "3 problems". */
export function countProblems(count: number): string {
  return count === 1 ? '1 problem' : `${count} problems`;
}
