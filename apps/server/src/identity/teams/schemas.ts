import { bodySchemas, shownSchemas, withInitial } from "#platform/fields/fields.ts";
import { Type, type Static } from "#platform/http/contract/type/type.ts";
import { stored } from "#platform/http/contract/resource-schemas.ts";
import { Closed, exampleId, Page, PageQuery, Text } from "#platform/http/contract/schemas.ts";
import { teamFields } from "./fields.ts";

export const Team = Type.Object(
  {
    id: Type.String({ description: "The id of the team.", examples: [exampleId("team")] }),
    ...shownSchemas(teamFields),
    ...stored,
  },
  {
    $id: "Team",
    examples: [
      withInitial(teamFields, {
        id: exampleId("team"),
        name: "Design",
        memberIds: [exampleId("user")],
        leadIds: ["user_0199c5d0a1b27c3d8e4f5a6b7c8d9e10"],
        showsMoney: false,
        createdAt: "2026-03-01T08:00:00Z",
        updatedAt: "2026-03-02T16:30:00.250Z",
        version: 2,
      }),
    ],
  },
);
export type Team = Static<typeof Team>;

export const CreateTeam = Closed(
  { ...bodySchemas(teamFields), name: teamFields.name.schema },
  { examples: [{ name: "Design", memberIds: [], leadIds: [] }] },
);
export type CreateTeam = Static<typeof CreateTeam>;

export const UpdateTeam = Closed(bodySchemas(teamFields), { examples: [{ showsMoney: true }] });
export type UpdateTeam = Static<typeof UpdateTeam>;

export const ListTeams = Closed({
  q: Type.Optional(Text({ maxLength: 200, description: "Part of the name, ignoring case." })),
  ...PageQuery,
});
export type ListTeams = Static<typeof ListTeams>;

export const TeamPage = Page(Team);
