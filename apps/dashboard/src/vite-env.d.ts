/// <reference types="vite/client" />

declare module "virtual:verifier" {
  export const verifier: { fileName: string; hash: string };
}
