// The fields of the objects that `--json` prints: names only, because Tab and the declarations of commands need them.
const namesIn = (text: string): readonly string[] => text.split(" ");

const entry = namesIn(
  "id day startedAt endedAt seconds billableSeconds billable projectId project taskId task description tags externalRef source locked queued",
);
const status = namesIn("running project task description tags startedAt seconds todaySeconds queued held syncedAt");
const written = [...entry, "deleted"];
const timer = [...status, "stopped"];

export const jsonFields = {
  entry,
  written,
  status,
  timer,
  entryOrTimer: [...new Set([...written, ...timer])],
  gap: ["day", "startedAt", "endedAt", "seconds", "fill"],
  report: ["from", "to", "tz", "groupBy", "totals", "groups", "budgets"],
  project: ["id", "name", "client", "status", "billable", "tasks"],
  conflict: ["number", "state", "reason", "madeAt", "mine", "theirs", "text"],
  undo: ["undone"],
  whoami: ["profile", "server", "organization", "person", "email", "role", "key", "scopes", "expiresAt"],
  timesheet: namesIn(
    "id userId periodStart periodEnd startsAt endsAt timeZone status revision seconds billableSeconds entries amountMinor breaks partial submittedAt submittedBy decidedAt decidedBy note statementHash version",
  ),
  profile: ["name", "server", "organization", "person", "used"],
};
