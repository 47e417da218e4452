import { execFile } from "node:child_process";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";

/** The host name in the shipped settings. */
export const host = "time.example.com";

export interface Certificate {
  certFile: string;
  keyFile: string;
  cert: string;
}

/** Creates a self-signed certificate for the host. */
export async function makeCertificate(folder: string): Promise<Certificate> {
  const [certFile, keyFile] = [join(folder, "cert.pem"), join(folder, "key.pem")];
  const names = ["-subj", `/CN=${host}`, "-addext", `subjectAltName=DNS:${host}`];
  const how = ["-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-days", "2"];
  await promisify(execFile)("openssl", ["req", ...how, ...names, "-keyout", keyFile, "-out", certFile]);
  return { certFile, keyFile, cert: await readFile(certFile, "utf8") };
}
