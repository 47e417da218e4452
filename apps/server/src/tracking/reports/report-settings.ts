/**
 * Settings of the sessions in which reports run. A report that takes several processors takes them from everybody else.
 * Without fresh statistics the planner takes a table for empty and joins it row by row, which is quadratic; where loops
 * are ruled out it joins by hashes. Look-ups that are written as laterals stay loops.
 */
export const reportSettings = { max_parallel_workers_per_gather: "0", work_mem: "32MB", enable_nestloop: "off" };
