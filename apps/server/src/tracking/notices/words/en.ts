import type { Words } from "./words.ts";

export const en: Words = {
  timeMissing: {
    title: (day) => `No time on ${day}`,
    text: "You haven’t tracked any time on this day.",
    action: "Add time",
  },
  timerRunning: {
    title: (duration) => `Your timer has been running for ${duration}`,
    text: (since) => `It has been running since ${since}. Did you forget to stop it?`,
    action: "Stop the timer",
  },
  due: {
    title: (period) => `Your timesheet for ${period} is due`,
    text: "The period has ended. Check your time and submit the timesheet.",
    action: "Open the timesheet",
  },
  submitted: {
    title: (name, period) => `${name} submitted ${period}`,
    text: "The timesheet is waiting for your approval.",
    action: "Review the timesheet",
  },
  decided: {
    approved: (period) => `Your timesheet for ${period} was approved`,
    rejected: (period) => `Your timesheet for ${period} was sent back`,
    open: (period) => `Your timesheet for ${period} was reopened`,
    by: (name) => `Decided by ${name}.`,
    noted: (name, note) => `${name} wrote: ${note}`,
    action: "Open the timesheet",
  },
  budget: {
    reached: (project, percent) => `${project} has used ${percent} of its budget`,
    exceeded: (project) => `${project} is over budget`,
    text: (since) => (since === null ? "Open the project to see what is left." : `The period began on ${since}.`),
    action: "Open the project",
  },
  digest: {
    title: (week) => `Your team’s ${week}`,
    text: "This is how much time everyone tracked.",
    total: (people, duration) => `${people === 1 ? "1 person" : `${people} people`}, ${duration} in total`,
    nobody: "Nobody tracked any time.",
    more: (people) => `and ${people} more`,
    action: "Open the report",
  },
  week: (day) => `week of ${day}`,
  mail: {
    why: (organization) => `You receive this email because you’re a member of ${organization}.`,
    unsubscribe: "Stop these emails",
  },
  page: {
    title: "Stop emails",
    question: (kind) => `Stop all “${kind}” emails?`,
    button: "Stop these emails",
    done: "Done: you won’t receive these emails any more. You can turn them on again in your profile.",
    gone: "This link no longer works. You can choose which emails you receive in your profile.",
  },
  kinds: {
    time_missing: "Missing time",
    timer_running_long: "Forgotten timer",
    timesheet_due: "Timesheet due",
    timesheet_submitted: "Timesheet submitted",
    timesheet_decided: "Timesheet decision",
    budget: "Budget",
    digest: "Weekly summary",
  },
};
