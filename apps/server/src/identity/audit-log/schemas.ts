import { Type, type Static } from "#platform/http/contract/type/type.ts";
import { AuditSeal } from "#identity/seals/schemas.ts";
import {
  AnyId,
  AnyOf,
  Closed,
  DayOrInstant,
  exampleId,
  IdOf,
  Instant,
  MemberId,
  Nullable,
  OneOf,
  Page,
  PageQuery,
  tableFormats,
} from "#platform/http/contract/schemas.ts";

const anything = (description: string) => Type.Unsafe<unknown>({ description });
const nullableText = (description: string) => Nullable(Type.String({ description }));

export const AuditEvent = Type.Object(
  {
    id: Type.String({ description: "The id of the change or refusal.", examples: [exampleId("evt")] }),
    at: Instant("When it happened."),
    actor: Type.Object(
      {
        type: OneOf(["user", "key", "system"], {
          description: "A signed-in member, a member's API key, or the service and its command line.",
        }),
        userId: nullableText("The member; null for `system`."),
        userName: nullableText("The member's current name."),
        keyId: nullableText("The key, or the session."),
        keyName: nullableText("The key's current name."),
      },
      { description: "The actor." },
    ),
    action: Type.String({
      description: "The action: the kind of object, a dot, and the verb.",
      examples: ["time_entry.updated"],
    }),
    targetType: Type.String({
      description: "The kind of object that `targetId` identifies.",
      examples: ["time_entry"],
    }),
    targetId: Type.String({ description: "The id of the changed object.", examples: [exampleId("time")] }),
    targetName: nullableText("Its name at the time, if it has one."),
    changes: Type.Array(
      Type.Object({
        field: Type.String({ description: "The name of the field.", examples: ["durationSeconds"] }),
        old: anything("The previous value; null if there was none."),
        new: anything("The new value; null if there is none."),
      }),
      { description: "The fields that changed, named as in the API. Without `costs:read`, money fields are left out." },
    ),
    details: Type.Unsafe<object | null>({
      type: ["object", "null"],
      additionalProperties: true,
      description: "Set for an event that changed no field, such as a refusal.",
    }),
    purged: Type.Boolean({ description: "The time entry and its content were permanently deleted." }),
    address: nullableText("The caller's network address. Shown in the audit log; null in the history of an entry."),
    requestId: nullableText("The `X-Request-Id` of the request that caused it."),
    client: nullableText("The program according to its `Stint-Client` header, which is not verified."),
  },
  {
    $id: "AuditEvent",
    examples: [
      {
        id: exampleId("evt"),
        at: "2026-03-02T16:30:00.250Z",
        actor: {
          type: "key",
          userId: exampleId("user"),
          userName: "Ada",
          keyId: exampleId("key"),
          keyName: "Invoicing",
        },
        action: "time_entry.updated",
        targetType: "time_entry",
        targetId: exampleId("time"),
        targetName: "Landing page",
        changes: [{ field: "durationSeconds", old: 3600, new: 5400 }],
        details: null,
        purged: false,
        address: "203.0.113.7",
        requestId: "0199c5d0-a1b2-7c3d-8e4f-5a6b7c8d9e0f",
        client: "stint-cli/0.1.0",
      },
    ],
  },
);
export type AuditEvent = Static<typeof AuditEvent>;

export const computedFields = ["actor", "targetType", "targetName", "changes", "details", "purged"] as const;
export type ComputedField = (typeof computedFields)[number];

export const HistoryPage = Page(AuditEvent);
export const AuditEventPage = Page(AuditEvent, {
  seal: Type.Union([AuditSeal, Type.Null()], { description: "The newest seal of the log; null before the first." }),
});

export const ListAuditEvents = Closed({
  userId: AnyOf(MemberId, "Only actions of this member; `me` is the key's own."),
  keyId: AnyOf(IdOf("key"), "Only actions through this key or session."),
  action: AnyOf(
    Type.String({ pattern: "^[a-z_]+\\.([a-z_]+|\\*)$", maxLength: 100, examples: ["time_entry.*"] }),
    "Only this action, such as `project.created`, or all actions of a kind, such as `time_entry.*`. An unknown action is 422.",
  ),
  targetType: AnyOf(
    Type.String({ pattern: "^[a-z_]+$", maxLength: 100, examples: ["project"] }),
    "Only actions on this kind of object. An unknown kind is 422.",
  ),
  targetId: AnyOf(AnyId, "Only actions on this object."),
  from: DayOrInstant("At or after: an instant, or a date in `tz`."),
  to: DayOrInstant("Before an instant, or until the end of a date in `tz`."),
  tz: Type.Optional(
    Type.String({
      format: "time-zone",
      description: "IANA time zone for `from` and `to` as dates; by default the organization's.",
      examples: ["Europe/Berlin"],
    }),
  ),
  ...tableFormats("with all of what is asked for, without `limit` and `cursor`"),
  ...PageQuery,
});
export type ListAuditEvents = Static<typeof ListAuditEvents>;

export const ListHistory = Closed(PageQuery);
