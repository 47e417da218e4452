import { Type } from "#platform/http/contract/type/type.ts";
import { Instant, Nullable, OneOf } from "#platform/http/contract/schemas.ts";

export const Backup = Type.Object({
  id: Type.String({ description: "The id of the backup.", examples: ["backup_0199c5d0a1b27c3d8e4f5a6b7c8d9e0f"] }),
  file: Type.String({
    description: "The name of its file in the operator's folder. Backups cannot be downloaded.",
    examples: ["stint-2026-03-02T03-00-00Z.backup"],
  }),
  scheduledAt: Nullable(Instant("The scheduled instant for which it was made; null if a person requested it.")),
  startedAt: Instant("When it was started."),
  finishedAt: Nullable(Instant("When it ended, successfully or not; null while it is being made.")),
  sizeBytes: Nullable(
    Type.Integer({ description: "The size of the file; null if there is none.", examples: [48_211_968] }),
  ),
  verifiedAt: Nullable(Instant("When it was restored to a scratch database and recounted; null if it was not.")),
  error: Nullable(
    Type.String({
      description: "Why there is no file, or why it is not verified; null if neither applies.",
      examples: ["/backups has 120 MB free; a backup needs 300 MB, and 400 MB must stay free."],
    }),
  ),
});

export const Backups = Type.Object({
  schedule: Nullable(
    Type.Object(
      {
        time: Type.String({ description: "Time of day, HH:MM.", examples: ["03:00"] }),
        timeZone: Type.String({
          description: "The IANA time zone of `time`.",
          examples: ["Europe/Berlin"],
        }),
        keepDays: Type.Integer({
          description: "The number of past days for which one backup each is kept.",
          examples: [7],
        }),
        keepWeeks: Type.Integer({
          description: "The number of past weeks for which one backup each is kept.",
          examples: [4],
        }),
        keepMonths: Type.Integer({
          description: "The number of past months for which one backup each is kept.",
          examples: [12],
        }),
      },
      { description: "When the service makes scheduled backups; null if it does not." },
    ),
  ),
  data: Type.Array(Backup, {
    description: "The existing backups and the failures of the last 30 days, newest first; at most 100.",
  }),
});

export const StartedBackup = Type.Object({
  status: OneOf(["begun", "underWay"], {
    description: "`underWay`: one is already being made, by this node or another.",
  }),
});
