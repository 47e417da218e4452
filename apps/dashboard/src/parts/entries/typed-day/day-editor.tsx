import { type CSSProperties, Fragment, type KeyboardEvent, useId } from "react";
import { useText } from "#i18n/text.ts";
import { type SuggestedFields, useSuggestedChoices } from "#parts/entries/choices/use-suggested-choices.tsx";
import { TextArea } from "#ui/fields/text-input.tsx";
import { ListBox, listAttributes, useActiveOption } from "#ui/menu/list-box.tsx";
import { DayPreview } from "./day-preview.tsx";
import type { Line } from "./judge-lines.ts";
import { linesByRow } from "./lines-by-row.ts";
import { canBeTyped } from "./rest-of-line.ts";
import { useAddEntryWords } from "./use-add-entry-words.ts";
import type { DayField } from "./use-day-field.tsx";
import { isGood, type TypedDay } from "./use-typed-day.ts";
import classes from "./typed-day.module.css";

interface Props {
  field: DayField<HTMLTextAreaElement>;
  day: TypedDay;
  /** Whether the lines are being added, so that they can't be changed. */
  isBusy: boolean;
  /** Takes over an earlier entry with its fields, if nothing but a description is typed. */
  onTake: (entry: SuggestedFields) => void;
}

/** The text of a typed day, each line beside its result, with suggestions at the cursor. */
export function DayEditor({ field, day, isBusy, onTake }: Props) {
  const { time } = useText();
  const words = useAddEntryWords();
  const listId = useId();
  const { typed, isChoosing } = field;
  const rows = linesByRow(typed, day.lines);
  const line = field.isEndTyped ? rows.at(-1)?.at(-1) : undefined;
  const isDescribed = !isChoosing && line?.item.project === undefined && (line?.item.description.length ?? 0) > 1;
  /** Whether nothing but a description is typed, so that the times are those of the fields. */
  const isUntimed = day.lines.length === 1 && line?.item.text === line?.item.typed;
  const suggested = useSuggestedChoices(isDescribed ? line?.item.description : undefined, take).filter(
    (choice) => isUntimed || canBeTyped(choice.fields.description),
  );
  const choices = isChoosing ? field.choices : suggested;
  // Typing removes the highlight, so that Enter ends the line.
  const { active, move, moveTo } = useActiveOption({
    count: choices.length,
    first: -1,
    typed: `${typed} ${isChoosing}`,
  });

  function fix(line: Line, fixed: string): void {
    field.type(day.lines.map((each) => (each === line ? fixed : each.item.typed)).join("\n"));
  }

  /** Takes over an earlier entry: in the fields or, if there are several lines or times, in the text. */
  function take(entry: SuggestedFields): void {
    if (line !== undefined && !isUntimed) return fix(line, day.retold(line, entry));
    field.type("");
    onTake(entry);
  }

  function press(event: KeyboardEvent): void {
    const choice = choices[active];
    const isUp = !isChoosing && choice === undefined && event.key === "ArrowUp";
    if (isUp || move(event)) return;
    const isEscape = event.key === "Escape" && choices.length > 0;
    if (!isEscape && (event.key !== "Enter" || choice === undefined)) return;
    event.preventDefault();
    // Closes only the list.
    event.stopPropagation();
    if (isEscape) field.closeList();
    else choice?.choose();
  }

  const isRemarked = (each: Line) =>
    !isGood(each) || each.overlap !== undefined || day.isOnOtherDay(each) || day.refusalOf(each) !== undefined;
  // A reason alone is as high as its button.
  const linesOf = (each: Line) => (each.entry === undefined ? 1.2 : isRemarked(each) ? 2 : 1);
  const heightOf = (own: Line[]) => own.reduce((sum, each) => sum + linesOf(each), 0);
  // All rows are equally high, like the lines of the text beside them: for two lines, or what is said about their entries.
  const height = Math.max(2, ...rows.map(heightOf));
  return (
    <div className={classes.editor} style={{ "--line": field.line, "--height": height } as CSSProperties}>
      <div className={classes.text}>
        <TextArea
          {...field.props}
          {...listAttributes(choices.length > 0 ? listId : undefined, active)}
          label={words.day}
          hidesLabel
          rows={3}
          placeholder={words.example}
          readOnly={isBusy}
          autoComplete="off"
          data-autofocus
          onKeyDown={press}
          onCompositionStart={({ currentTarget }) =>
            currentTarget.toggleAttribute("data-composing", matchMedia("(pointer: fine)").matches)
          }
          onCompositionEnd={({ currentTarget }) => currentTarget.removeAttribute("data-composing")}
        />
        <Colored field={field} day={day} />
      </div>
      {choices.length > 0 && (
        <div className={`panel ${classes.tokens}`}>
          <ListBox
            id={listId}
            label={isChoosing ? field.listLabel : time.suggestions}
            options={choices}
            active={active}
            // Not for suggestions, because Enter often ends a line while the pointer happens to be on them.
            {...(isChoosing && { onPoint: moveTo })}
            onChoose={(key) => choices.find((each) => each.key === key)?.choose()}
          />
        </div>
      )}
      {typed.trim() !== "" && <DayPreview day={day} rows={rows} isBusy={isBusy} onFix={fix} onMended={field.focus} />}
    </div>
  );
}

/** The typed text, with what was understood in colour. It covers the text of the field, which is transparent. */
function Colored({ field: { typed, token, isChoosing }, day }: Pick<Props, "field" | "day">) {
  const marks = day.lines
    .flatMap(({ item, marks, places }) =>
      marks.map(({ kind, ...mark }) => {
        const [from, to] = [item.from + mark.from, item.from + mark.to];
        const isChosen = isChoosing && token !== undefined && from < token.to && to > token.from;
        const isUnknown = kind === "project" && places.length === 0 && !day.isLoading;
        return { from, to, kind: isChosen ? "chosen" : isUnknown ? "unknown" : kind };
      }),
    )
    .toSorted((left, right) => left.from - right.from);
  return (
    <div aria-hidden className={classes.colored}>
      {marks.map(({ kind, from, to }, at) => (
        <Fragment key={from}>
          {typed.slice(marks[at - 1]?.to ?? 0, from)}
          <span data-kind={kind}>{typed.slice(from, to)}</span>
        </Fragment>
      ))}
      {/* Without a sign after it, a line break at the end would begin no line. */}
      {typed.slice(marks.at(-1)?.to ?? 0)}{" "}
    </div>
  );
}
