/** The texts of notices. Arguments of the functions are already formatted. */
export interface Words {
  timeMissing: { title: (day: string) => string; text: string; action: string };
  timerRunning: { title: (duration: string) => string; text: (since: string) => string; action: string };
  due: { title: (period: string) => string; text: string; action: string };
  submitted: { title: (name: string, period: string) => string; text: string; action: string };
  decided: {
    approved: (period: string) => string;
    rejected: (period: string) => string;
    open: (period: string) => string;
    by: (name: string) => string;
    noted: (name: string, note: string) => string;
    action: string;
  };
  budget: {
    reached: (project: string, percent: string) => string;
    exceeded: (project: string) => string;
    text: (since: string | null) => string;
    action: string;
  };
  digest: {
    title: (week: string) => string;
    text: string;
    total: (people: number, duration: string) => string;
    nobody: string;
    more: (people: number) => string;
    action: string;
  };
  week: (day: string) => string;
  mail: {
    why: (organization: string) => string;
    unsubscribe: string;
  };
  page: {
    title: string;
    question: (kind: string) => string;
    button: string;
    done: string;
    gone: string;
  };
  kinds: Record<
    | "time_missing"
    | "timer_running_long"
    | "timesheet_due"
    | "timesheet_submitted"
    | "timesheet_decided"
    | "budget"
    | "digest",
    string
  >;
}
