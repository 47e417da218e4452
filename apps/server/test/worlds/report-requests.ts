import { inDays, newEntry, newProject, newReportLink, newSavedReport } from "./factories.ts";
import type { Caller } from "./test-app.ts";

export const reportRequests = {
  listSavedReports: async () => ({}),
  createSavedReport: async () => ({
    body: {
      name: "Hours",
      shared: true,
      query: { report: "summary", period: "lastMonth", userId: ["me"], q: "page" },
    },
  }),
  getSavedReport: async (caller: Caller) => ({ ids: { id: await newSavedReport(caller) } }),
  getSavedReportFigures: async (caller: Caller) => {
    await newEntry(caller, await newProject(caller));
    return { ids: { id: await newSavedReport(caller) } };
  },
  updateSavedReport: async (caller: Caller) => ({
    ids: { id: await newSavedReport(caller) },
    body: { name: "Renamed" },
  }),
  deleteSavedReport: async (caller: Caller) => ({ ids: { id: await newSavedReport(caller) } }),
  listReportLinks: async (caller: Caller) => ({ ids: await newReportLink(caller) }),
  createReportLink: async (caller: Caller) => ({
    ids: { id: await newSavedReport(caller) },
    body: { expiresAt: inDays(30), name: "Hours for Acme", showsPeople: true, showsNotes: true },
  }),
  getReportLink: async (caller: Caller) => ({ ids: await newReportLink(caller) }),
  revokeReportLink: async (caller: Caller) => ({ ids: await newReportLink(caller) }),
};
