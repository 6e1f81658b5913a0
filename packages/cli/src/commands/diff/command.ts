import { Option } from "commander";
import type { Protocol } from "@traffic-policy/policy-language";
import { comparingGroup, semanticOptions, type SemanticOptions } from "../../behaviour/options.ts";
import type { ProgramCommandDefinition } from "../../program/definition.ts";
import {
  concurrencyOption,
  connectionOptions,
  protocolOption,
  targetFormats,
  targetOptions,
  type ServiceAccess,
  type TargetOptions,
} from "../../program/options.ts";

export interface DiffOptions extends TargetOptions, ServiceAccess, SemanticOptions {
  readonly format: (typeof targetFormats)[number];
  /** A file to compare with instead of the service. */
  readonly stored?: string;
  readonly exitZero?: true;
  readonly concurrency?: number;
  readonly protocol?: Protocol;
  readonly verbose?: true;
  readonly quiet?: true;
}

export default {
  group: "service",
  order: 130,
  summary: "compare stored policies, files or revisions",
  description:
    "Compares the stored policies with the local ones, rule by rule: those of targets, or those of a manifest or a plan whose endpoints say where they are. Or, without the service, two files, the policies in JSON and YAML of a git revision with those that are saved or of another revision, or those of a plan with its state. Never writes.",
  options: (command) =>
    semanticOptions(
      connectionOptions(targetOptions(command), targetFormats)
        .argument(
          "[before]",
          "a file, or a git revision such as HEAD~1, main... or v1..v2; 'state' for a plan",
        )
        .argument(
          "[after...]",
          "the other file; for a revision, files, folders or globs in quotes; for 'state', the plan",
        )
        .option("--stored <file>", "compare one target with this file instead of the service")
        .option("--verbose", "show every target, whole rules, and differences in notation only")
        .addOption(
          new Option(
            "--quiet",
            "print nothing, for a timer: the exit status tells; what could not be compared is on stderr",
          ).conflicts(["format", "verbose", "exitZero"]),
        )
        .option("--exit-zero", "exit with 0 even if policies differ")
        .addOption(concurrencyOption())
        .addOption(protocolOption("files are").helpGroup(comparingGroup)),
      "also prove that both do the same to every request, or show requests to which they do not",
    ),
  exitStatus: [
    "all are identical or equivalent; with --semantic, all do the same; with --exit-zero, also others",
    "one is different, absent, new or removed; with --semantic, one does not do the same, or that is not known",
    "one could not be read; the others are shown",
  ],
  examples: {
    "All targets": "traffic-policy diff",
    "Whether the differences change what happens to any request": "traffic-policy diff --semantic",
    "In a timer, for its exit status": "traffic-policy diff --quiet",
    "One target, for a program": "traffic-policy diff --target ssh --format json",
    "As a comment on a pull request": "traffic-policy diff --format markdown",
    "Against a file, without the service": "traffic-policy diff --target web --stored web.json",
    "The endpoints of a manifest, with the service": "traffic-policy diff endpoints.yaml",
    "What a plan of Terraform changes": "traffic-policy diff state plan.json",
    "Two files": "traffic-policy diff before.json after.json --semantic",
    "With the last commit": "traffic-policy diff HEAD",
    "What a branch changes": "traffic-policy diff main... --semantic --format markdown",
  },
} satisfies ProgramCommandDefinition;
