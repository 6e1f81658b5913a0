import { arrows, inBrowsers } from "../../test/architecture.ts";
import { packagesSvg } from "../picture/packages-svg.ts";
import { stepsSvg } from "../picture/steps-svg.ts";
import type { GeneratedFile } from "./generated-file.ts";

const about: Readonly<Record<string, string>> = {
  "policy-language": "the catalogue, the document, expressions",
  "policy-logic": "what conditions say: formulas, solved",
  "policy-builder": "policies as TypeScript",
  "policy-lint": "rules, findings",
  "policy-engine": "what a policy does to a request",
  project: "files on disk: which are meant; load, edit",
  "policy-proof": "what a policy does to all exchanges",
  report: "reports, their printers, drawings",
  api: "the client; compare, plan, deploy",
  emulator: "the service on your machine",
  gateway: "a policy before an upstream",
  cli: "the command: files, terminal, exit status",
};

/** The way of a policy, from its file to the service and back. */
const steps = [
  { title: "write", by: "policy-builder", about: "typed calls, each with its place" },
  { title: "load", by: "project", about: "types stripped, run, a document" },
  { title: "read", by: "policy-language", about: "positions, expressions as trees" },
  { title: "lint", by: "policy-lint", about: "rules over one walk; fixes are data" },
  { title: "try", by: "policy-engine", about: "a request through it, with a trace" },
  { title: "prove", by: "policy-proof", about: "what holds for all requests" },
  { title: "plan", by: "api", about: "what is stored, compared by rule" },
  { title: "deploy", by: "api", about: "read again, keep, write once" },
  { title: "verify", by: "api", about: "read back, compared as a document" },
] as const;

/** Without those that neither import nor are imported. */
const connected = Object.fromEntries(
  Object.entries(arrows).filter(
    ([name, imports]) =>
      imports.length > 0 || Object.values(arrows).some((others) => others.includes(name)),
  ),
);

/** The pictures of the page about the architecture. */
export function architecturePictures(): GeneratedFile[] {
  return [
    {
      path: "docs/pictures/packages.svg",
      text: packagesSvg(connected, about, (name) => inBrowsers.includes(name)),
    },
    { path: "docs/pictures/path.svg", text: stepsSvg("The way of a policy", steps) },
  ];
}
