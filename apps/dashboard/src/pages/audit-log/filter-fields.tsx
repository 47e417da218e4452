import { Button, NativeSelect } from "@mantine/core";
import { X } from "lucide-react";
import { useMembers } from "#api/people.ts";
import { FormDateField } from "#fields/form-date-field.tsx";
import type { AuditFilter } from "./audit-filter.ts";
import { nameAction } from "./name-action.ts";
import { useWords } from "./use-words.ts";
import classes from "./audit-log.module.css";

interface Props {
  filter: AuditFilter;
  onChange: (part: AuditFilter & Record<string, string | undefined>) => void;
}

/** Filters by person, action and days. A filter that was set from a row can be removed here. */
export function FilterFields({ filter, onChange }: Props) {
  const words = useWords();
  const members = useMembers();
  const { userId = "", action = "", from = "", to = "", targetId, keyId, targetType } = filter;
  const kinds = Object.entries(words.kinds).map(([kind, label]) => ({ value: `${kind}.*`, label }));
  // An exact action, which can only be chosen from a row.
  const own = action === "" || action.endsWith(".*") ? [] : [{ value: action, label: nameAction(action, words) }];
  const others = [
    ...(targetId === undefined ? [] : [{ name: "targetId", label: words.onlyObject(targetId) }]),
    ...(targetType === undefined ? [] : [{ name: "targetType", label: words.onlyObject(targetType) }]),
    ...(keyId === undefined ? [] : [{ name: "keyId", label: words.onlyKey(keyId) }]),
  ];
  return (
    <search className={classes.filter}>
      <NativeSelect
        label={words.person}
        value={userId}
        data={[
          { value: "", label: words.anybody },
          ...members.map((member) => ({ value: member.userId, label: member.name })),
        ]}
        onChange={({ currentTarget }) => onChange({ userId: currentTarget.value })}
      />
      <NativeSelect
        label={words.kind}
        value={action}
        data={[{ value: "", label: words.anyKind }, ...own, ...kinds]}
        onChange={({ currentTarget }) => onChange({ action: currentTarget.value })}
      />
      <FormDateField label={words.from} value={from} max={to} onChange={(day) => onChange({ from: day })} />
      <FormDateField label={words.to} value={to} min={from} onChange={(day) => onChange({ to: day })} />
      {others.map(({ name, label }) => (
        <Button
          key={name}
          variant="default"
          rightSection={<X size={14} aria-hidden />}
          aria-label={words.removeFilter(label)}
          onClick={() => onChange({ [name]: undefined })}
        >
          {label}
        </Button>
      ))}
    </search>
  );
}
