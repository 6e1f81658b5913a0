import { existsSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { policyEndings } from "../policy-file/load-policy.ts";

const endings = policyEndings.join("|");

const casesForm = new RegExp(`^(.+)\\.cases\\.(?:${endings})$`);

const policyForm = new RegExp(`^(.+?)(?:\\.policy)?\\.(?:${endings})$`);

/** Whether the name of a file says that it holds cases: `web.cases.yaml`. */
export function isCaseFile(file: string): boolean {
  return casesForm.test(basename(file));
}

/** Whether a file is called like what can hold a policy: `web.policy.ts`, `web.json`. */
export function isPolicyFileName(file: string): boolean {
  return policyForm.test(basename(file));
}

/** The files beside a policy that hold its cases by their names. */
export function caseFilesOf(policyFile: string): string[] {
  const [, name = ""] = policyForm.exec(basename(policyFile)) ?? [];
  return existing(dirname(policyFile), `${name}.cases`);
}

/** The files beside a file with cases that hold their policy by their names. */
export function policyFilesOf(caseFile: string): string[] {
  const [, name = ""] = casesForm.exec(basename(caseFile)) ?? [];
  const folder = dirname(caseFile);
  const named = existing(folder, `${name}.policy`);
  return named.length > 0 ? named : existing(folder, name);
}

function existing(folder: string, name: string): string[] {
  return policyEndings
    .map((ending) => join(folder, `${name}.${ending}`))
    .filter((file) => existsSync(file));
}
