import "@mantine/core/styles/Pill.css";
import "@mantine/core/styles/PillsInput.css";
import { TagsInput } from "@mantine/core";
import { useTags } from "#api/queries.ts";

interface Props {
  label: string;
  placeholder?: string;
  value: readonly string[];
  onChange: (tags: string[]) => void;
  className?: string | undefined;
}

/** Tags that are typed, with those in use as suggestions. Tags that differ in case only are one. */
export function TagsField({ label, value, onChange, ...props }: Props) {
  const tags = useTags();
  return (
    <TagsInput
      {...props}
      size="xs"
      aria-label={label}
      data={tags.map(({ name }) => name)}
      value={[...value]}
      onChange={onChange}
      maxTags={20}
      limit={50}
      comboboxProps={{ withinPortal: true, width: 220, position: "bottom-start" }}
    />
  );
}
