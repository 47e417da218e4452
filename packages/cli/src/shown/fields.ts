// The fields of the objects that `--json` prints: names only, because Tab and the declarations of commands need them.
export const entryFields = [
  "id",
  "day",
  "startedAt",
  "endedAt",
  "seconds",
  "billableSeconds",
  "billable",
  "projectId",
  "project",
  "taskId",
  "task",
  "description",
  "tags",
  "externalRef",
  "source",
  "locked",
  "queued",
];
export const writtenFields = [...entryFields, "deleted"];
export const statusFields = [
  "running",
  "project",
  "task",
  "description",
  "tags",
  "startedAt",
  "seconds",
  "todaySeconds",
  "queued",
  "held",
  "syncedAt",
];
export const timerFields = [...statusFields, "stopped"];
export const gapFields = ["day", "startedAt", "endedAt", "seconds", "fill"];
export const reportFields = ["from", "to", "tz", "groupBy", "totals", "groups"];
export const projectFields = ["id", "name", "client", "status", "billable", "tasks"];
export const conflictFields = ["number", "state", "reason", "madeAt", "mine", "theirs", "text"];
export const undoFields = ["undone"];
export const profileFields = ["name", "server", "organization", "person", "used"];
