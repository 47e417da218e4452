import { addSpent } from "#platform/requester.ts";
import { BusyError } from "#platform/concurrency/errors.ts";
import type { GateMeter } from "./gate-meter.ts";
import { type CallerCounts, count, counted, type Turn } from "./gate-turn.ts";

export interface WaitingTurn {
  turn: Turn;
  sinceMs: number;
  resolve: (turn: Turn) => void;
  reject: (error: Error) => void;
}

export interface GateQueue {
  /** In the order in which they arrived. */
  waiting: readonly WaitingTurn[];
  /**
   * Queues the turn, in place of another one if its tenant has too many. Rejects with a BusyError if there is no room.
   */
  wait(turn: Turn, now: number): Promise<Turn>;
  remove(one: WaitingTurn, now: number): void;
}

/** Keeps the turns that wait for one of `size` connections. */
export function createGateQueue(size: number, meter: GateMeter): GateQueue {
  const maxWaiting = size * 64;
  const maxOfTenant = size * 16;
  const waiting: WaitingTurn[] = [];
  const ofCallers: CallerCounts = new Map();

  /**
   * Returns the last waiting turn of the caller with the most waiting turns in the tenant, if that caller has at least
   * two more than this turn's caller.
   */
  function lastOfBusiest(turn: Turn): WaitingTurn | undefined {
    const busiest = waiting.reduce<WaitingTurn | undefined>((most, one) => {
      const isOfTenant = one.turn.tenant === turn.tenant;
      return isOfTenant && (most === undefined || counted(ofCallers, one.turn) >= counted(ofCallers, most.turn))
        ? one
        : most;
    }, undefined);
    if (busiest === undefined) return undefined;
    return counted(ofCallers, busiest.turn) > counted(ofCallers, turn) + 1 ? busiest : undefined;
  }

  function remove(one: WaitingTurn, now: number): void {
    waiting.splice(waiting.indexOf(one), 1);
    addSpent(one.turn.requester, { waitedMs: now - one.sinceMs });
    meter.waited(one.turn.requester, now - one.sinceMs);
    count(ofCallers, one.turn, -1);
    if (one.turn.tenant !== undefined) one.turn.tenant.waiting--;
  }

  return {
    waiting,
    remove,
    wait(turn, now) {
      const { tenant } = turn;
      if (waiting.length >= maxWaiting) return Promise.reject(new BusyError());
      if (tenant !== undefined && tenant.waiting >= maxOfTenant) {
        const last = lastOfBusiest(turn);
        if (last === undefined) return Promise.reject(new BusyError());
        remove(last, now);
        last.reject(new BusyError());
      }
      if (tenant !== undefined) tenant.waiting++;
      count(ofCallers, turn, 1);
      return new Promise((resolve, reject) => waiting.push({ turn, sinceMs: now, resolve, reject }));
    },
  };
}
