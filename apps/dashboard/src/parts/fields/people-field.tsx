import { Checkbox } from "#ui/fields/checkbox.tsx";
import { PersonName } from "#ui/person-name.tsx";
import classes from "./people-field.module.css";

interface Props {
  label: string;
  note?: string;
  people: readonly { userId: string; name: string }[];
  value: readonly string[];
  onChange: (userIds: readonly string[]) => void;
}

/** Some of several people, with a check box for each. */
export function PeopleField({ label, note, people, value, onChange }: Props) {
  return (
    <fieldset className="stack">
      <legend>{label}</legend>
      {note !== undefined && <p className="small">{note}</p>}
      <div className={`panel ${classes.people}`}>
        {people.map(({ userId, name }) => (
          <Checkbox
            key={userId}
            label={name}
            checked={value.includes(userId)}
            onChange={(isChecked) => onChange(isChecked ? [...value, userId] : value.filter((id) => id !== userId))}
          >
            <PersonName id={userId} name={name} />
          </Checkbox>
        ))}
      </div>
    </fieldset>
  );
}
