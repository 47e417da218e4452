import { Type, type Static } from "typebox";
import { scopes } from "#identity/access.ts";
import { role } from "#identity/members/schemas.ts";
import { weekDays } from "#identity/organizations/queries.ts";
import { Closed, exampleId, Instant, Name, Nullable, OneOf } from "#platform/http/schemas.ts";

const scope = OneOf(scopes);

export const Me = Type.Object(
  {
    user: Type.Object({ id: Type.String(), name: Type.String(), email: Type.String() }),
    organization: Type.Object({
      id: Type.String(),
      name: Type.String(),
      currency: Type.String({ format: "currency" }),
      timeZone: Type.String({ format: "time-zone" }),
      weekStart: OneOf(weekDays),
    }),
    role,
    scopes: Type.Array(scope, { description: "What this key may really do: what its scopes and the role both allow." }),
    key: Type.Object({
      id: Type.String(),
      kind: OneOf(["api", "session"]),
      name: Type.String(),
      expiresAt: Nullable(Instant("When it ends by itself.")),
    }),
    organizations: Type.Optional(
      Type.Array(Type.Object({ id: Type.String(), name: Type.String(), role }), {
        description: "All organizations of which this person is an active member. Shown to sessions only.",
      }),
    ),
  },
  {
    $id: "Me",
    examples: [
      {
        user: { id: exampleId("user"), name: "Jo Smith", email: "jo@example.com" },
        organization: {
          id: exampleId("org"),
          name: "My company",
          currency: "EUR",
          timeZone: "Europe/Berlin",
          weekStart: "monday",
        },
        role: "member",
        scopes: ["time-entries:read", "time-entries:write", "projects:read"],
        key: { id: exampleId("key"), kind: "api", name: "My script", expiresAt: null },
      },
    ],
  },
);
export type Me = Static<typeof Me>;

export const UpdateMe = Closed({
  name: Type.Optional(Name(200, "Your name, in every organization of which you are a member.")),
});
