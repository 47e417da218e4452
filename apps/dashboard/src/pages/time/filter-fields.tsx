import { X } from "lucide-react";
import { useMemo } from "react";
import { useProjects, useTags } from "#api/queries.ts";
import { useText } from "#i18n/text.ts";
import { DateField } from "#parts/fields/day/date-field.tsx";
import { Button } from "#ui/button/button.tsx";
import { Choices } from "#ui/choices/choices.tsx";
import { type Option, Select } from "#ui/fields/select.tsx";
import { isFiltered, noFilter, type TimeFilter } from "./time-filter.ts";

interface Props {
  filter: TimeFilter;
  onChange: (change: Partial<TimeFilter>) => void;
  hasMarks: boolean;
}

export function FilterFields({ filter, onChange, hasMarks }: Props) {
  const text = useText();
  const { entries: words } = text;
  const projects = useProjects();
  const options = useMemo(() => projects.map(({ id, name }): Option => [id, name]), [projects]);
  const tags = useTags();
  return (
    <>
      <Choices
        label={text.time.project}
        any={words.anyProject}
        values={filter.projectId}
        options={options}
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
        <DateField label={words.from} value={filter.from} max={filter.to} onChange={(day) => onChange({ from: day })} />
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
    </>
  );
}
