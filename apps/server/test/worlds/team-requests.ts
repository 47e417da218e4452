import { newTeam } from "./factories.ts";
import type { Caller } from "./test-app.ts";

const memberId = async (caller: Caller) => (await caller.world.newMember(caller, "member")).userId;

export const teamRequests = {
  listTeams: async () => ({}),
  createTeam: async (caller: Caller) => ({
    body: { name: "Design", memberIds: [await memberId(caller)], leadIds: [await memberId(caller)], showsMoney: true },
  }),
  getTeam: async (caller: Caller) => ({ ids: { id: (await newTeam(caller)).id } }),
  updateTeam: async (caller: Caller) => ({ ids: { id: (await newTeam(caller)).id }, body: { name: "Renamed" } }),
  deleteTeam: async (caller: Caller) => ({ ids: { id: (await newTeam(caller)).id } }),
};
