import { setTimeout as sleep } from "node:timers/promises";
import type { BenchRun } from "./bench-run.ts";
import { watchOthers } from "./cpu.ts";

export interface Sample {
  /** Operations per second. */
  rate: number;
  /** CPU microseconds of the server process per operation. */
  cpuMicros?: number;
}

export interface Comparison {
  product: Sample;
  against: Sample;
  /** The median of the rounds' ratios. */
  ratio: number;
  note: string;
  /** The ratio of CPU time per operation, if it was measured. */
  cpu: { ratio: number; note: string } | undefined;
}

// If other programs use more than this share of a core, a round counts as disturbed.
export const quietCores = 0.25;
const longestWaitMs = 20_000;

/** Measures both sides alternately (A B A B …) until enough rounds were undisturbed, or twice as many have run. */
export async function compare(
  run: BenchRun,
  product: () => Promise<Sample>,
  against: () => Promise<Sample>,
): Promise<Comparison> {
  const rounds: { product: Sample; against: Sample; others: number }[] = [];
  const isQuiet = (round: { others: number }) => round.others <= quietCores;
  // Warm up first, because a first round would also measure JIT compilation.
  await product();
  await against();
  while (rounds.filter(isQuiet).length < run.rounds && rounds.length < run.rounds * 2) {
    await untilQuiet();
    const others: number[] = [];
    const measured = async (measure: () => Promise<Sample>) => {
      const watched = watchOthers();
      const sample = await measure();
      others.push(watched() ?? 0);
      return sample;
    };
    const round = { product: await measured(product), against: await measured(against) };
    rounds.push({ ...round, others: Math.max(...others) });
    run.say(
      `  round ${rounds.length}: ${figure(round.product)} against ${figure(round.against)}, ` +
        `others ${others.map((cores) => cores.toFixed(2)).join(" / ")} core`,
    );
  }
  const quiet = rounds.filter(isQuiet);
  // With too few quiet rounds for a median, count all rounds and say so in the result line.
  const counted = quiet.length >= Math.min(3, run.rounds) ? quiet : rounds;
  const ratios = counted.map((round) => round.product.rate / round.against.rate);
  const cpuRatios = counted.flatMap(({ product: { cpuMicros: ours }, against: { cpuMicros: theirs } }) =>
    ours === undefined || theirs === undefined || theirs === 0 ? [] : [ours / theirs],
  );
  const noteOn = (values: number[]) => {
    const spread = `${Math.min(...values).toFixed(2)}–${Math.max(...values).toFixed(2)}`;
    return `${counted.length} of ${rounds.length} rounds, ${spread}${counted === quiet ? "" : " (!) others used the CPU"}`;
  };
  return {
    product: middle(counted.map((round) => round.product)),
    against: middle(counted.map((round) => round.against)),
    ratio: median(ratios),
    note: noteOn(ratios),
    cpu: cpuRatios.length === 0 ? undefined : { ratio: median(cpuRatios), note: noteOn(cpuRatios) },
  };
}

async function untilQuiet(): Promise<void> {
  const deadline = performance.now() + longestWaitMs;
  while (performance.now() < deadline) {
    const watched = watchOthers();
    await sleep(400);
    if ((watched() ?? 0) <= quietCores / 2) return;
  }
}

export function median(values: number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const at = (sorted.length - 1) / 2;
  return ((sorted[Math.floor(at)] ?? 0) + (sorted[Math.ceil(at)] ?? 0)) / 2;
}

function middle(samples: Sample[]): Sample {
  const cpu = samples.flatMap(({ cpuMicros }) => cpuMicros ?? []);
  return {
    rate: median(samples.map(({ rate }) => rate)),
    ...(cpu.length === 0 ? {} : { cpuMicros: median(cpu) }),
  };
}

export function figure({ rate, cpuMicros }: Sample): string {
  const shown = rate < 100 ? rate.toFixed(1) : Math.round(rate).toString();
  return cpuMicros === undefined ? `${shown}/s` : `${shown}/s (${Math.round(cpuMicros)} µs CPU)`;
}

/** Returns the median duration of sequential calls. */
export async function middleMs(times: number, work: () => Promise<unknown>): Promise<number> {
  const took: number[] = [];
  for (let time = 0; time < times; time++) {
    const startedAt = performance.now();
    await work();
    took.push(performance.now() - startedAt);
  }
  return median(took);
}
