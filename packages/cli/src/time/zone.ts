export * from "@stint/grammar/zone.ts";
