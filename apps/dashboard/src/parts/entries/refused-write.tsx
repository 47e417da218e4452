import { type FormEvent, type ReactNode, useState } from "react";
import type { EntryRule } from "#api/entry-rule.ts";
import { explainRefusal } from "#api/explain-error.ts";
import { useMe } from "#api/queries.ts";
import { mayWriteLate } from "#api/scopes.ts";
import { TagPicker } from "#parts/entries/choices/tag-picker.tsx";
import { useText } from "#i18n/text.ts";
import type { Write } from "@stint/offline/write.ts";
import type { Missing, Queued } from "#state/tracking/sending/write.ts";
import { useTracking } from "#state/use-tracking.ts";
import { Button } from "#ui/button/button.tsx";
import { TextInput } from "#ui/fields/text-input.tsx";
import classes from "./refused-write.module.css";

interface Props {
  queued: Queued;
  /** The start of the message, such as "Not saved". */
  failed: string;
  /** The values in conflict. */
  children?: ReactNode;
}

/** Explains why a write was refused, and offers what the person can do about it. */
export function RefusedWrite({ queued, failed, children }: Props) {
  const text = useText();
  const { shell } = text;
  const tracking = useTracking();
  const { key, write, status, error, rules = [] } = queued;
  const canExcuse = mayWriteLate(useMe());
  const canFill = rules.length > 0 && rules.every((rule) => (rule === "latestDays" ? canExcuse : isField(rule, write)));
  const isFailed = status === "failed";
  const isOfTimer = write.kind.endsWith("Timer");
  // The timer to change has ended, so another attempt would fail too.
  const canRetry = isFailed || write.kind !== "updateTimer";
  const what = isFailed ? failed : isOfTimer ? shell.timerConflict : shell.conflict;
  return (
    <>
      <p>{error === undefined ? what : shell.named(what, explainRefusal(queued, error, text, canExcuse))}</p>
      {children}
      {canFill ? (
        <MissingFields rules={rules} onSend={(missing) => tracking.retry(key, missing)} />
      ) : (
        canRetry && (
          <Button isSmall onClick={() => tracking.retry(key)}>
            {isFailed ? shell.retry : shell.keepMine}
          </Button>
        )
      )}
      <Button isSmall onClick={() => void tracking.discard(key)}>
        {isFailed || !canRetry ? shell.discard : shell.useTheirs}
      </Button>
    </>
  );
}

/** Whether the write can satisfy the rule by setting a field. */
function isField(rule: EntryRule, { kind }: Write): boolean {
  return (rule === "requireDescription" || rule === "requireTag") && (kind === "create" || kind === "update");
}

interface FieldsProps {
  rules: readonly EntryRule[];
  onSend: (missing: Missing) => void;
}

/** The fields that the organization's rules require and the write lacks. */
function MissingFields({ rules, onSend }: FieldsProps) {
  const { shell, entries: words } = useText();
  const [description, setDescription] = useState("");
  const [lateReason, setLateReason] = useState("");
  const [tags, setTags] = useState<readonly string[]>([]);
  const isLate = rules.includes("latestDays");
  const needsDescription = rules.includes("requireDescription");
  const needsTag = rules.includes("requireTag");
  const isMissing =
    (needsDescription && description.trim() === "") ||
    (needsTag && tags.length === 0) ||
    (isLate && lateReason.trim() === "");
  const send = (event: FormEvent) => {
    event.preventDefault();
    if (isMissing) return;
    onSend({
      ...(needsDescription ? { description: description.trim() } : {}),
      ...(needsTag ? { tags } : {}),
      ...(isLate ? { lateReason: lateReason.trim() } : {}),
    });
  };
  return (
    <form className={classes.missing} onSubmit={send}>
      {needsDescription && (
        <TextInput
          hidesLabel
          label={words.description}
          placeholder={words.description}
          maxLength={2000}
          value={description}
          onChange={({ currentTarget }) => setDescription(currentTarget.value)}
        />
      )}
      {needsTag && <TagPicker tags={tags} onChange={setTags} />}
      {isLate && (
        <TextInput
          hidesLabel
          label={words.lateReason}
          placeholder={words.lateReason}
          maxLength={500}
          value={lateReason}
          onChange={({ currentTarget }) => setLateReason(currentTarget.value)}
        />
      )}
      <Button isSmall type="submit" disabled={isMissing}>
        {isLate ? words.saveLate : shell.save}
      </Button>
    </form>
  );
}
