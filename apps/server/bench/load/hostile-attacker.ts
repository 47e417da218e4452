import { cpuUsage } from "node:process";
import { type Attacker, attacks } from "./hostile-attacks.ts";

// `hostile-attacker.ts JSON NAME` attacks until its standard input ends. With the name `burn CORES`, it only uses that
// many cores. It prints `attacking http://…` when it starts, and how many CPU milliseconds it used when it ends.
const [, , json = "", name = ""] = process.argv;
const attacker = JSON.parse(json) as Attacker;
const over = new AbortController();
process.stdin.on("end", () => over.abort()).resume();

const sliceMs = 10;

/** Uses a fraction of a core by alternating between work and sleep. A process can use at most one core. */
async function burn(cores: number): Promise<void> {
  while (!over.signal.aborted) {
    const until = performance.now() + sliceMs * cores;
    while (performance.now() < until);
    await new Promise((resolve) => setTimeout(resolve, sliceMs * (1 - cores)));
  }
}

process.stdout.write(`attacking ${attacker.url}\n`);
const [kind, cores] = name.split(" ");
if (kind === "burn") await burn(Number(cores));
else await attacks[name]?.(attacker, over.signal);
const { user, system } = cpuUsage();
process.stdout.write(`used ${Math.round((user + system) / 1000)} ms\n`);
process.exit();
