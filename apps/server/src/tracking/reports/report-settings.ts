/**
 * Session settings for reports. No parallel workers, because they would compete with other requests for processors. No
 * nested loops: without fresh statistics, the planner assumes an empty table and joins it row by row, which is
 * quadratic. Laterals still run as loops.
 */
export const reportSettings = { max_parallel_workers_per_gather: "0", work_mem: "32MB", enable_nestloop: "off" };
