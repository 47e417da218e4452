import { ListFilter, X } from "lucide-react";
import { memo, useState } from "react";
import { useProjects, useTags } from "#api/queries.ts";
import { useText } from "#i18n/text.ts";
import { DateField } from "#fields/date-field.tsx";
import { SearchField } from "#ui/fields/search-field.tsx";
import { isFiltered, noFilter, type TimeFilter } from "./time-filter.ts";
import classes from "#ui/fields/filter-bar.module.css";

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
      <button
        type="button"
        className={classes.toggle}
        aria-expanded={isOpen}
        aria-controls="time-filters"
        onClick={() => setIsOpen(!isOpen)}
      >
        <ListFilter size={16} aria-hidden /> {words.filters}
      </button>
      <div id="time-filters" className={classes.fields} hidden={!isOpen}>
        <select
          aria-label={text.time.project}
          value={filter.projectId[0] ?? ""}
          onChange={({ currentTarget: { value } }) => onChange({ projectId: value === "" ? [] : [value] })}
        >
          <option value="">{words.anyProject}</option>
          {/* Rendered on demand, because thousands of options take time to render. */}
          {isOpen &&
            projects.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
        </select>
        <select
          aria-label={words.tags}
          value={filter.tag[0] ?? ""}
          onChange={({ currentTarget: { value } }) => onChange({ tag: value === "" ? [] : [value] })}
        >
          <option value="">{words.anyTag}</option>
          {tags.map(({ name }) => (
            <option key={name} value={name}>
              {name}
            </option>
          ))}
        </select>
        <select
          aria-label={words.billable}
          value={String(filter.billable ?? "")}
          onChange={({ currentTarget: { value } }) =>
            onChange({ billable: value === "" ? undefined : value === "true" })
          }
        >
          <option value="">{words.billableOrNot}</option>
          <option value="true">{words.billable}</option>
          <option value="false">{words.notBillable}</option>
        </select>
        {(hasMarks || filter.breaks !== undefined) && (
          <select
            aria-label={words.brokenOrNot}
            value={String(filter.breaks ?? "")}
            onChange={({ currentTarget: { value } }) =>
              onChange({ breaks: value === "" ? undefined : value === "true" })
            }
          >
            <option value="">{words.brokenOrNot}</option>
            <option value="true">{words.broken}</option>
            <option value="false">{words.notBroken}</option>
          </select>
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
          <button type="button" className={classes.toggle} onClick={() => onChange(noFilter)}>
            <X size={16} aria-hidden /> {words.clearFilters}
          </button>
        )}
      </div>
    </search>
  );
});
