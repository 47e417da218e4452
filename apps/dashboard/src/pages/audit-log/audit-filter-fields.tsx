import { X } from "lucide-react";
import { useMembers } from "#api/people.ts";
import { FormDateField } from "#parts/fields/day/form-date-field.tsx";
import type { Option } from "#ui/fields/select.tsx";
import { Choices } from "#ui/choices/choices.tsx";
import { Button } from "#ui/button/button.tsx";
import type { AuditFilter } from "./audit-filter.ts";
import { nameAction } from "./name-action.ts";
import { useAuditWords } from "./use-audit-words.ts";
import classes from "./audit-log.module.css";

interface Props {
  filter: AuditFilter;
  onChange: (part: AuditFilter) => void;
}

/** Filters by people, actions and days. A filter that was set from a row can be removed here. */
export function AuditFilterFields({ filter, onChange }: Props) {
  const words = useAuditWords();
  const members = useMembers();
  const { userId = [], action = [], from = "", to = "", targetId = [], keyId = [], targetType = [] } = filter;
  const kinds = Object.entries(words.kinds).map(([kind, label]): Option => [`${kind}.*`, label]);
  // Exact actions, which can only be chosen from a row.
  const own = action.filter((each) => !each.endsWith(".*")).map((each): Option => [each, nameAction(each, words)]);
  const others = [
    ...targetId.map((id) => ({ name: "targetId", id, label: words.onlyObject(id) }) as const),
    ...targetType.map((id) => ({ name: "targetType", id, label: words.onlyObject(id) }) as const),
    ...keyId.map((id) => ({ name: "keyId", id, label: words.onlyKey(id) }) as const),
  ];
  return (
    <search className={`wrap apart ${classes.filter}`}>
      <Choices
        isPeople
        label={words.person}
        any={words.anybody}
        values={userId}
        options={members.map((member): Option => [member.userId, member.name])}
        onChange={(chosen) => onChange({ userId: chosen })}
      />
      <Choices
        label={words.kind}
        any={words.anyKind}
        values={action}
        options={[...own, ...kinds]}
        onChange={(chosen) => onChange({ action: chosen })}
      />
      <FormDateField label={words.from} value={from} max={to} onChange={(day) => onChange({ from: day })} />
      <FormDateField label={words.to} value={to} min={from} onChange={(day) => onChange({ to: day })} />
      {others.map(({ name, id, label }) => (
        <Button
          key={id}
          aria-label={words.removeFilter(label)}
          onClick={() => onChange({ [name]: filter[name]?.filter((each) => each !== id) })}
        >
          {label} <X size={14} aria-hidden />
        </Button>
      ))}
    </search>
  );
}
