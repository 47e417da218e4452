import { Type, type Static } from "typebox";
import { stored } from "#platform/http/resource-schemas.ts";
import { Closed, Name, Nullable, OneOf, exampleId } from "#platform/http/schemas.ts";
import { weekDays } from "./queries.ts";

const fields = {
  name: Name(200, "What the organization is called."),
  currency: Type.String({
    format: "currency",
    description: "The one currency of its money (ISO 4217).",
    examples: ["EUR"],
  }),
  timeZone: Type.String({
    format: "time-zone",
    description: "IANA time zone in which its days are cut.",
    examples: ["Europe/Berlin"],
  }),
  weekStart: OneOf(weekDays, { description: "The first day of its weeks." }),
  lockDate: Nullable(
    Type.String({
      format: "date",
      description: "Entries that start before this day, in `timeZone`, are read-only (409 `period_locked`).",
      examples: ["2026-03-01"],
    }),
  ),
};

export const Organization = Type.Object(
  { id: Type.String({ examples: [exampleId("org")] }), ...fields, ...stored },
  {
    $id: "Organization",
    examples: [
      {
        id: exampleId("org"),
        name: "My company",
        currency: "EUR",
        timeZone: "Europe/Berlin",
        weekStart: "monday",
        lockDate: null,
        createdAt: "2026-03-01T08:00:00Z",
        updatedAt: "2026-03-02T16:30:00.250Z",
        version: 2,
      },
    ],
  },
);

export const UpdateOrganization = Closed({
  name: Type.Optional(fields.name),
  currency: Type.Optional(fields.currency),
  timeZone: Type.Optional(fields.timeZone),
  weekStart: Type.Optional(fields.weekStart),
  lockDate: Type.Optional(fields.lockDate),
});
export type UpdateOrganization = Static<typeof UpdateOrganization>;
