import { addSpent } from "#platform/requester.ts";
import type { GateMeter } from "./gate-meter.ts";
import { type GateTenants, isHeavy } from "./gate-tenants.ts";
import { type CallerCounts, count, counted, type Turn } from "./gate-turn.ts";

export interface RunningTurns {
  turns: ReadonlySet<Turn>;
  /** Returns the number of running turns of this turn's caller. */
  ofCaller(turn: Turn): number;
  mayBegin(turn: Turn, now: number): boolean;
  begin(turn: Turn, now: number): void;
  /** Returns false if the turn is not running. */
  end(turn: Turn, now: number): boolean;
  /** Reports to the meter the time that the turns have used so far. */
  report(now: number): void;
}

/** Keeps the turns that use a connection, and decides whether another one can begin. */
export function createRunningTurns(size: number, tenants: GateTenants, meter: GateMeter): RunningTurns {
  const most = Math.max(1, Math.floor((size * 3) / 4));
  const beside = Math.max(1, Math.floor(size / 4));
  const turns = new Set<Turn>();
  const ofCallers: CallerCounts = new Map();
  let writing = 0;

  function reportOne(turn: Turn, now: number): void {
    meter.used(turn.requester, now - turn.meteredMs);
    turn.meteredMs = now;
  }

  return {
    turns,
    ofCaller: (turn) => counted(ofCallers, turn),
    mayBegin({ tenant, isWriting, isLong }, now) {
      if (turns.size >= size || (isWriting && writing >= most)) return false;
      if (tenant === undefined) return true;
      if (isLong && tenant.long > 0 && tenants.doOthersWork(tenant, now)) return false;
      if (tenant.running === 0) return true;
      if (!tenants.doOthersWork(tenant, now)) return tenant.running < most;
      return tenant.running < beside && !isHeavy(tenant, now);
    },
    begin(turn, now) {
      turn.startedMs = turn.meteredMs = now;
      turns.add(turn);
      count(ofCallers, turn, 1);
      if (turn.isWriting) writing++;
      if (turn.tenant !== undefined) tenants.begin(turn.tenant, turn.isLong, now);
    },
    end(turn, now) {
      if (!turns.delete(turn)) return false;
      addSpent(turn.requester, { databaseMs: now - turn.startedMs });
      reportOne(turn, now);
      count(ofCallers, turn, -1);
      if (turn.isWriting) writing--;
      if (turn.tenant !== undefined) tenants.end(turn.tenant, turn, now);
      return true;
    },
    report(now) {
      for (const turn of turns) reportOne(turn, now);
    },
  };
}
