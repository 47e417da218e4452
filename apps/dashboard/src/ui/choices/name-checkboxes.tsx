import { Checkbox } from "#ui/fields/checkbox.tsx";

interface Props {
  people: readonly { userId: string; name: string }[];
  value: readonly string[];
  onChange: (value: string[]) => void;
}

export function NameCheckboxes({ people, value, onChange }: Props) {
  return people.map(({ userId, name }) => (
    <Checkbox
      key={userId}
      label={name}
      checked={value.includes(userId)}
      onChange={(isChecked) => onChange(isChecked ? [...value, userId] : value.filter((id) => id !== userId))}
    />
  ));
}
