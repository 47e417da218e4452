const packaged = process.env["STINT_COMMAND"];

/** Whether this is a checkout, where commands run through npx. Packages and images set STINT_COMMAND. */
export const isCheckout: boolean = packaged === undefined;

/** How users run our commands. */
export const ownCommand: string = packaged ?? "npx stint-server";

/**
 * The command as shown to users in the dashboard: without the folder of an archive, which concerns only the operator.
 */
export const shownCommand: string = ownCommand.slice(ownCommand.lastIndexOf("/") + 1);
