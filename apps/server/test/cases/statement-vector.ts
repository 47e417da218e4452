/** A statement as the API returns it. Its hashes were computed with Python's json and hashlib. */
export const statementVector = {
  organizationId: "org_0199c5d0a1b27c3d8e4f5a6b7c8d9e0f",
  userId: "user_0199c5d0a1b27c3d8e4f5a6b7c8d9e10",
  periodStart: "2026-03-23",
  periodEnd: "2026-03-29",
  startsAt: "2026-03-22T23:00:00Z",
  endsAt: "2026-03-29T22:00:00Z",
  timeZone: "Europe/Berlin",
  revision: 2,
  previousHash: "7c9e7c9e7c9e7c9e7c9e7c9e7c9e7c9e7c9e7c9e7c9e7c9e7c9e7c9e7c9e7c9e",
  entries: [
    {
      id: "time_0199c5d0a1b27c3d8e4f5a6b7c8d9e01",
      version: 1,
      startedAt: "2026-03-23T08:00:00Z",
      durationSeconds: 5400,
      projectId: "proj_0199c5d0a1b27c3d8e4f5a6b7c8d9e11",
      taskId: "task_0199c5d0a1b27c3d8e4f5a6b7c8d9e12",
      billableSeconds: 5400,
    },
    {
      id: "time_0199c5d0a1b27c3d8e4f5a6b7c8d9e02",
      version: 3,
      startedAt: "2026-03-24T12:30:00.250Z",
      durationSeconds: 2650,
      projectId: "proj_0199c5d0a1b27c3d8e4f5a6b7c8d9e11",
      taskId: "task_0199c5d0a1b27c3d8e4f5a6b7c8d9e12",
      billableSeconds: 2700,
    },
  ],
  totals: {
    entries: 2,
    seconds: 8050,
    billableSeconds: 8100,
  },
  amountsHash: "5cfc3bb9c4409ee33b80964b110b092e4da6e3bc9f7a7dbbcdde54126972cacb",
  hash: "d32e5bc740f21432b1f04e47e922d93e2fcf8b321b71abe36c00b61cac380122",
  amounts: {
    salt: "5eed5eed5eed5eed5eed5eed5eed5eed5eed5eed5eed5eed5eed5eed5eed5eed",
    currency: "EUR",
    entries: [
      ["time_0199c5d0a1b27c3d8e4f5a6b7c8d9e01", 9000],
      ["time_0199c5d0a1b27c3d8e4f5a6b7c8d9e02", 4500],
    ],
    amountMinor: 13500,
  },
  previous: {
    revision: 1,
    added: [],
    removed: [],
    changed: ["time_0199c5d0a1b27c3d8e4f5a6b7c8d9e02"],
  },
};
