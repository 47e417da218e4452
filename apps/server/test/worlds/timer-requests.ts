import { newProject, newTimer } from "./factories.ts";
import type { Caller } from "./test-app.ts";

export const timerRequests = {
  listTimers: async (caller: Caller) => {
    await newTimer(caller);
    return {};
  },
  getTimer: async (caller: Caller) => {
    await newTimer(caller);
    return {};
  },
  startTimer: async (caller: Caller) => ({ body: { ...(await newProject(caller)), description: "Landing page" } }),
  updateTimer: async (caller: Caller) => {
    await newTimer(caller);
    return { body: { description: "Landing page, second draft" } };
  },
  discardTimer: async (caller: Caller) => {
    await newTimer(caller);
    return {};
  },
  stopTimer: async (caller: Caller) => {
    await newTimer(caller);
    return {};
  },
  stopMemberTimer: async (caller: Caller) => {
    await newTimer(caller, { startedAt: "2026-03-01T09:00:00Z" });
    return { ids: { userId: caller.userId }, body: { endedAt: "2026-03-01T17:00:00Z" } };
  },
};
