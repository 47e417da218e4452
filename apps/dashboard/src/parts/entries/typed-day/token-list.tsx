import { TokenChoiceLabel } from "#parts/entries/choices/token-choice.tsx";
import { useTokenLabel } from "#parts/entries/choices/use-token-choices.ts";
import { useText } from "#i18n/text.ts";
import { ListBox } from "#ui/menu/list-box.tsx";
import type { DayField } from "./use-day-field.ts";

interface Props {
  id: string;
  field: Pick<DayField, "token" | "choices" | "active" | "moveTo" | "choose">;
}

/** The projects, tasks or tags that match the token at the cursor. */
export function TokenList({ id, field }: Props) {
  const { token, choices, active, moveTo, choose } = field;
  const { time } = useText();
  const label = useTokenLabel(token);
  return (
    <ListBox
      id={id}
      label={label}
      options={choices.map((choice) => ({
        key: choice.key,
        label: choice.isNew === true ? time.createProject(choice.name) : <TokenChoiceLabel choice={choice} />,
        isNew: choice.isNew ?? false,
      }))}
      active={active}
      onPoint={moveTo}
      onChoose={(key) => {
        const choice = choices.find((each) => each.key === key);
        if (choice !== undefined) choose(choice);
      }}
    />
  );
}
