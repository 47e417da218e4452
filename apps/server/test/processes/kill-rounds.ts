/** How often each kind of background work is killed in a test; see CONTRIBUTING.md. */
export const killRounds = Number(process.env["KILL_ROUNDS"] ?? 4);
