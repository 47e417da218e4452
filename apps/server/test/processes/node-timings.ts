/** The application name of a sender that runs in a separate process. */
export const nodeName = "stint-test-node";

/** Short timings for senders in separate processes, so that others soon take over the attempts of a killed sender. */
export const nodeTimings = {
  egressOptions: { timeoutMs: 500 },
  timings: { pollMs: 30, leaseMs: 1_200, graceMs: 300 },
};
