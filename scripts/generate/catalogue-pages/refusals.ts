import {
  refusals,
  type Refusal,
} from "../../../packages/policy-language/src/catalogue/refusals.ts";
import type { GeneratedFile } from "../generated-file.ts";
import { code } from "./page.ts";

/** The error codes of the service that are about policies. */
export function refusalsPage(): GeneratedFile {
  return {
    path: "docs/catalogue/error-codes.md",
    text: [
      "<!-- Generated from the catalogue by `pnpm generate`; do not edit. -->",
      "",
      "# Error codes",
      "",
      "The error codes of the service that are about policies, for both dialects. The lint rules beside a code look for what",
      "it is about, before anything is sent. The service may have other codes, and its message says which part it means.",
      "",
      "| code | when | what it means | lint rules about it |",
      "| --- | --- | --- | --- |",
      ...refusals.map(
        ({ code: number, about, meaning, rules = [] }) =>
          `| ${code(`ERR_NGROK_${number}`)} | ${when[about]} | ${meaning} | ${rules.map(ruleLink).join(", ")} |`,
      ),
      "",
    ].join("\n"),
  };
}

const when: Readonly<Record<Refusal["about"], string>> = {
  policy: "a policy is stored",
  account: "a policy is stored; about the account",
  traffic: "a request is processed",
};

function ruleLink(name: string): string {
  return `[${code(name)}](../rules/${name}.md)`;
}
