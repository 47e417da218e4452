import { applicationFor } from "./application-for.ts";

/** All commands. */
export const application = applicationFor("");
