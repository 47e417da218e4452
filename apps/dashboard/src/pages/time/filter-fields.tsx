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
  const yesOrNo = (
    field: "billable" | "breaks",
    label: string,
    names: readonly [any: string, yes: string, no: string],
  ) => (
    <Select
      label={label}
      hidesLabel
      value={String(filter[field] ?? "")}
      options={[
        ["", names[0]],
        ["true", names[1]],
        ["false", names[2]],
      ]}
      onChange={(value) => onChange({ [field]: value === "" ? undefined : value === "true" })}
    />
  );
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
      {yesOrNo("billable", words.billable, [words.billableOrNot, words.billable, words.notBillable])}
      {(hasMarks || filter.breaks !== undefined) &&
        yesOrNo("breaks", words.brokenOrNot, [words.brokenOrNot, words.broken, words.notBroken])}
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
