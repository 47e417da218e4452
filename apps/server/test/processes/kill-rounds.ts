/** How often a test kills each kind of background work (scripts/test.ts). */
export const killRounds = Number(process.env["KILL_ROUNDS"] ?? 4);
