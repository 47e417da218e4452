import { ListFilter, X } from "lucide-react";
import { memo, useState } from "react";
import { useProjects, useTags } from "#api/queries.ts";
import { useSettings } from "#api/settings.ts";
import { CopyAsCall } from "#pages/parts/copy-as-call.tsx";
import { SearchField } from "#pages/parts/search-field.tsx";
import { isFiltered, noFilter, type TimeFilter, toQuery } from "./time-filter.ts";
import classes from "#pages/parts/filter-bar.module.css";

interface Props {
  filter: TimeFilter;
  onChange: (change: Partial<TimeFilter>) => void;
  /** While entries are selected, their actions stand in its place. */
  isHidden: boolean;
}

/** Search and filters of the list. They stand in the address, so that a filtered list can be kept and sent. */
export const FilterBar = memo(function FilterBar({ filter, onChange, isHidden }: Props) {
  const { text, zone } = useSettings();
  const { entries: words } = text;
  const projects = useProjects();
  const tags = useTags();
  const [isOpen, setIsOpen] = useState(() => isFiltered({ ...filter, q: "" }));
  const query = { userId: "me", ...toQuery(filter, zone) };
  const call = { operation: "timeEntries.list", method: "GET", path: "/v1/time-entries", query, isList: true } as const;
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
      <CopyAsCall call={call} />
      <div id="time-filters" className={classes.fields} hidden={!isOpen}>
        <select
          aria-label={text.time.project}
          value={filter.projectId[0] ?? ""}
          onChange={({ currentTarget: { value } }) => onChange({ projectId: value === "" ? [] : [value] })}
        >
          <option value="">{words.anyProject}</option>
          {projects.map(({ id, name }) => (
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
        <label>
          {words.from}
          <input
            type="date"
            value={filter.from}
            max={filter.to === "" ? undefined : filter.to}
            onChange={({ currentTarget: { value } }) => onChange({ from: value })}
          />
        </label>
        <label>
          {words.to}
          <input
            type="date"
            value={filter.to}
            min={filter.from === "" ? undefined : filter.from}
            onChange={({ currentTarget: { value } }) => onChange({ to: value })}
          />
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
