import { useMe } from "#api/queries.ts";
import { isAbove, type Role, roles } from "#api/scopes.ts";
import { useText } from "#i18n/text.ts";
import { Select } from "#ui/fields/select.tsx";
import { useTeamWords } from "./use-team-words.ts";

interface Props {
  role: Role;
  error: string | undefined;
  onChange: (role: Role) => void;
}

/** Chooses a role up to the person's own, and shows what it can do. */
export function RoleField({ role, error, onChange }: Props) {
  const { shell } = useText();
  const words = useTeamWords();
  const { role: ownRole } = useMe();
  return (
    <Select
      label={words.role}
      hint={words.roles[role]}
      value={role}
      options={roles.filter((each) => !isAbove(each, ownRole)).map((value) => [value, shell.roles[value]])}
      error={error}
      onChange={(value) => onChange(value as Role)}
    />
  );
}
