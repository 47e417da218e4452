import { Checkbox } from "@mantine/core";

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
      onChange={({ currentTarget }) =>
        onChange(currentTarget.checked ? [...value, userId] : value.filter((id) => id !== userId))
      }
    />
  ));
}
