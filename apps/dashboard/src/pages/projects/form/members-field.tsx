import { usePeople } from "#api/people.ts";
import { useProjectWords } from "#i18n/words/use-project-words.ts";
import { PeopleField } from "#parts/fields/people-field.tsx";

interface Props {
  value: readonly string[];
  onChange: (userIds: readonly string[]) => void;
}

/**
 * Selects the members who have access to a restricted project. Members whose names the role can't read stay selected.
 */
export function MembersField({ value, onChange }: Props) {
  const words = useProjectWords();
  const people = usePeople();
  const unknown = value.filter((id) => !people.some(({ userId }) => userId === id));
  const offered = people.filter(({ userId, isActive }) => isActive || value.includes(userId));
  const rows = [...offered, ...unknown.map((userId) => ({ userId, name: words.somebody }))];
  return <PeopleField label={words.members} people={rows} value={value} onChange={onChange} />;
}
