import { NativeSelect } from "@mantine/core";
import { useMe } from "#api/queries.ts";
import { isAbove, type Role, roles } from "#api/scopes.ts";
import { useText } from "#i18n/text.ts";
import { useWords } from "./use-words.ts";

interface Props {
  role: Role;
  error: string | undefined;
  onChange: (role: Role) => void;
}

/** Chooses a role up to the person's own, and shows what it can do. */
export function RoleField({ role, error, onChange }: Props) {
  const { shell } = useText();
  const words = useWords();
  const { role: ownRole } = useMe();
  return (
    <NativeSelect
      label={words.role}
      description={words.roles[role]}
      value={role}
      data={roles.filter((each) => !isAbove(each, ownRole)).map((value) => ({ value, label: shell.roles[value] }))}
      error={error}
      onChange={({ currentTarget }) => onChange(currentTarget.value as Role)}
    />
  );
}
