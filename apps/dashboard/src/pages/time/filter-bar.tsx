import { ListFilter } from "lucide-react";
import { memo, useState } from "react";
import { useText } from "#i18n/text.ts";
import { apart, useLoadAhead } from "#ui/apart.ts";
import { Button } from "#ui/button/button.tsx";
import { Part } from "#ui/dialog/part.tsx";
import classes from "#ui/list/filter-bar.module.css";
import { SearchField } from "#ui/fields/search-field.tsx";
import { isFiltered, type TimeFilter } from "./time-filter.ts";

const fields = apart(() => import("./filter-fields.tsx").then((m) => m.FilterFields));
const FilterFields = fields.show;

interface Props {
  filter: TimeFilter;
  onChange: (change: Partial<TimeFilter>) => void;
  hasMarks: boolean;
}

/** The list's search and filters. They are stored in the URL, so people can bookmark and share a filtered list. */
export const FilterBar = memo(function FilterBar({ filter, onChange, hasMarks }: Props) {
  const { entries: words, shell } = useText();
  const isNarrow = isFiltered({ ...filter, q: "" });
  const [isOpen, setIsOpen] = useState(isNarrow);
  // Opens the filters when one is set from elsewhere, such as from the note about entries to correct, so that it is
  // visible.
  const [wasNarrow, setWasNarrow] = useState(isNarrow);
  if (isNarrow !== wasNarrow) {
    setWasNarrow(isNarrow);
    if (isNarrow) setIsOpen(true);
  }
  useLoadAhead(fields.loadAhead);
  // Once they have been opened, they stay, because their fields may have typed text.
  const [wasOpen, setWasOpen] = useState(isOpen);
  if (isOpen && !wasOpen) setWasOpen(true);
  return (
    <search className="wrap apart">
      <SearchField label={words.search} placeholder={shell.search} value={filter.q} onChange={(q) => onChange({ q })} />
      <Button kind="quiet" aria-expanded={isOpen} aria-controls="time-filters" onClick={() => setIsOpen(!isOpen)}>
        <ListFilter size={16} aria-hidden /> {words.filters}
      </Button>
      <div id="time-filters" className={classes.fields} hidden={!isOpen}>
        <Part>{wasOpen && <FilterFields filter={filter} onChange={onChange} hasMarks={hasMarks} />}</Part>
      </div>
    </search>
  );
});
