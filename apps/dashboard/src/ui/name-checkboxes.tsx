import { Checkbox } from "@mantine/core";

interface Props {
  people: readonly { userId: string; name: string }[];
  /** The ids of the chosen people. */
  value: readonly string[];
  onChange: (value: string[]) => void;
}

/** A checkbox for each person. */
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
