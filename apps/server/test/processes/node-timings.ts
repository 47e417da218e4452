/** The name under which a sender in a separate process connects. */
export const nodeName = "stint-test-node";

/** The timings of such a sender: short, so others soon take over a killed one's attempts. */
export const nodeTimings = {
  egressOptions: { timeoutMs: 500 },
  timings: { pollMs: 30, leaseMs: 1_200, leaseLeftMs: 600, graceMs: 300 },
};
