/** Filters: beside the table on a wide screen, in a sheet on a narrow one. */
import { SlidersHorizontal } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../../components/button.js';
import { Dialog } from '../../components/dialog.js';
import { CheckboxField } from '../../components/field.js';
import { visibleText } from '../../components/visible-text.js';
import type { Choices, Facet } from './facets.js';
import { countChoices, withChoices } from './facets.js';

/** Props of the filters. */
export interface FacetListProps {
  facets: readonly Facet[];
  choices: Choices;
  onChange: (change: Choices) => void;
}

/** The filters beside the table. */
export function FacetList(props: FacetListProps) {
  return (
    <section
      aria-label="Filters"
      className="hidden w-56 shrink-0 flex-col gap-5 overflow-y-auto border-r border-line px-page py-3 lg:flex"
    >
      <Fields {...props} />
    </section>
  );
}

/** A button that opens the filters, where there is no room for them beside the table. */
export function FacetSheet(props: FacetListProps) {
  const [isOpen, setIsOpen] = useState(false);
  const count = countChoices(props.choices);
  return (
    <>
      <Button icon={SlidersHorizontal} className="lg:hidden" onClick={() => setIsOpen(true)}>
        Filters{count === 0 ? '' : ` (${count})`}
      </Button>
      <Dialog
        open={isOpen}
        onClose={() => setIsOpen(false)}
        title="Filters"
        placement="sheet"
        actions={
          <Button tone="primary" onClick={() => setIsOpen(false)}>
            Show results
          </Button>
        }
      >
        <div className="flex flex-col gap-5">
          <Fields {...props} />
        </div>
      </Dialog>
    </>
  );
}

function Fields({ facets, choices, onChange }: FacetListProps) {
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
      {facets.length === 0 && <p className="text-sm text-muted">There is nothing to filter by.</p>}
      {countChoices(choices) > 0 && (
        <Button tone="quiet" onClick={() => onChange(Object.fromEntries(Object.keys(choices).map((id) => [id, []])))}>
          Clear filters
        </Button>
      )}
    </>
  );
}
