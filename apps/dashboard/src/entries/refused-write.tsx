import { type ReactNode, useState } from "react";
import { isOnlyLate } from "#api/entry-rule.ts";
import { explainRefusal } from "#api/explain-error.ts";
import { useMe } from "#api/queries.ts";
import { mayWriteLate } from "#api/scopes.ts";
import { useText } from "#i18n/text.ts";
import type { Queued } from "#state/tracking/write.ts";
import { useTracking } from "#state/use-tracking.tsx";
import classes from "./refused-write.module.css";

interface Props {
  queued: Queued;
  /** Opens the message, such as "Not saved". */
  failed: string;
  /** What a conflict is about. */
  children?: ReactNode;
}

/** Why a write was refused, and what the person can do about it. */
export function RefusedWrite({ queued, failed, children }: Props) {
  const text = useText();
  const { shell } = text;
  const tracking = useTracking();
  const { key, write, status, error, rules } = queued;
  // The stop itself was done; only its correction was refused.
  const canExcuse = mayWriteLate(useMe()) && write.kind !== "stopTimer";
  const isFailed = status === "failed";
  return (
    <>
      <p>
        {isFailed ? failed : shell.conflict}
        {error !== undefined && `: ${explainRefusal(queued, error, text, canExcuse)}`}
      </p>
      {children}
      {canExcuse && isOnlyLate(rules) ? (
        <LateReason onSend={(reason) => tracking.retry(key, reason)} />
      ) : (
        <button type="button" onClick={() => tracking.retry(key)}>
          {isFailed ? shell.retry : shell.keepMine}
        </button>
      )}
      <button type="button" onClick={() => void tracking.discard(key)}>
        {isFailed ? shell.discard : shell.takeTheirs}
      </button>
    </>
  );
}

function LateReason({ onSend }: { onSend: (reason: string) => void }) {
  const { entries: words } = useText();
  const [reason, setReason] = useState("");
  return (
    <form
      className={classes.reason}
      onSubmit={(event) => {
        event.preventDefault();
        if (reason.trim() !== "") onSend(reason.trim());
      }}
    >
      <input
        aria-label={words.lateReason}
        placeholder={words.lateReason}
        required
        maxLength={500}
        value={reason}
        onChange={({ currentTarget }) => setReason(currentTarget.value)}
      />
      <button type="submit">{words.saveLate}</button>
    </form>
  );
}
