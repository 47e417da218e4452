import { existsSync, readdirSync, readFileSync } from "node:fs";

const isLinux = existsSync("/proc/stat");
// The unit of times in /proc is USER_HZ, which is always 100 on Linux.
const msPerTick = 10;

interface ProcessTimes {
  parent: number;
  ms: number;
}

// Reads the fields of proc(5) that follow the command. The command may itself contain spaces and brackets, so it ends
// at the last bracket.
function readProcess(pid: number): ProcessTimes | undefined {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, "utf8");
    const fields = text
      .slice(text.lastIndexOf(")") + 2)
      .split(" ")
      .map(Number);
    const [, parent = 0] = fields;
    // Include the CPU time of exited children; otherwise it would be lost when a child exits.
    const ticks = fields.slice(11, 15).reduce((sum, value) => sum + value, 0);
    return { parent, ms: ticks * msPerTick };
  } catch {
    return undefined;
  }
}

/** Returns the CPU milliseconds used by a process and its exited children; 0 without /proc. */
export function cpuOf(pid: number): number {
  return isLinux ? (readProcess(pid)?.ms ?? 0) : 0;
}

/** Returns the CPU milliseconds used by this process and all its descendants. */
function cpuOfOwnTree(): number {
  const all = new Map<number, ProcessTimes>();
  for (const name of readdirSync("/proc")) {
    const found = /^\d+$/.test(name) ? readProcess(Number(name)) : undefined;
    if (found !== undefined) all.set(Number(name), found);
  }
  const isOwn = (pid: number): boolean => {
    if (pid === process.pid) return true;
    const found = all.get(pid);
    return found !== undefined && found.parent !== 0 && isOwn(found.parent);
  };
  let ms = 0;
  for (const [pid, times] of all) if (isOwn(pid)) ms += times.ms;
  return ms;
}

function busyMs(): number {
  const [, user = 0, nice = 0, system = 0, , , irq = 0, softirq = 0, steal = 0] = readFileSync("/proc/stat", "utf8")
    .split("\n", 1)[0]
    ?.split(/\s+/)
    .map(Number) ?? [0];
  return (user + nice + system + irq + softirq + steal) * msPerTick;
}

/**
 * Starts measuring. Returns a function that returns the average number of cores that other programs have used since
 * then; undefined without /proc.
 */
export function watchOthers(): () => number | undefined {
  if (!isLinux) return () => undefined;
  const startedAt = performance.now();
  const others = busyMs() - cpuOfOwnTree();
  return () => Math.max(0, (busyMs() - cpuOfOwnTree() - others) / (performance.now() - startedAt));
}

/**
 * Starts measuring. Returns a function that returns the average number of cores that the whole machine has used since
 * then; 0 without /proc.
 */
export function watchAll(): () => number {
  if (!isLinux) return () => 0;
  const startedAt = performance.now();
  const before = busyMs();
  return () => (busyMs() - before) / (performance.now() - startedAt);
}

/** Returns the resident memory of a process in megabytes. Works only on Linux. */
export function memoryMb(pid: number): number {
  const [, kb] = /VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, "utf8")) ?? [];
  return Math.round(Number(kb ?? 0) / 1024);
}
