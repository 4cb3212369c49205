/** Values to filter by, with the number of rows that have each. */
import { Button } from './button.js';
import type { Choices, Facet } from './facets.js';
import { countChoices, withChoices } from './facets.js';
import { CheckboxField } from './field.js';
import { visibleText } from './visible-text.js';

/** Props of the fields. */
export interface FacetFieldsProps {
  facets: readonly Facet[];
  choices: Choices;
  onChange: (change: Choices) => void;
}

/** The fields. */
export function FacetFields({ facets, choices, onChange }: FacetFieldsProps) {
  const toggle = (id: string, value: string) => {
    const chosen = choices[id] ?? [];
    onChange({ [id]: chosen.includes(value) ? chosen.filter((each) => each !== value) : [...chosen, value] });
  };
  return (
    <>
      {withChoices(facets, choices).map(({ id, label, values }) => (
        <fieldset key={id} className="flex min-w-0 flex-col gap-0.5">
          <legend className="mb-1 text-sm font-medium text-muted">{label}</legend>
          {values.map(({ value, count, label: text = value }) => (
            <CheckboxField
              key={value}
              label={visibleText(text, 60)}
              count={count}
              checked={choices[id]?.includes(value) === true}
              onChange={() => toggle(id, value)}
            />
          ))}
        </fieldset>
      ))}
      {facets.length === 0 && <p className="text-sm text-muted">No filters are available.</p>}
      {countChoices(choices) > 0 && (
        <Button tone="quiet" onClick={() => onChange(Object.fromEntries(Object.keys(choices).map((id) => [id, []])))}>
          Clear filters
        </Button>
      )}
    </>
  );
}
