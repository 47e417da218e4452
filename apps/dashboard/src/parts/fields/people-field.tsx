import { X } from "lucide-react";
import { useRef } from "react";
import { type Somebody, usePeople, useTeams } from "#api/people.ts";
import { useText } from "#i18n/text.ts";
import { Avatar } from "#ui/avatar.tsx";
import { Button } from "#ui/button/button.tsx";
import { LongSelect } from "#ui/choices/long-select.tsx";
import { toOptions } from "#ui/fields/to-options.ts";
import { useChoicesWords } from "./use-choices-words.ts";

interface Props {
  label: string;
  note?: string;
  value: readonly string[];
  onChange: (userIds: readonly string[]) => void;
  /** Who can be chosen. Default: everyone who is active. */
  isOffered?: (person: Somebody) => boolean;
  /** Whether all members of a team can be chosen at once. */
  hasTeams?: boolean;
}

/** A field for choosing several people by typing. Chosen people stay, even if the role can't read their names. */
export function PeopleField({ label, note, value, onChange, hasTeams = false, ...props }: Props) {
  const { isOffered = ({ isActive }: Somebody) => isActive } = props;
  const { time } = useText();
  const words = useChoicesWords();
  const field = useRef<HTMLDivElement>(null);
  const people = usePeople();
  const teams = useTeams(hasTeams).filter(({ memberIds }) => memberIds.some((id) => !value.includes(id)));
  const nameOf = (id: string) => people.find(({ userId }) => userId === id)?.name ?? words.somebody;
  const others = people.filter((person) => isOffered(person) && !value.includes(person.userId));
  const add = (id: string) => {
    const added = teams.find((team) => team.id === id)?.memberIds ?? [id];
    onChange([...new Set([...value, ...added])]);
  };
  return (
    <fieldset>
      <legend>{label}</legend>
      <div ref={field} className="wrap">
        {value.map((id) => (
          <Button
            key={id}
            isSmall
            onClick={() => {
              onChange(value.filter((each) => each !== id));
              // The pressed button disappears.
              field.current?.querySelector("input")?.focus();
            }}
          >
            <Avatar id={id} name={nameOf(id)} size="small" />
            <span aria-hidden>{nameOf(id)}</span>
            <span className="visually-hidden">{words.remove(nameOf(id))}</span>
            <X size={14} aria-hidden />
          </Button>
        ))}
        <span className="fill">
          <LongSelect
            label={hasTeams && teams.length > 0 ? words.addPersonOrTeam : words.addPerson}
            hidesLabel
            nothing={time.nothingFound}
            value=""
            options={[...toOptions(others), ...(hasTeams ? toOptions(teams) : [])]}
            onChange={add}
          />
        </span>
      </div>
      {note !== undefined && <p className="small">{note}</p>}
    </fieldset>
  );
}
