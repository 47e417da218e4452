/** How often a test kills each kind of background work (CONTRIBUTING.md). */
export const killRounds = Number(process.env["KILL_ROUNDS"] ?? 4);
