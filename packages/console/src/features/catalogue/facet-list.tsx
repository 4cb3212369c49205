/** Filters: beside the table on a wide screen, in a sheet on a narrow one. */
import { SlidersHorizontal } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../../components/button.js';
import { Dialog } from '../../components/dialog.js';
import { FacetFields, type FacetFieldsProps } from '../../components/facet-fields.js';
import { countChoices } from '../../components/facets.js';

/** The filters beside the table. */
export function FacetList(props: FacetFieldsProps) {
  return (
    <section
      aria-label="Filters"
      className="hidden w-56 shrink-0 flex-col gap-5 overflow-y-auto border-r border-line px-page py-3 lg:flex"
    >
      <FacetFields {...props} />
    </section>
  );
}

/** A button that opens the filters, where there is no room for them beside the table. */
export function FacetSheet(props: FacetFieldsProps) {
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
          <FacetFields {...props} />
        </div>
      </Dialog>
    </>
  );
}
