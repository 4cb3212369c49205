/** Facets: values with the number of rows that have them, and the chosen ones. */

/** A value of a facet. */
export interface FacetValue {
  value: string;
  count: number;
  /** What is shown; the value itself when absent. */
  label?: string;
}

/** A facet: its values, most frequent first. */
export interface Facet {
  id: string;
  label: string;
  values: readonly FacetValue[];
}

/** Chosen values by facet; an empty choice selects everything. */
export type Choices = Readonly<Record<string, readonly string[]>>;

/** Values shown per facet. */
const maxValues = 12;

/** How a facet reads rows. */
export interface FacetReader<Row> extends Pick<Facet, 'id' | 'label'> {
  read: (row: Row) => readonly string[];
  /** A value in words; the value itself when absent. */
  show?: (value: string) => string;
}

/** Counts the values of rows; a facet of which every row has the same value is left out. */
export function countFacet<Row>({ id, label, read, show }: FacetReader<Row>, rows: readonly Row[]): Facet[] {
  const counts = new Map<string, number>();
  for (const row of rows) for (const value of read(row)) counts.set(value, (counts.get(value) ?? 0) + 1);
  const [only] = counts.values();
  if (counts.size === 0 || (counts.size === 1 && only === rows.length)) return [];
  const named = (value: string) => (show === undefined ? {} : { label: show(value) });
  const values = [...counts].map(([value, count]) => ({ value, count, ...named(value) })).sort(byCount);
  return [{ id, label, values: values.slice(0, maxValues) }];
}

function byCount(a: FacetValue, b: FacetValue): number {
  return b.count - a.count || (a.value < b.value ? -1 : 1);
}

/** The facets with few values each, and with chosen values that they would not show. */
export function withChoices(facets: readonly Facet[], choices: Choices): Facet[] {
  return facets.map(({ id, label, values }) => {
    const shown = values.slice(0, maxValues);
    const missing = (choices[id] ?? []).filter((value) => !shown.some((each) => each.value === value));
    const found = missing.map((value) => values.find((each) => each.value === value) ?? { value, count: 0 });
    return { id, label, values: [...shown, ...found] };
  });
}

/** Number of chosen values. */
export function countChoices(choices: Choices): number {
  return Object.values(choices).reduce((sum, values) => sum + values.length, 0);
}
