import { basename, dirname, join } from "node:path";
import { policyEndings, type Files } from "@traffic-policy/policy-module";

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
export function caseFilesOf(policyFile: string, files: Files): string[] {
  const [, name = ""] = policyForm.exec(basename(policyFile)) ?? [];
  return existing(dirname(policyFile), `${name}.cases`, files);
}

/** The files beside a case file that hold their policy by their names. */
export function policyFilesOf(caseFile: string, files: Files): string[] {
  const [, name = ""] = casesForm.exec(basename(caseFile)) ?? [];
  const folder = dirname(caseFile);
  const named = existing(folder, `${name}.policy`, files);
  return named.length > 0 ? named : existing(folder, name, files);
}

function existing(folder: string, name: string, files: Files): string[] {
  return policyEndings
    .map((ending) => join(folder, `${name}.${ending}`))
    .filter((file) => files.exists(file));
}
