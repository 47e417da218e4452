const packaged = process.env["STINT_COMMAND"];

/** Whether this is a checkout, where commands run through npx. Packages and images set STINT_COMMAND. */
export const isCheckout: boolean = packaged === undefined;

/** How users run our commands. */
export const ownCommand: string = packaged ?? "npx stint-server";
