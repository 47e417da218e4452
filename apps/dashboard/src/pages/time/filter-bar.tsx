import { ListFilter, X } from "lucide-react";
import { memo, useState } from "react";
import { useProjects, useTags } from "#api/queries.ts";
import { useText } from "#i18n/text.ts";
import { DateField } from "#parts/fields/day/date-field.tsx";
import { type Option, Select } from "#ui/fields/select.tsx";
import { Choices } from "#ui/choices/choices.tsx";
import { SearchField } from "#ui/fields/search-field.tsx";
import { isFiltered, noFilter, type TimeFilter } from "./time-filter.ts";
import classes from "#ui/list/filter-bar.module.css";
import { Button } from "#ui/button/button.tsx";

interface Props {
  filter: TimeFilter;
  onChange: (change: Partial<TimeFilter>) => void;
  hasMarks: boolean;
  /** Hides the bar while entries are selected, because the selection's actions take its position. */
  isHidden: boolean;
}

/** The list's search and filters. They are stored in the URL, so people can bookmark and share a filtered list. */
export const FilterBar = memo(function FilterBar({ filter, onChange, hasMarks, isHidden }: Props) {
  const text = useText();
  const { entries: words } = text;
  const projects = useProjects();
  const isNarrow = isFiltered({ ...filter, q: "" });
  const [isOpen, setIsOpen] = useState(isNarrow);
  // Opens the filters when one is set from elsewhere, such as from the note about entries to correct, so that it is
  // visible.
  const [wasNarrow, setWasNarrow] = useState(isNarrow);
  if (isNarrow !== wasNarrow) {
    setWasNarrow(isNarrow);
    if (isNarrow) setIsOpen(true);
  }
  const tags = useTags(isOpen);
  return (
    <search className={classes.bar} hidden={isHidden}>
      <SearchField label={words.search} value={filter.q} onChange={(q) => onChange({ q })} />
      <Button kind="quiet" aria-expanded={isOpen} aria-controls="time-filters" onClick={() => setIsOpen(!isOpen)}>
        <ListFilter size={16} aria-hidden /> {words.filters}
      </Button>
      <div id="time-filters" className={classes.fields} hidden={!isOpen}>
        <Choices
          label={text.time.project}
          any={words.anyProject}
          values={filter.projectId}
          options={projects.map(({ id, name }): Option => [id, name])}
          onChange={(projectId) => onChange({ projectId })}
        />
        <Choices
          label={words.tags}
          any={words.anyTag}
          values={filter.tag}
          options={tags.map(({ name }): Option => [name, name])}
          onChange={(tag) => onChange({ tag })}
        />
        <Select
          label={words.billable}
          hidesLabel
          value={String(filter.billable ?? "")}
          options={[
            ["", words.billableOrNot],
            ["true", words.billable],
            ["false", words.notBillable],
          ]}
          onChange={(value) => onChange({ billable: value === "" ? undefined : value === "true" })}
        />
        {(hasMarks || filter.breaks !== undefined) && (
          <Select
            label={words.brokenOrNot}
            hidesLabel
            value={String(filter.breaks ?? "")}
            options={[
              ["", words.brokenOrNot],
              ["true", words.broken],
              ["false", words.notBroken],
            ]}
            onChange={(value) => onChange({ breaks: value === "" ? undefined : value === "true" })}
          />
        )}
        <label>
          {words.from}
          <DateField
            label={words.from}
            value={filter.from}
            max={filter.to}
            onChange={(day) => onChange({ from: day })}
          />
        </label>
        <label>
          {words.to}
          <DateField label={words.to} value={filter.to} min={filter.from} onChange={(day) => onChange({ to: day })} />
        </label>
        {isFiltered(filter) && (
          <Button kind="quiet" onClick={() => onChange(noFilter)}>
            <X size={16} aria-hidden /> {words.clearFilters}
          </Button>
        )}
      </div>
    </search>
  );
});
